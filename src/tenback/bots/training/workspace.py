"""The arrays for many games side by side, on the processor or on a GPU.

Compiled functions take these tuples as they are: Numba passes on the arrays in them.
"""

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.bots.training.self_play import ASKED
from tenback.bots.value.inputs import Reals
from tenback.bots.value.network import PILE_KEYS
from tenback.bots.value.survey import COUNTS
from tenback.kernels.packed import MAX_PLAYERS, PILES, STATE, Numbers
from tenback.kernels.turn_buffer import ENTRY

if TYPE_CHECKING:
    from tenback.bots.training.devices import Device

__all__ = [
    "MOST_CANDIDATES",
    "MOST_KEYS",
    "ROOM",
    "SLOTS",
    "TRIED",
    "Branches",
    "Lanes",
    "Lines",
    "ListedPiles",
    "ListedTurns",
    "Tried",
    "TurnRows",
    "new_branches",
    "new_lanes",
    "new_listed_piles",
    "new_listed_turns",
    "new_tried",
    "new_turn_rows",
]

#: An array of records, on the processor or on a GPU.
Records = Any
#: Lines of inputs, as eighths.
Lines = NDArray[np.int8]
#: How many turns of a mover are looked at.
MOST_CANDIDATES: Final = 1024
#: How many different piles a slot may have among the turns of a mover: four, each with its top or
#: any card of the hand on it.
MOST_KEYS: Final = 40
#: How many turns of a mover are tried on sampled deals.
TRIED: Final = 8
#: The length of an array for ``order_piles``.
SLOTS: Final = 12
#: The length of a function's scratch arrays. The most that any writes there are the rows of a pile:
#: every card and every command.
ROOM: Final = SLOTS + COUNTS + 256
#: More rows than a turn has beside its piles, laying eight commands.
_TURN_ROWS = 240
_CAPACITY = 2048


class Lanes(NamedTuple):
    """The games; those that go on are numbered by ``active``."""

    rules: Records
    states: Records
    active: Numbers
    playing: Numbers
    winners: Numbers
    scores: Numbers
    talks: Numbers  #: 1 where signals are given
    generators: NDArray[np.uint64]


class ListedTurns(NamedTuple):
    """The turns of the movers: a buffer for each lane, then numbers for each active game.

    ``owners``, ``values`` and ``bonus`` lie one game after the other, from ``firsts`` on.
    """

    entries: Records
    turns: Numbers
    slots: Numbers
    whole_slots: Numbers
    marks: Numbers
    heard: Numbers
    seats: Numbers
    counts: Numbers
    firsts: Numbers
    chosen: Numbers
    levels: Reals
    owners: Numbers
    values: Reals
    bonus: Reals  #: what a turn is worth more for winning


class ListedPiles(NamedTuple):
    """The different piles of each slot among the turns of a game.

    ``stamps`` holds the number of each, beside the mark of the call; ``piles`` the pile and its
    top, ``sizes`` how many there are, ``ends`` their sums over the games. ``firsts``, ``owners``
    and ``lines`` are those of the piles that are valued at once.
    """

    stamps: Numbers
    piles: Numbers
    sizes: Numbers
    ends: Numbers
    firsts: Numbers
    owners: Numbers
    lines: Lines


class TurnRows(NamedTuple):
    """The rows of some turns beside their piles, and the lines of their piles' sums."""

    rows: NDArray[np.int16]
    weights: Reals
    counts: NDArray[np.int32]  #: how many rows each turn has
    keys: NDArray[np.int32]


class Tried(NamedTuple):
    """The turns of the active games that are tried, by their number; see ``tried_turns.py``."""

    counts: Numbers  #: how many; none where nothing can be learned
    entries: Numbers
    values: Reals
    worth: Reals  #: the mean over their samples
    chosen: Numbers  #: which of them was played
    left: Numbers  #: by lane: what the seats' last turns left; see ``hidden_hands.py``


class Branches(NamedTuple):
    """What is known of branches beside their lanes."""

    seats: Numbers  #: whose turn is tried
    turns: Numbers  #: how many more are played
    worth: Reals
    told: Numbers


def new_lanes(device: "Device", rules: NDArray[Any], count: int) -> Lanes:
    """Make the arrays for so many games."""
    zeros = device.arrays.zeros
    playing, winners, scores, active, talks = (zeros(count, np.int64) for _ in range(5))
    return Lanes(
        rules=device.upload(rules),
        states=device.records(count, STATE),
        active=active,
        playing=playing,
        winners=winners,
        scores=scores,
        talks=talks,
        generators=zeros((count, 1), np.uint64),
    )


def new_listed_turns(device: "Device", rules: NDArray[Any], count: int) -> ListedTurns:
    """Make the arrays for the turns of the movers of so many games."""
    zeros, most = device.arrays.zeros, count * MOST_CANDIDATES
    # A plain game needs no hash tables to tell turns apart.
    slots = 1 if rules[ASKED].is_plain else 2 * _CAPACITY
    return ListedTurns(
        entries=device.records((count, _CAPACITY), ENTRY),
        turns=zeros((count, _CAPACITY), np.int64),
        slots=zeros((count, slots), np.int64),
        whole_slots=zeros((count, slots), np.int64),
        marks=zeros((count, 2), np.int64),
        heard=zeros((count, 4), np.int64),
        seats=zeros(count, np.int64),
        counts=zeros(count, np.int64),
        firsts=zeros(count, np.int64),
        chosen=zeros(count, np.int64),
        levels=zeros(count, np.float32),
        owners=zeros(most, np.int64),
        values=zeros(most, np.float32),
        bonus=zeros(most, np.float32),
    )


def new_listed_piles(device: "Device", count: int, at_once: int, width: int) -> ListedPiles:
    """Make the arrays for the piles of so many games, and the lines of those valued at once."""
    zeros = device.arrays.zeros
    return ListedPiles(
        stamps=zeros((count, PILE_KEYS), np.int64),
        piles=zeros((count, 4, MOST_KEYS), np.int64),
        sizes=zeros((4, count), np.int64),
        ends=zeros((4, count), np.int64),
        firsts=zeros(4, np.int64),
        owners=zeros(at_once, np.int64),
        lines=zeros((at_once, width), np.int8),
    )


def new_turn_rows(device: "Device", at_once: int) -> TurnRows:
    """Make the arrays for the rows of the turns that are valued at once."""
    zeros = device.arrays.zeros
    return TurnRows(
        rows=zeros((at_once, _TURN_ROWS), np.int16),
        weights=zeros((at_once, _TURN_ROWS), np.float32),
        counts=zeros(at_once, np.int32),
        keys=zeros((at_once, 4), np.int32),
    )


def new_tried(device: "Device", count: int) -> Tried:
    """Make the arrays for the tried turns of so many games."""
    zeros = device.arrays.zeros
    return Tried(
        counts=zeros(count, np.int64),
        entries=zeros((count, TRIED), np.int64),
        values=zeros((count, TRIED), np.float32),
        worth=zeros((count, TRIED), np.float32),
        chosen=zeros(count, np.int64),
        left=zeros((count, MAX_PLAYERS, PILES + 1), np.int64),
    )


def new_branches(device: "Device", count: int) -> Branches:
    """Make the arrays for so many branches."""
    zeros = device.arrays.zeros
    return Branches(
        seats=zeros(count, np.int64),
        turns=zeros(count, np.int64),
        worth=zeros(count, np.float32),
        told=zeros((count, MAX_PLAYERS, PILES), np.int64),
    )
