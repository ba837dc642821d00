"""A card laid to see what could follow, and taken back: no turn ends and nothing is drawn."""

from typing import NamedTuple

import numpy as np

from tenback.kernels.bits import HIGH, LOW, without_card
from tenback.kernels.compiling import jit
from tenback.kernels.facts import facts_after
from tenback.kernels.packed import PackedRules, PackedState

__all__ = ["Before", "take_back", "try_card"]


class Before(NamedTuple):
    """What a tried card changes, as it was before."""

    low: np.uint64
    high: np.uint64
    top: int
    facts: int


@jit
def try_card(rules: PackedRules, state: PackedState, card: int, pile: int) -> Before:
    """Lay a card of the mover's; return what ``take_back`` needs."""
    seat = state.seat
    hand = state.hands[seat]
    before = Before(hand[LOW], hand[HIGH], state.tops[pile], state.facts)
    hand[LOW], hand[HIGH] = without_card(before.low, before.high, card)
    state.tops[pile] = card
    state.laid += 1
    state.facts = facts_after(rules, seat, before.facts, card, pile)
    return before


@jit
def take_back(state: PackedState, pile: int, before: Before) -> None:
    """Put the state back to what it was before a card was tried."""
    hand = state.hands[state.seat]
    hand[LOW], hand[HIGH] = before.low, before.high
    state.tops[pile] = before.top
    state.laid -= 1
    state.facts = before.facts
