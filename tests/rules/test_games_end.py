"""Random play of every game, player count and option set ends validly, and no card is lost."""

import random
from collections import Counter

import pytest

from tenback.rules import GAMES, Ruleset
from tenback.testing.invariants import verify_outcome, verify_state
from tenback.testing.random_play import all_rulesets, play_randomly, random_deal

RULESETS = list(all_rulesets())


def name(rules: Ruleset) -> str:
    told = [f"{option}={value}" for option, value in rules.changed_options().items()]
    return "-".join([rules.game.id, str(rules.players), rules.layout.name, *told])


def test_every_option_set_is_covered() -> None:
    counts = Counter(rules.game.id for rules in RULESETS)
    assert (counts["original"], counts["extreme"], counts["duel"]) == (5 * 8, 5 * 48 * 2, 4)
    assert counts.keys() == GAMES.keys()


@pytest.mark.parametrize("rules", RULESETS, ids=name)
def test_random_games_end_with_all_cards_accounted_for(rules: Ruleset) -> None:
    source = random.Random(name(rules))
    for _ in range(4):
        state = random_deal(rules, source)
        while state.outcome is None:
            state = play_randomly(state, source, turns=1)
            verify_state(state)
        verify_outcome(state)
