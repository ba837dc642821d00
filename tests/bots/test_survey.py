"""What a turn leaves, counted card by card: the network's counts say the same."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tenback.bots.players.compiled import packed_rules
from tenback.bots.search.near_turns import list_turns
from tenback.bots.search.turns import limits_for
from tenback.bots.value import survey
from tenback.bots.value.inputs import COME, order_piles, unseen_of
from tenback.kernels import deal, new_state, new_turn_buffer
from tenback.kernels import play_turn as play
from tenback.kernels.bits import HIGH, LOW, Cards
from tenback.kernels.codes import PLAYING
from tenback.kernels.packed import PILES
from tenback.kernels.piles import is_ascending
from tenback.kernels.steps import deck_of
from tenback.records import build_ruleset


def cards_of(words: Cards) -> set[int]:
    low, high = (int(word) for word in words)
    return {card for card in range(128) if (low | high << 64) >> card & 1}


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
    rules, state = packed_rules(build_ruleset(game, players)), new_state()
    buffer = new_turn_buffer()
    slots, counts = np.zeros(COME + PILES, np.int64), np.zeros(survey.COUNTS, np.int64)
    compared = 0
    for seed in range(4):
        deal(rules, state, seed)
        while state.phase == PLAYING:
            count = list_turns(rules, state, limits_for(rules), 12, buffer)
            if count == 0:
                break
            seat = state.seat
            low, high = unseen_of(rules, state, deck_of(rules, seat), seat)
            unseen = np.uint64(low), np.uint64(high)
            for index in range(0, count, 3):
                turn = buffer.entries[buffer.turns[index]]
                order_piles(rules, seat, turn.tops, slots)
                counts[:] = 0
                survey.survey_turn(rules, state, seat, turn, slots, unseen, counts)
                hand = state.hands[seat]
                held = cards_of((hand[LOW] & ~turn.used[LOW], hand[HIGH] & ~turn.used[HIGH]))
                own = [int(pile) for pile in slots[: rules.own_piles]]
                piles = [(bool(is_ascending(rules, pile)), int(turn.tops[pile])) for pile in own]
                assert counts.tolist() == counted(held, cards_of(unseen), piles).tolist()
                compared += 1
            play(rules, state, buffer.entries[buffer.turns[seed % count]])
    assert compared > 100
