"""The network as play adds it up: rows of whole numbers.

Play only ever adds rows and takes them away again. So what a row counts is multiplied beforehand:
the far ends of a pile's planes, and a row for every number that a count can have. Whole numbers add
up to the same sum in any order, and sums can be kept from one position to the next. Every unit of
the first layer has a scale of its own, a power of two; the second layer divides by it.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.bots.value import survey
from tenback.bots.value.features import Floats
from tenback.bots.value.inputs import (
    COMMAND_PLANE,
    FAR,
    HELD,
    HELD_COMMANDS,
    MOST_HELD,
    PLANE,
    SLOT,
    UNSEEN,
    UNSEEN_COMMANDS,
    Reals,
    weight_of,
)
from tenback.bots.value.network import Network
from tenback.bots.value.survey import REACHES
from tenback.bots.value.turn_inputs import (
    HALF,
    JUMP_ROWS,
    REACH_HELD_ROWS,
    REACH_UNSEEN_ROWS,
    ROWS,
    TOGETHER_ROWS,
)
from tenback.kernels.compiling import jit
from tenback.kernels.packed import MAX_DECK, PILES, Numbers

__all__ = ["BIAS", "TAKEN", "TAKEN_COMMANDS", "Tables", "fill_tables", "list_counts", "new_tables"]

Wholes = NDArray[np.int16]

# Behind the rows of the network: what changes if a card of the mover's deck is not unseen but in
# the mover's hand, by slot and distance, and for its command.
TAKEN: Final = ROWS
TAKEN_COMMANDS: Final = TAKEN + PILES * PLANE
BIAS: Final = TAKEN_COMMANDS + PILES * COMMAND_PLANE
_COUNTED: Final = BIAS + 1


def _starts(first: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(first + sum(sizes[:index]) for index in range(len(sizes) + 1))


# How many cards lie within a reach, but not within the one before: at most so many for each pile.
_STEPS = tuple(REACHES[index] - (0, *REACHES)[index] for index in range(len(REACHES)))
_UNSEEN_STARTS: Final = _starts(
    _COUNTED, tuple(min(PILES * steps, MAX_DECK) + 1 for steps in _STEPS)
)
_HELD_STARTS: Final = _starts(
    _UNSEEN_STARTS[-1], tuple(min(PILES * steps, MOST_HELD) + 1 for steps in _STEPS)
)
# As the last rows of the network: jumps held and unseen, pairs left and to come.
_JUMP_STARTS: Final = _starts(
    _HELD_STARTS[-1], (PILES + 1, PILES + 1, MAX_DECK + 1, 2 * MOST_HELD + 1)
)
_TABLE_ROWS: Final = _JUMP_STARTS[-1]
_JUMP_COUNTS: Final = (
    survey.JUMPS_HELD,
    survey.JUMPS_UNSEEN,
    survey.PAIRS_LEFT,
    survey.PAIRS_TO_COME,
)
#: What each of them weighs.
_SHARES: Final = (1.0, 1.0, float(FAR), float(HALF))
_LARGEST: Final = 32767.0
_FIRST_SCALE: Final = float(1 << 30)


class Tables(NamedTuple):
    """The weights: of the first layer as rows, the others as in the network."""

    rows: Wholes
    second: Reals  #: divided by the scales of the first layer's units
    second_bias: Reals
    last: Reals
    last_bias: Reals
    #: 1 where the network was told of cards that are worth more together, else 0
    together: NDArray[np.int64]


def new_tables(network: Network) -> Tables:
    """Make the tables of a network."""
    first = network.first_bias.size
    rows = np.zeros((_TABLE_ROWS, first), np.int16)
    layers = (np.zeros_like(part) for part in network[2:])
    tables = Tables._make([rows, *layers, np.zeros(1, np.int64)])
    fill_tables(network, tables, np.zeros((2, first)))
    return tables


@jit
def fill_tables(network: Network, tables: Tables, room: Floats) -> None:
    """Write the tables of a network; ``room`` has two lines as long as its first layer."""
    for index in range(tables.last.size):
        tables.second_bias[index] = network.second_bias[index]
        tables.last[index] = network.last[index]
    tables.last_bias[0] = network.last_bias[0]
    tables.together[0] = 0
    for row in range(TOGETHER_ROWS, ROWS):
        for unit in range(network.first_bias.size):
            if network.rows[row, unit] != 0.0:
                tables.together[0] = 1
    line, scales = room[0], room[1]
    units = line.size
    for unit in range(units):
        scales[unit] = 0.0
    for row in range(_TABLE_ROWS):
        _write_line(network.rows, network.first_bias, row, line)
        for unit in range(units):
            scales[unit] = max(scales[unit], abs(line[unit]))
    for unit in range(units):
        largest, scale = scales[unit], _FIRST_SCALE
        while largest * scale > _LARGEST:
            scale *= 0.5
        scales[unit] = scale
        for index in range(tables.last.size):
            tables.second[unit, index] = network.second[unit, index] / np.float32(scale)
    for row in range(_TABLE_ROWS):
        _write_line(network.rows, network.first_bias, row, line)
        for unit in range(units):
            wanted = line[unit] * scales[unit]
            tables.rows[row, unit] = np.int16(wanted + (0.5 if wanted >= 0.0 else -0.5))


@jit
def _write_line(rows: Reals, bias: Reals, row: int, line: Floats) -> None:
    """Write what a row of the tables adds."""
    if row < REACH_UNSEEN_ROWS or JUMP_ROWS + len(_SHARES) <= row < ROWS:
        _write_multiple(rows, row, _share_of(row), line)
    elif row < ROWS:
        _write_multiple(rows, row, 0.0, line)  # counted below
    elif row < TAKEN_COMMANDS:
        slot, place = (row - TAKEN) // PLANE, (row - TAKEN) % PLANE
        held, unseen = slot * SLOT + HELD + place, slot * SLOT + UNSEEN + place
        share = _share_of(held)
        for unit in range(line.size):
            line[unit] = share * (float(rows[held, unit]) - float(rows[unseen, unit]))
    elif row < BIAS:
        slot, place = (row - TAKEN_COMMANDS) // COMMAND_PLANE, (row - TAKEN_COMMANDS)
        place %= COMMAND_PLANE
        held, unseen = slot * SLOT + HELD_COMMANDS + place, slot * SLOT + UNSEEN_COMMANDS + place
        for unit in range(line.size):
            line[unit] = float(rows[held, unit]) - float(rows[unseen, unit])
    elif row == BIAS:
        for unit in range(line.size):
            line[unit] = bias[unit]
    else:
        _write_counted(rows, row, line)


@jit
def _share_of(row: int) -> float:
    """Return what a row counts: cards at the far ends of a pile's planes an eighth."""
    if row < PILES * SLOT:
        for plane in (UNSEEN, HELD):
            place = row % SLOT - plane
            if 0 <= place < PLANE:
                return float(weight_of(place))
    return 1.0


