"""Choosing the turn whose position is worth most, without looking further.

`planner` and `tuned` value it by weighted features, `expert` and the search of `master` by the
network.
"""

from typing import Final, NamedTuple

import numpy as np

from tenback.bots.search.near_turns import list_turns
from tenback.bots.search.turns import play_turns
from tenback.bots.value.features import Floats
from tenback.bots.value.inputs import Reals
from tenback.bots.value.linear import linear_value
from tenback.bots.value.tables import Tables
from tenback.bots.value.valuing import Cache, new_cache, value_listed
from tenback.kernels import codes
from tenback.kernels.compiling import jit
from tenback.kernels.enumeration import enumerate_turns, play_turn
from tenback.kernels.packed import Numbers, PackedRules, PackedState, Words
from tenback.kernels.turn_buffer import TurnBuffer, TurnLimits, new_turn_buffer

__all__ = [
    "NO_TURN",
    "SPREAD",
    "Desk",
    "best_linear_turn",
    "best_valued_turn",
    "lay_or_lose",
    "new_desk",
    "value_turns",
]

#: Instead of an entry: no turn obeys every rule.
NO_TURN: Final = -1
_WORST: Final = -1e300

#: How much more than the cheapest turn a turn may advance to be looked at.
SPREAD: Final = 30
_CAPACITY = 1 << 13


class Desk(NamedTuple):
    """What one thread needs to value turns; made once and used for many positions."""

    tables: Tables
    cache: Cache
    buffer: TurnBuffer
    values: Reals
    best: Reals


def new_desk(tables: Tables, capacity: int = _CAPACITY) -> Desk:
    """Make a desk for the tables of a network."""
    return Desk(
        tables=tables,
        cache=new_cache(tables),
        buffer=new_turn_buffer(capacity),
        values=np.zeros(capacity, np.float32),
        best=np.zeros(1, np.float32),
    )


@jit
def value_turns(
    rules: PackedRules,
    state: PackedState,
    limits: TurnLimits,
    signals: Numbers,
    desk: Desk,
    spread: int = SPREAD,
) -> int:
    """List the mover's turns and value each: ``desk.values`` beside ``desk.buffer.turns``."""
    count = list_turns(rules, state, limits, spread, desk.buffer)
    value_listed(
        rules,
        state,
        state.seat,
        desk.buffer,
        count,
        signals,
        desk.tables,
        desk.cache,
        desk.values,
    )
    return count


@jit
def best_valued_turn(
    rules: PackedRules,
    state: PackedState,
    limits: TurnLimits,
    signals: Numbers,
    desk: Desk,
    spread: int = SPREAD,
) -> int:
    """Return the entry of the best turn, NO_TURN if no turn obeys every rule.

    Its value is in ``desk.best``.
    """
    count = value_turns(rules, state, limits, signals, desk, spread)
    choice = NO_TURN
    for index in range(count):
        if choice == NO_TURN or desk.values[index] > desk.best[0]:
            desk.best[0] = desk.values[index]
            choice = desk.buffer.turns[index]
    return choice


@jit
def best_linear_turn(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    weights: Floats,
    buffer: TurnBuffer,
    numbers: Floats,
) -> int:
    """Return the entry of the best turn, the first of equals; NO_TURN if none obeys every rule."""
    count = enumerate_turns(rules, seen, limits, buffer)
    best, choice = _WORST, NO_TURN
    for index in range(count):
        entry = buffer.turns[index]
        value = linear_value(rules, seen, seen.seat, buffer.entries[entry], weights, numbers)
        if value > best:
            best, choice = value, entry
    return choice


@jit
def lay_or_lose(
    rules: PackedRules, state: PackedState, buffer: TurnBuffer, turn: int, generator: Words
) -> None:
    """Play a turn of the buffer; for NO_TURN, lay what can be laid and lose (B-15)."""
    if turn == NO_TURN:
        play_turns(rules, state, codes.GREEDY, 1, generator)
    else:
        play_turn(rules, state, buffer.entries[turn])
