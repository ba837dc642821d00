"""What held cards are worth together, pile by pile: pairs ten apart, and cards close to each other.

A card ahead of a pile costs little if the card ten before it follows: that one jumps back. And two
cards close to each other cost little more than one. The network is told of such cards as rows, by
the distance of the card that is laid first from the top of the pile.
"""

from typing import Final

import numpy as np

from tenback.kernels.bits import (
    EMPTY,
    HIGH,
    LOW,
    Cards,
    above,
    below,
    lowest_card,
    shift_down,
    shift_up,
    without_card,
)
from tenback.kernels.compiling import jit
from tenback.kernels.packed import Numbers, PackedRules
from tenback.kernels.piles import is_ascending

__all__ = ["TOGETHER_SLOT", "list_together"]

#: Every distance up to this one has a place of its own; beyond it steps of four share one.
_EXACT: Final = 12
_STEP: Final = 4
_PLACES: Final = 19
#: Of a card and the one ten before it both are held, or only the first, or only the second, and the
#: other is unseen.
_PAIRS: Final = 3
#: The next held card is one, two or three steps on.
_STEPS: Final = 3
#: The rows of a slot.
TOGETHER_SLOT: Final = (_PAIRS + _STEPS) * _PLACES
_WORD: Final = np.uint64(64)


@jit
def _place(distance: int) -> int:
    if distance <= _EXACT:
        return distance - 1
    return min(_PLACES - 1, _EXACT + (distance - _EXACT - 1) // _STEP)


@jit
def _list_kind(
    base: int, ascending: bool, top: int, cards: Cards, ahead: Cards, indices: Numbers, size: int
) -> int:
    """Append the rows of the cards of a kind that lie ahead of a top; return the new size."""
    low, high = cards[LOW] & ahead[LOW], cards[HIGH] & ahead[HIGH]
    while low | high != EMPTY:
        card = lowest_card(low, high)
        low, high = without_card(low, high, card)
        indices[size] = base + _place(card - top if ascending else top - card)
        size += 1
    return size


@jit
def list_together(
    rules: PackedRules,
    tops: Numbers,
    slots: Numbers,
    held: Cards,
    unseen: Cards,
    first_row: int,
    indices: Numbers,
    size: int,
) -> int:
    """Append the rows of cards that are worth more together; return the new size."""
    low, high = held
    un_low, un_high = unseen
    for slot in range(int(rules.own_piles)):
        pile = int(slots[slot])
        ascending, top = is_ascending(rules, pile), tops[pile]
        if ascending:
            ahead = above(top)
            back_low, back_high = shift_up(low, high)
            un_back_low, un_back_high = shift_up(un_low, un_high)
        else:
            ahead = below(top)
            back_low, back_high = shift_down(low, high)
            un_back_low, un_back_high = shift_down(un_low, un_high)
        base = first_row + slot * TOGETHER_SLOT
        cards = low & back_low, high & back_high
        size = _list_kind(base, ascending, top, cards, ahead, indices, size)
        base += _PLACES
        cards = low & un_back_low, high & un_back_high
        size = _list_kind(base, ascending, top, cards, ahead, indices, size)
        base += _PLACES
        cards = un_low & back_low, un_high & back_high
        size = _list_kind(base, ascending, top, cards, ahead, indices, size)
        rest_low, rest_high = low, high
        for steps in range(1, 1 + _STEPS):
            base += _PLACES
            by = np.uint64(steps)
            if ascending:
                next_low, next_high = (low >> by) | (high << (_WORD - by)), high >> by
            else:
                next_low, next_high = low << by, (high << by) | (low >> (_WORD - by))
            cards = rest_low & next_low, rest_high & next_high
            size = _list_kind(base, ascending, top, cards, ahead, indices, size)
            rest_low, rest_high = rest_low & ~next_low, rest_high & ~next_high
    return size
