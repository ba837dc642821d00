"""Positions at the start of a turn as 128-bit keys, and the tables that remember them.

A key covers everything that the rest of the game depends on. Two piles of a team in the same
direction may be swapped, so their tops are sorted first. The chance that distinct positions share a
key is below one in 10^20 for any table that fits in memory.
"""

import numpy as np

from tenback.kernels.compiling import jit
from tenback.kernels.packed import PackedRules, PackedState, Words
from tenback.kernels.piles import FIRST_DOWN, FIRST_UP, SECOND_DOWN, SECOND_UP

__all__ = [
    "Key",
    "holds",
    "is_remembered",
    "key_at",
    "key_of",
    "new_table",
    "put",
    "remember",
    "slot_of",
]

Key = tuple[np.uint64, np.uint64]

_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_AGAIN = np.uint64(0xBF58476D1CE4E5B9)
_MIX_ONCE_MORE = np.uint64(0x94D049BB133111EB)
_PROBES = 4
#: The words of a key.
_FIRST, _SECOND = 0, 1


def new_table(positions: int) -> Words:
    """Return a table for about this many positions, rounded up to a power of two."""
    return np.zeros((1 << max(4, (positions - 1).bit_length()), 2), np.uint64)


@jit
def _mix(mixed: np.uint64, word: np.uint64, factor: np.uint64) -> np.uint64:
    mixed = (mixed ^ word) * factor
    return mixed ^ (mixed >> np.uint64(31))


@jit
def key_of(rules: PackedRules, state: PackedState) -> Key:
    """Return the key of a position in which a turn begins."""
    tops = state.tops
    first, second = tops[FIRST_UP], tops[SECOND_UP]
    third, fourth = tops[FIRST_DOWN], tops[SECOND_DOWN]
    if not rules.has_rivals:
        first, second = min(first, second), max(first, second)
        third, fourth = min(third, fourth), max(third, fourth)
    table = first | second << 8 | third << 16 | fourth << 24
    table |= state.seat << 32 | state.drawn[0] << 40 | state.drawn[1] << 48
    one = _mix(_MIX_ONCE_MORE, np.uint64(table), _MIX)
    other = _mix(_MIX, np.uint64(table), _MIX_AGAIN)
    for seat in range(rules.players):
        for word in range(2):
            one = _mix(one, state.hands[seat, word], _MIX)
            other = _mix(other, state.hands[seat, word], _MIX_AGAIN)
    one = _mix(one, one >> np.uint64(29), _MIX_ONCE_MORE)
    other = _mix(other, other >> np.uint64(29), _MIX_ONCE_MORE)
    return one, other | np.uint64(1)  # an empty slot of a table is 0


@jit
def slot_of(key: Key, slots: int) -> np.uint64:
    """Return the slot of a key in a table of so many, a power of two."""
    return key[_FIRST] & np.uint64(slots - 1)


@jit
def key_at(table: Words, slot: int | np.uint64) -> Key:
    """Return the key in a slot."""
    return table[slot, _FIRST], table[slot, _SECOND]


@jit
def holds(table: Words, slot: int | np.uint64, key: Key) -> bool:
    """Whether a slot holds the key."""
    return table[slot, _FIRST] == key[_FIRST] and table[slot, _SECOND] == key[_SECOND]


@jit
def put(table: Words, slot: int | np.uint64, key: Key) -> None:
    """Write a key into a slot."""
    table[slot, _FIRST], table[slot, _SECOND] = key


@jit
def is_remembered(table: Words, key: Key) -> bool:
    """Whether the table holds the key."""
    last = np.uint64(table.shape[0] - 1)
    for probe in range(_PROBES):  # noqa: SIM110 - Numba compiles no generator
        if holds(table, (key[_FIRST] + np.uint64(probe)) & last, key):
            return True
    return False


@jit
def remember(table: Words, key: Key) -> None:
    """Add a key; where the table is crowded the oldest key is forgotten."""
    last = np.uint64(table.shape[0] - 1)
    for probe in range(_PROBES):
        slot = (key[_FIRST] + np.uint64(probe)) & last
        if table[slot, _SECOND] == np.uint64(0):
            put(table, slot, key)
            return
    for probe in range(_PROBES - 1, 0, -1):
        slot = (key[_FIRST] + np.uint64(probe)) & last
        put(table, slot, key_at(table, (slot - np.uint64(1)) & last))
    put(table, key[_FIRST] & last, key)
