"""A game that nobody has heard of is one file: registered, it is played and compiled."""

import subprocess
import sys
from pathlib import Path

FROST = '''
"""A game of a package of its own: the cards 40 to 49 may not be the first of a turn."""

from tenback.rules.duties import OwnDuties
from tenback.rules.games.original import Original


def judge_card(_tops, _touched, laid, card, _pile):
    return 1 if laid == 0 and 40 <= card <= 49 else 0


class Frost(Original):
    """Nobody begins with a frozen card."""

    id = "frost"
    aliases = ()
    own_duties = OwnDuties(("FROZEN",), judge_card=judge_card)
'''
PLAY = """
import random

import frost
from tenback.rules import Ruleset, register

game = register(frost.Frost())

from tenback.bots import create_bot, play_out
from tenback.kernels import GREEDY, pack_ruleset, play_batch
from tenback.testing.differential import run
from tenback.testing.random_play import random_deal, rulesets_of

for tally in run(200, seed=1, rulesets=list(rulesets_of(game))):
    pass
assert tally.codes["FROZEN"] > 0, tally.codes
rules = Ruleset(game, 3)
assert play_batch(pack_ruleset(rules), GREEDY, range(50)).scores.size == 50
state = play_out(random_deal(rules, random.Random(1)), [create_bot("greedy")] * 3)
print(state.outcome.termination)
"""


def test_a_game_of_another_package_is_carried_by_rules_kernels_and_bots(tmp_path: Path) -> None:
    (tmp_path / "frost.py").write_text(FROST)
    done = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() in ("BLOCKED", "CLEARED")
