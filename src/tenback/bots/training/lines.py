"""Which numbers of a position go where, when many positions are valued at once.

A line holds what is added up of each row of ``inputs.py`` and ``turn_inputs.py``, as eighths: every
weight is a multiple of an eighth. There are three kinds of lines: of a whole position, which
learning needs; of a pile by its slot; and of what a turn has beside its piles. The last two add up
to the first, and are short: the turns of a position share their piles.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.bots.inputs import HELD, HELD_COMMANDS, PLANE, REST, SLOT
from tenback.bots.turn_inputs import rows_of_game
from tenback.kernels import codes

__all__ = ["EIGHTHS", "Columns", "columns_of"]

EIGHTHS: Final = 8
#: Products of matrices like round lengths.
_ROUND = 64


class Columns(NamedTuple):
    """The rows of each kind of line, in the order of its columns, and back."""

    whole: NDArray[np.int64]  #: by column of a whole position: its row
    turn: NDArray[np.int64]  #: by column of a turn: its row
    pile: int  #: how many rows of a slot are used, the first ones
    of_whole: NDArray[np.int64]  #: by row: its column in a whole position, -1 if it has none
    of_turn: NDArray[np.int64]  #: by row: its column in a turn

    @property
    def widths(self) -> tuple[int, int, int]:
        """Give the lengths of lines: of a whole position, a pile, a turn; with zeros behind."""
        return _rounded(self.whole.size), _rounded(self.pile), _rounded(self.turn.size)


def _rounded(length: int) -> int:
    return -(-length // _ROUND) * _ROUND


def columns_of(game: int, players: int) -> Columns:
    """Choose the columns for the rows that a game uses."""
    used = rows_of_game(game, players)
    turn = used.copy()
    turn[:REST] = False
    for slot in range(4):
        # What a turn takes out of the hand is taken from the rows of its piles.
        for first, count in ((HELD, PLANE), (HELD_COMMANDS, SLOT - HELD_COMMANDS)):
            rows = slice(slot * SLOT + first, slot * SLOT + first + count)
            turn[rows] = used[rows]
    pile = SLOT if game == codes.EXTREME else HELD + PLANE
    return Columns(
        np.flatnonzero(used),
        np.flatnonzero(turn),
        pile,
        np.where(used, np.cumsum(used) - 1, -1),
        np.where(turn, np.cumsum(turn) - 1, -1),
    )
