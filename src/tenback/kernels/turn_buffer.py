"""Where the enumeration of turns keeps what it finds, and what it may leave out."""

from typing import NamedTuple, Protocol, cast

import numpy as np

from tenback.kernels.bits import HIGH, LOW
from tenback.kernels.choices import card_of, pile_of
from tenback.kernels.compiling import jit
from tenback.kernels.packed import Numbers, Words
from tenback.rules import Placement

__all__ = [
    "ANY",
    "ANY_ADVANCE",
    "ENTRY",
    "EXACT",
    "TurnBuffer",
    "TurnEntry",
    "TurnLimits",
    "is_new",
    "new_turn_buffer",
    "placements_of",
]

#: Entries of ``TurnBuffer.marks``: the generation of the tables, and whether entries were dropped.
GENERATION, OVERFLOWED = range(2)

#: More cards than any turn has, and more steps than any card.
ANY = 128
ANY_ADVANCE = 1 << 30
_INDEX_BITS = 32
_INDEX = (1 << _INDEX_BITS) - 1
_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_AGAIN = np.uint64(0xBF58476D1CE4E5B9)


class TurnLimits(NamedTuple):
    """What the enumeration may leave out; heuristics for bots, all off in ``EXACT``."""

    max_cards: int = ANY  #: longest turn, cards laid before included
    wide_gap: int = ANY  #: a step over more than this is wide
    max_wide: int = ANY  #: how many wide steps a turn may hold, unless none has so few
    #: How far a turn may bring a team's piles: the ascending tops less the descending ones.
    max_advance: int = ANY_ADVANCE


EXACT = TurnLimits()


class TurnEntry(Protocol):
    """A turn, whole or unfinished: one placement more than its parent."""

    used: Words  #: the set of cards laid
    tops: Numbers
    count: int  #: how many cards the turn has laid, those before the enumeration included
    draws: int  #: how many it draws, if the deck has them; set for whole turns
    facts: int  #: see ``facts.py``; ``has_helped`` tells whether a duel's opponent was helped
    wides: int  #: how many of its steps are wide
    parent: int  #: the entry without the last placement; entry 0 is the start
    choice: int  #: the last placement; see ``choices.py``


#: Kept small: enumeration spends most of its time reading and writing entries.
ENTRY = np.dtype(
    (
        np.record,
        [
            ("used", np.uint64, (2,)),
            ("tops", np.int16, (4,)),
            ("facts", np.int32),
            ("parent", np.int32),
            ("choice", np.int16),
            ("count", np.int16),
            ("draws", np.int16),
            ("wides", np.int16),
        ],
    )
)


class TurnEntries(Protocol):
    """An array of records of ``ENTRY``."""

    size: int

    def __getitem__(self, index: int) -> TurnEntry:
        """Return an entry by reference."""
        ...

    def __setitem__(self, index: int, entry: TurnEntry) -> None:
        """Copy an entry."""
        ...


class TurnBuffer(NamedTuple):
    """Where an enumeration writes; made once and used for many."""

    entries: TurnEntries
    turns: Numbers  #: the indices of the entries that are whole, obedient turns
    slots: Numbers  #: hash table of entries
    whole_slots: Numbers  #: hash table of whole turns
    marks: Numbers  #: see ``GENERATION``


def new_turn_buffer(capacity: int = 1 << 14) -> TurnBuffer:
    """Make a buffer for so many entries; an enumeration that needs more drops the rest."""
    slots = 1 << max(4, (2 * capacity - 1).bit_length())
    return TurnBuffer(
        entries=cast("TurnEntries", np.zeros(capacity, ENTRY)),
        turns=np.zeros(capacity, np.int64),
        slots=np.zeros(slots, np.int64),
        whole_slots=np.zeros(slots, np.int64),
        marks=np.zeros(2, np.int64),
    )


@jit
def _hash(entry: TurnEntry, facts: int) -> np.uint64:
    tops = entry.tops
    packed = tops[0] | tops[1] << 8 | tops[2] << 16 | tops[3] << 24 | facts << 32
    mixed = entry.used[LOW] * _MIX ^ (entry.used[HIGH] + np.uint64(packed)) * _MIX_AGAIN
    mixed = (mixed ^ (mixed >> np.uint64(29))) * _MIX
    return mixed ^ (mixed >> np.uint64(32))


@jit
def _is_same(one: TurnEntry, other: TurnEntry, compare_facts: bool) -> bool:
    return (
        one.used[LOW] == other.used[LOW]
        and one.used[HIGH] == other.used[HIGH]
        and one.tops[0] == other.tops[0]
        and one.tops[1] == other.tops[1]
        and one.tops[2] == other.tops[2]
        and one.tops[3] == other.tops[3]
        and (not compare_facts or one.facts == other.facts)
    )


@jit
def is_new(
    entries: TurnEntries, table: Numbers, generation: int, index: int, compare_facts: bool
) -> bool:
    """Enter an entry in a hash table by cards used and tops; return whether it is new."""
    entry = entries[index]
    last = np.uint64(table.size - 1)
    slot = _hash(entry, entry.facts if compare_facts else 0) & last
    # A slot of an earlier generation is empty: no table is cleared between enumerations.
    while table[slot] >> _INDEX_BITS == generation:
        if _is_same(entries[table[slot] & _INDEX], entry, compare_facts):
            return False
        slot = (slot + np.uint64(1)) & last
    table[slot] = generation << _INDEX_BITS | index
    return True


def placements_of(buffer: TurnBuffer, index: int) -> tuple[Placement, ...]:
    """Return the placements of an entry in an order in which ``rules/`` accepts them."""
    # The plain Python functions: the library does not export them, and Numba may be missing.
    card = card_of.py_func  # pyright: ignore[reportFunctionMemberAccess] - ``jit`` adds it
    pile = pile_of.py_func  # pyright: ignore[reportFunctionMemberAccess]
    reverse: list[Placement] = []
    while index:
        choice = int(buffer.entries[index].choice)
        reverse.append(Placement(card(choice), pile(choice)))
        index = int(buffer.entries[index].parent)
    return tuple(reversed(reverse))