@jit
def _write_multiple(rows: Reals, row: int, share: float, line: Floats) -> None:
    for unit in range(line.size):
        line[unit] = share * float(rows[row, unit])


@jit
def _write_counted(rows: Reals, row: int, line: Floats) -> None:
    """Write the row of a number that a count can have."""
    for index in range(len(_SHARES)):
        if _JUMP_STARTS[index] <= row < _JUMP_STARTS[index + 1]:
            count = row - _JUMP_STARTS[index]
            _write_multiple(rows, JUMP_ROWS + index, _SHARES[index] * count, line)
    for reach in range(len(REACHES)):
        if _UNSEEN_STARTS[reach] <= row < _UNSEEN_STARTS[reach + 1]:
            share = float(FAR) * (row - _UNSEEN_STARTS[reach])
            _write_reached(rows, REACH_UNSEEN_ROWS, reach, share, line)
        if _HELD_STARTS[reach] <= row < _HELD_STARTS[reach + 1]:
            share = float(HALF) * (row - _HELD_STARTS[reach])
            _write_reached(rows, REACH_HELD_ROWS, reach, share, line)


@jit
def _write_reached(rows: Reals, first: int, reach: int, share: float, line: Floats) -> None:
    """Write what cards add that are within a reach and not within the one before.

    They are within every wider one, too.
    """
    for unit in range(line.size):
        line[unit] = 0.0
        for wider in range(reach, len(REACHES)):
            line[unit] += float(rows[first + wider, unit])
        line[unit] *= share


@jit
def list_counts(counts: Numbers, indices: Numbers, size: int) -> int:
    """Append the rows of a surveyed turn that stand for a number; return the new size.

    A number too large for its rows counts as the largest: hands have never been so large.
    """
    for index in range(len(_JUMP_COUNTS)):
        count = counts[_JUMP_COUNTS[index]]
        if count > 0:
            indices[size] = min(_JUMP_STARTS[index] + count, _JUMP_STARTS[index + 1] - 1)
            size += 1
    unseen = held = 0
    for reach in range(len(REACHES)):
        count = counts[survey.REACH_UNSEEN + reach]
        if count > unseen:
            indices[size] = _UNSEEN_STARTS[reach] + count - unseen
            unseen = count
            size += 1
        count = counts[survey.REACH_HELD + reach]
        if count > held:
            row = _HELD_STARTS[reach] + count - held
            indices[size] = min(row, _HELD_STARTS[reach + 1] - 1)
            held = count
            size += 1
    return size
