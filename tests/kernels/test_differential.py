"""Random play of every game, number of players and option: the kernels say what the rules say."""

from collections import deque

import pytest

from tenback.rules import GAMES, Code, Termination
from tenback.rules.registry import own_codes, own_endings
from tenback.testing.differential import every_ruleset, run

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
def test_ten_thousand_turns_step_by_step(seed: int) -> None:
    tally = deque(run(10_000, seed=seed * 1_000_000), maxlen=1)[0]

    assert tally.turns >= 10_000
    assert set(tally.codes) == JUDGED | set(own_codes())
    assert set(tally.terminations) == {*Termination, *own_endings()} - {Termination.CONCEDED}
    assert set(tally.games) == set(GAMES)


def test_every_game_players_and_option_is_among_them() -> None:
    rulesets = set(every_ruleset())

    assert {(rules.game.id, rules.players) for rules in rulesets} == {
        (game.id, players) for game in GAMES.values() for players in game.player_range
    }
    assert len([rules for rules in rulesets if rules.game.id == "original"]) == 5 * 2**3
    assert len([rules for rules in rulesets if rules.game.id == "extreme"]) == 5 * 2**4 * 3 * 2
    assert len([rules for rules in rulesets if rules.game.id == "duel"]) == 2**2
