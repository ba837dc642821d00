"""Random play of every game, number of players and option: the kernels say what the rules say.

So do the kernels that were compiled for browsers, which replay the same games in Node.
"""

from collections import deque
from pathlib import Path

import pytest
from scripts.node_module import replay, why_not

from tenback.rules import GAMES, Code, Termination
from tenback.rules.registry import own_codes, own_endings
from tenback.testing.differential import every_ruleset, run
from tenback.testing.traces import Trace

JUDGED = {
    "ALLOWED",
    Code.TURN_OVER,
    Code.NOT_IN_HAND,
    Code.VALUE,
    Code.NO_JUMP,
    Code.ONE_PILE,
    Code.THREE_LATE,
    Code.STOP_NOT_THIRD,
    Code.SKULL_OPEN,
    Code.OPPONENT_LIMIT,
    Code.NOT_IMPROVING,
    Code.THREE_COUNT,
    Code.MINIMUM,
}


@pytest.mark.parametrize("seed", [1, 2])
def test_ten_thousand_turns_step_by_step(seed: int, tmp_path: Path) -> None:
    trace = None if why_not() else Trace()
    tally = deque(run(10_000, seed=seed * 1_000_000, trace=trace), maxlen=1)[0]

    assert tally.turns >= 10_000
    assert set(tally.codes) == JUDGED | set(own_codes())
    assert set(tally.terminations) == {*Termination, *own_endings()} - {Termination.CONCEDED}
    assert set(tally.games) == set(GAMES)
    if trace is not None:  # without the module, its own tests are skipped and say so
        trace.write(tmp_path / "trace")
        assert replay("trace", tmp_path / "trace")["lines"] >= tally.steps


def test_every_game_players_and_option_is_among_them() -> None:
    rulesets = set(every_ruleset())

    assert {(rules.game.id, rules.players) for rules in rulesets} == {
        (game.id, players) for game in GAMES.values() for players in game.player_range
    }
    assert len([rules for rules in rulesets if rules.game.id == "original"]) == 5 * 2**3
    assert len([rules for rules in rulesets if rules.game.id == "extreme"]) == 5 * 2**4 * 3 * 2
    assert len([rules for rules in rulesets if rules.game.id == "duel"]) == 2**2
