"""What a turn leaves, counted card by card: the network's counts say the same."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.left_cards import cards_of, left_by_turns

from tenback.bots.players.compiled import packed_rules
from tenback.bots.value import survey
from tenback.records import build_ruleset


def counted(held: set[int], unseen: set[int], piles: list[tuple[bool, int]]) -> NDArray[np.int64]:
    """Count by looking at every card; a pile is its direction and its top."""
    counts = np.zeros(survey.COUNTS, np.int64)

    def steps(card: int) -> list[int]:
        """How far a card is ahead of the piles that it fits."""
        found = [card - top if up else top - card for up, top in piles]
        return [distance for distance in found if distance > 0]

    def jumps(card: int) -> bool:
        return any(card == (top - 10 if up else top + 10) for up, top in piles)

    for slot, (up, top) in enumerate(piles):
        ahead = [card - top if up else top - card for card in held]
        counts[survey.NEAREST + slot] = min((one for one in ahead if one > 0), default=0)
    counts[survey.DEAD_UNSEEN] = sum(not steps(card) for card in unseen)
    counts[survey.DEAD_HELD] = sum(not steps(card) for card in held)
    counts[survey.PAIRS_HELD] = sum(card + 10 in held for card in held)
    counts[survey.PAIRS_LEFT] = sum(card + 10 in held | unseen for card in held | unseen)
    counts[survey.PAIRS_TO_COME] = sum(card + 10 in held or card - 10 in held for card in unseen)
    counts[survey.JUMPS_HELD] = sum(map(jumps, held))
    counts[survey.JUMPS_UNSEEN] = sum(map(jumps, unseen))
    for index, reach in enumerate(survey.REACHES):
        for first, cards in ((survey.REACH_UNSEEN, unseen), (survey.REACH_HELD, held)):
            near = [card for card in cards if any(one <= reach for one in steps(card))]
            counts[first + index] = len(near)
    return counts


@pytest.mark.parametrize(
    ("game", "players"), [("original", 1), ("original", 4), ("extreme", 3), ("duel", 2)]
)
def test_counts_are_those_of_the_cards(game: str, players: int) -> None:
    rules, counts = packed_rules(build_ruleset(game, players)), np.zeros(survey.COUNTS, np.int64)
    compared = 0
    for state, turn, slots, held, unseen, piles in left_by_turns(rules, 4):
        counts[:] = 0
        survey.survey_turn(rules, state, state.seat, turn, slots, unseen, counts)
        wanted = counted(cards_of(held), cards_of(unseen), piles)
        assert counts.tolist() == wanted.tolist()
        compared += 1
    assert compared > 100
