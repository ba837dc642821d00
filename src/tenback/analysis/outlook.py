"""Evaluation of a team position when every card is known.

Only cards not laid yet count: passing over laid ones costs a pile nothing.
"""

import numpy as np
from numpy.typing import NDArray

from tenback.kernels.bits import (
    EMPTY,
    above,
    below,
    count_cards,
    has_card,
    highest_card,
    lowest_card,
    shift_down,
    shift_up,
    single,
)
from tenback.kernels.compiling import jit
from tenback.kernels.legal import jump_card
from tenback.kernels.packed import PILES, Numbers
from tenback.kernels.piles import FIRST_DOWN, FIRST_UP, SECOND_DOWN, SECOND_UP

__all__ = [
    "ASKING",
    "DRAWN",
    "JUMP_TO_COME",
    "WEIGHT_COUNT",
    "Weights",
    "is_lost_for_sure",
    "outlook",
]

#: First ``3 * ups + downs``, for a card that fits so many ascending and descending piles. Then: a
#: jump is still to come; a turn draws a card; a SKULL or THREE is still to come.
Weights = NDArray[np.float64]
JUMP_TO_COME = 9
DRAWN, ASKING = 10, 11
WEIGHT_COUNT = 12


@jit
def lowest_reach(top: int, low: np.uint64, high: np.uint64) -> int:
    """How far an ascending pile could jump back if every card not laid were available at will."""
    while True:
        on_low, on_high = above(top)
        top_low, top_high = single(top)
        back_low, back_high = shift_down(on_low & low | top_low, on_high & high | top_high)
        less_low, less_high = below(top)
        back_low, back_high = back_low & low & less_low, back_high & high & less_high
        if back_low | back_high == EMPTY:
            return top
        top = lowest_card(back_low, back_high)


@jit
def highest_reach(top: int, low: np.uint64, high: np.uint64) -> int:
    """The same for a descending pile."""
    while True:
        on_low, on_high = below(top)
        top_low, top_high = single(top)
        back_low, back_high = shift_up(on_low & low | top_low, on_high & high | top_high)
        more_low, more_high = above(top)
        back_low, back_high = back_low & low & more_low, back_high & high & more_high
        if back_low | back_high == EMPTY:
            return top
        top = highest_card(back_low, back_high)


@jit
def is_lost_for_sure(tops: Numbers, low: np.uint64, high: np.uint64) -> bool:
    """Whether some card not laid can never fit, whatever is laid before it. This is a proof."""
    first = min(lowest_reach(tops[FIRST_UP], low, high), lowest_reach(tops[SECOND_UP], low, high))
    last = max(
        highest_reach(tops[FIRST_DOWN], low, high), highest_reach(tops[SECOND_DOWN], low, high)
    )
    under_low, under_high = below(first)
    over_low, over_high = above(last)
    return (low & under_low & over_low) | (high & under_high & over_high) != EMPTY


@jit
def outlook(tops: Numbers, low: np.uint64, high: np.uint64, weights: Weights) -> float:
    """Evaluate a position by its tops and the set of all cards not laid; higher is better.

    Each card counts by how many ascending and descending piles it still fits, and each pile by
    whether the card that would jump there is still to come.
    """
    up_one = min(tops[FIRST_UP], tops[SECOND_UP])
    up_two = max(tops[FIRST_UP], tops[SECOND_UP])
    down_one = max(tops[FIRST_DOWN], tops[SECOND_DOWN])
    down_two = min(tops[FIRST_DOWN], tops[SECOND_DOWN])
    a1l, a1h = above(up_one)
    a2l, a2h = above(up_two)
    d1l, d1h = below(down_one)
    d2l, d2h = below(down_two)
    value = 0.0
    for ups in range(3):
        ul = a2l if ups == 2 else (a1l & ~a2l if ups == 1 else ~a1l)
        uh = a2h if ups == 2 else (a1h & ~a2h if ups == 1 else ~a1h)
        for downs in range(3):
            dl = d2l if downs == 2 else (d1l & ~d2l if downs == 1 else ~d1l)
            dh = d2h if downs == 2 else (d1h & ~d2h if downs == 1 else ~d1h)
            value += weights[3 * ups + downs] * count_cards(low & ul & dl, high & uh & dh)
    for pile in range(PILES):
        if has_card(low, high, jump_card(pile < FIRST_DOWN, tops[pile])):
            value += weights[JUMP_TO_COME]
    return value
