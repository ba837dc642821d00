"""The inputs of many positions at once, as lines of numbers.

A line holds the weight of each row of ``inputs.py`` and ``turn_inputs.py``, in eighths: every
weight is a multiple of an eighth. Learning takes lines of whole positions, with a column for every
row that the game uses. Valuing takes lines of piles, which the turns of a position share; their
columns are the rows of a slot. Those are found column by column, so that as many threads as there
are columns may write a line; a test holds them to the rows.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.bots.value.inputs import (
    AHEAD,
    BEHIND,
    HELD,
    HELD_COMMANDS,
    NEAR_PLACES,
    PLANE,
    SLOT,
    TOP_COMMAND,
    TOPS,
    UNSEEN_COMMANDS,
    near_place,
)
from tenback.bots.value.turn_inputs import rows_of_game
from tenback.kernels.bits import (
    EMPTY,
    HIGH,
    LOW,
    above,
    below,
    count_cards,
    has_card,
    lowest_card,
    without_card,
)
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PackedRules

__all__ = ["EIGHTHS", "Columns", "columns_of", "pile_column"]

EIGHTHS: Final = 8
#: Matrix products are fastest with lengths that are multiples of this.
_ROUND = 64


class Columns(NamedTuple):
    """The columns of lines, and the rows they stand for."""

    whole: NDArray[np.int64]  #: by column of a whole position: its row
    of_whole: NDArray[np.int64]  #: by row: its column in a whole position, -1 if it has none
    pile: int  #: how many rows of a slot are used, the first ones

    @property
    def whole_width(self) -> int:
        """Return the length of a line of a whole position, padded with zeros."""
        return _rounded(self.whole.size)

    @property
    def pile_width(self) -> int:
        """Return the length of a line of a pile, padded with zeros."""
        return _rounded(self.pile)


def _rounded(length: int) -> int:
    return -(-length // _ROUND) * _ROUND


def columns_of(rules: PackedRules) -> Columns:
    """Choose the columns for the rows that a game uses."""
    used = rows_of_game(rules)
    pile = SLOT if rules.has_commands else TOP_COMMAND
    return Columns(np.flatnonzero(used), np.where(used, np.cumsum(used) - 1, -1), pile)


@jit
def pile_column(
    rules: PackedRules,
    column: int,
    come: int,
    ascending: bool,
    top: int,
    un_low: np.uint64,
    un_high: np.uint64,
    held_low: np.uint64,
    held_high: np.uint64,
) -> int:
    """Return what a column of a pile's line holds, as ``list_pile`` says it."""
    if column < TOPS:
        return EIGHTHS if column == come else 0
    if column < HELD:
        return _plane_column(column - TOPS, ascending, top, un_low, un_high)
    if column < TOP_COMMAND:
        return _plane_column(column - HELD, ascending, top, held_low, held_high)
    if column < UNSEEN_COMMANDS:
        return EIGHTHS if 0 < rules.commands[top] == column - TOP_COMMAND else 0
    if column < HELD_COMMANDS:
        place = column - UNSEEN_COMMANDS
        return _command_column(rules, place, ascending, top, un_low, un_high)
    if column < SLOT:
        place = column - HELD_COMMANDS
        return _command_column(rules, place, ascending, top, held_low, held_high)
    return 0


@jit
def _plane_column(place: int, ascending: bool, top: int, low: np.uint64, high: np.uint64) -> int:
    """Return what the cards of a set add up to in a place of a plane."""
    if place in (0, PLANE - 1):
        # Everything farther than the window; each counts an eighth.
        if place == 0:
            edge = top - BEHIND if ascending else top + BEHIND
        else:
            edge = top + AHEAD if ascending else top - AHEAD
        edge = min(127, max(0, edge))
        far_low, far_high = above(edge) if ascending == (place != 0) else below(edge)
        return count_cards(low & far_low, high & far_high)
    distance = place - BEHIND if place > BEHIND else place - BEHIND - 1
    count = 1 if has_card(low, high, top + distance if ascending else top - distance) else 0
    if place == BEHIND and has_card(low, high, top):
        count += 1
    return EIGHTHS * count


@jit
def _command_column(
    rules: PackedRules, place: int, ascending: bool, top: int, low: np.uint64, high: np.uint64
) -> int:
    """Return what the commands of a set add up to for a kind and a distance."""
    kind, wanted = place // NEAR_PLACES + 1, place % NEAR_PLACES
    low, high = low & rules.command_cards[kind, LOW], high & rules.command_cards[kind, HIGH]
    count = 0
    while low | high != EMPTY:
        card = lowest_card(low, high)
        low, high = without_card(low, high, card)
        if near_place(card - top if ascending else top - card) == wanted:
            count += 1
    return EIGHTHS * count
