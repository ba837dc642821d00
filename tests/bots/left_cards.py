"""What turns leave, as plain sets of cards: for tests that look at every card."""

from collections.abc import Generator
from typing import NamedTuple

import numpy as np

from tenback.bots.search.near_turns import list_turns
from tenback.bots.search.turns import limits_for
from tenback.bots.value.inputs import COME, order_piles, unseen_of
from tenback.kernels import deal, new_state, new_turn_buffer
from tenback.kernels import play_turn as play
from tenback.kernels.bits import HIGH, LOW, Cards
from tenback.kernels.codes import PLAYING
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState
from tenback.kernels.piles import is_ascending
from tenback.kernels.steps import deck_of
from tenback.kernels.turn_buffer import TurnEntry

__all__ = ["LeftCards", "cards_of", "left_by_turns"]


class LeftCards(NamedTuple):
    """A turn of a position, and what it leaves to its seat."""

    state: PackedState
    turn: TurnEntry
    slots: Numbers  #: the piles in the order of the network
    held: Cards
    unseen: Cards
    piles: list[tuple[bool, int]]  #: whether each of the seat's own ascends, and its top


def cards_of(words: Cards) -> set[int]:
    """Return a set of cards as numbers."""
    low, high = (int(word) for word in words)
    return {card for card in range(128) if (low | high << 64) >> card & 1}


def left_by_turns(rules: PackedRules, seeds: int) -> Generator[LeftCards]:
    """Play games of some seeds; yield every third turn worth a look of each position."""
    state, buffer, slots = new_state(), new_turn_buffer(), np.zeros(COME + PILES, np.int64)
    for seed in range(seeds):
        deal(rules, state, seed)
        while state.phase == PLAYING:
            count = list_turns(rules, state, limits_for(rules), 12, buffer)
            if count == 0:
                break
            seat = state.seat
            low, high = unseen_of(rules, state, deck_of(rules, seat), seat)
            for index in range(0, count, 3):
                turn, hand = buffer.entries[buffer.turns[index]], state.hands[seat]
                order_piles(rules, seat, turn.tops, slots)
                own = [int(pile) for pile in slots[: rules.own_piles]]
                yield LeftCards(
                    state,
                    turn,
                    slots,
                    (hand[LOW] & ~turn.used[LOW], hand[HIGH] & ~turn.used[HIGH]),
                    (np.uint64(low), np.uint64(high)),
                    [(bool(is_ascending(rules, pile)), int(turn.tops[pile])) for pile in own],
                )
            play(rules, state, buffer.entries[buffer.turns[seed % count]])
