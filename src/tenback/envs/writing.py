"""Observations and masks, written by compiled code into arrays that the caller owns.

Both are put together as bits, which are then spread to bytes, 64 at a time. An observation is made
from a packed state and a seat, but reads only what the packed view of that seat holds as well: both
give the same array, and a test says so.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, HIGH, LOW, ONE, below, trailing_zeros
from tenback.kernels.compiling import emitted, jit
from tenback.kernels.facts import (
    binding_commands,
    bound_piles,
    has_helped,
    has_three,
    open_skulls,
    touched_piles,
)
from tenback.kernels.judging import unmet_duty
from tenback.kernels.legal import fitting_cards, legal_cards
from tenback.kernels.packed import Numbers, PackedRules, PackedState, Words
from tenback.kernels.piles import first_own_pile, is_ascending
from tenback.kernels.steps import deck_count, hand_count

__all__ = [
    "SECTIONS",
    "Row",
    "Rows",
    "gather_mask",
    "gather_observation",
    "spread_row",
    "words_for",
]

Row = NDArray[np.int8]
#: A row for each game.
Rows = NDArray[np.int8]

#: The sections of an observation, in this order; a game has those that it needs.
SECTIONS: Final = (
    *("hand", "gone", "tops", "decks", "hand_counts", "to_move", "minimum", "laid"),
    *("helped", "touched", "commands", "skulls", "bound", "three"),
)
HAND: Final = SECTIONS.index("hand")
GONE: Final = SECTIONS.index("gone")
TOPS: Final = SECTIONS.index("tops")
DECKS: Final = SECTIONS.index("decks")
HAND_COUNTS: Final = SECTIONS.index("hand_counts")
TO_MOVE: Final = SECTIONS.index("to_move")
MINIMUM: Final = SECTIONS.index("minimum")
LAID: Final = SECTIONS.index("laid")
HELPED: Final = SECTIONS.index("helped")
TOUCHED: Final = SECTIONS.index("touched")
COMMANDS: Final = SECTIONS.index("commands")
SKULLS: Final = SECTIONS.index("skulls")
BOUND: Final = SECTIONS.index("bound")
THREE: Final = SECTIONS.index("three")

_KINDS: Final = len(codes.COMMANDS)
_WORD: Final = np.uint64(64)
_LAST: Final = np.uint64(63)
#: How many bits a word has, and how many of its bits tell a place within it.
WORD: Final = 64
_SHIFT: Final = 6

_INSTRUCTIONS = "tenback.envs.instructions"
#: Write the 64 bits of a word as bytes of 0 and 1 into a row, from an index on.
spread_bits: Callable[[Row, int, np.uint64], None] = emitted(_INSTRUCTIONS, "spread_bits")


@jit
def words_for(entries: int) -> int:
    """Return how many words hold so many entries, with one to spare for what is put at the end."""
    return (entries + WORD - 1) // WORD + 1


@jit
def _put(bits: Words, start: int, word: np.uint64) -> None:
    """Add a word to a row of bits, from a place on."""
    place, shift = start >> _SHIFT, np.uint64(start & 63)
    bits[place] |= word << shift
    bits[place + 1] |= (word >> ONE) >> (_LAST - shift)


@jit
def _put_one(bits: Words, place: int) -> None:
    """Add a single entry to a row of bits."""
    bits[place >> _SHIFT] |= ONE << np.uint64(place & 63)


@jit
def _put_cards(bits: Words, start: int, low: np.uint64, high: np.uint64, lowest: int) -> None:
    """Add a set of cards, an entry for each card of the game."""
    down = np.uint64(lowest)
    _put(bits, start, (low >> down) | (high << (_WORD - down)))
    _put(bits, start + WORD, high >> down)


@jit
def _put_count(bits: Words, start: int, count: int) -> None:
    """Add a number as so many ones."""
    low, high = below(count)
    _put(bits, start, low)
    if high != EMPTY:
        _put(bits, start + WORD, high)


@jit
def _put_piles(bits: Words, start: int, piles: int, first: int) -> None:
    """Add a set of piles, the seat's own first."""
    turned = (piles | piles << 4) >> first
    _put(bits, start, np.uint64(turned & 15))


@jit
def gather_observation(
    rules: PackedRules, state: PackedState, seat: int, starts: Numbers, memory: bool, bits: Words
) -> None:
    """Write what a seat may know as bits; ``starts`` are those of the encoding."""
    for place in range(bits.size):
        bits[place] = EMPTY
    lowest, players, decks, hand_size = rules.lowest, rules.players, rules.decks, rules.hand_size
    cards = rules.highest - lowest + 1
    undealt = rules.deck_size - hand_size * (players // decks)
    first = first_own_pile(rules, seat)
    _put_cards(bits, starts[HAND], state.hands[seat, LOW], state.hands[seat, HIGH], lowest)
    deck = rules.deck_of[seat]
    for order in range(decks):
        if memory:
            start = starts[GONE] + order * cards
            _put_cards(bits, start, state.gone[deck, LOW], state.gone[deck, HIGH], lowest)
        _put_count(bits, starts[DECKS] + order * undealt, deck_count(state, deck))
        deck = decks - 1 - deck
    for order in range(4):
        top = state.tops[(first + order) & 3]
        _put_one(bits, starts[TOPS] + order * (cards + 2) + top - lowest + 1)
    other = seat
    for order in range(players):
        _put_count(bits, starts[HAND_COUNTS] + order * hand_size, hand_count(state, other))
        if other == state.seat:
            _put_one(bits, starts[TO_MOVE] + order)
        other = other + 1 if other + 1 < players else 0
    _put_count(bits, starts[MINIMUM], state.minimum)
    _put_count(bits, starts[LAID], state.laid)
    if not rules.is_plain:
        _gather_turn(rules, state, first, starts, bits)


@jit
def _gather_turn(
    rules: PackedRules, state: PackedState, first: int, starts: Numbers, bits: Words
) -> None:
    """Write what the open turn's duties depend on, where the game has any."""
    facts = state.facts
    if rules.has_rivals and has_helped(facts):
        _put_one(bits, starts[HELPED])
    if rules.has_commands or rules.duties:
        _put_piles(bits, starts[TOUCHED], touched_piles(facts), first)
    if rules.has_commands:
        for order in range(4):
            command = rules.commands[state.tops[(first + order) & 3]]
            if command:
                _put_one(bits, starts[COMMANDS] + order * _KINDS + command - 1)
        _put_piles(bits, starts[SKULLS], open_skulls(facts), first)
        _put_piles(bits, starts[BOUND], bound_piles(rules, state.tops, facts), first)
        if has_three(facts):
            _put_one(bits, starts[THREE])


@jit
def gather_mask(rules: PackedRules, state: PackedState, bits: Words) -> None:
    """Write the mover's legal actions as bits; none once the game is over."""
    for place in range(bits.size):
        bits[place] = EMPTY
    if state.phase != codes.PLAYING:
        return
    seat, lowest, tops, laid, facts = state.seat, rules.lowest, state.tops, state.laid, state.facts
    low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
    if rules.is_plain:
        # The same as below, without the calls: they take longer than all the rest.
        a_low, a_high = fitting_cards(is_ascending(rules, 0), tops[0])
        b_low, b_high = fitting_cards(is_ascending(rules, 1), tops[1])
        c_low, c_high = fitting_cards(is_ascending(rules, 2), tops[2])
        d_low, d_high = fitting_cards(is_ascending(rules, 3), tops[3])
        a_low, b_low, c_low, d_low = low & a_low, low & b_low, low & c_low, low & d_low
        a_high, b_high, c_high, d_high = high & a_high, high & b_high, high & c_high, high & d_high
    else:
        first, binding = first_own_pile(rules, seat), binding_commands(rules, tops, facts)
        a_low, a_high = legal_cards(rules, seat, tops, laid, facts, binding, low, high, first)
        b_low, b_high = legal_cards(
            rules, seat, tops, laid, facts, binding, low, high, (first + 1) & 3
        )
        c_low, c_high = legal_cards(
            rules, seat, tops, laid, facts, binding, low, high, (first + 2) & 3
        )
        d_low, d_high = legal_cards(
            rules, seat, tops, laid, facts, binding, low, high, (first + 3) & 3
        )
    _put_placements(bits, -lowest, a_low, b_low, c_low, d_low)
    _put_placements(bits, WORD - lowest, a_high, b_high, c_high, d_high)
    if unmet_duty(rules, tops, laid, state.minimum, facts) == codes.ALLOWED:
        _put_one(bits, 4 * (rules.highest - lowest + 1))


@jit
def _put_placements(
    bits: Words, start: int, a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> None:
    """Add the placements of some cards, those on the first pile, on the second, and so on."""
    cards = a | b | c | d
    while cards != EMPTY:
        card = trailing_zeros(cards)
        cards &= cards - ONE
        down = np.uint64(card)
        piles = (
            (a >> down) & ONE
            | ((b >> down) & ONE) << ONE
            | ((c >> down) & ONE) << np.uint64(2)
            | ((d >> down) & ONE) << np.uint64(3)
        )
        place = 4 * (start + card)
        bits[place >> _SHIFT] |= piles << np.uint64(place & 63)


@jit
def spread_row(bits: Words, rows: Row, first: int, size: int) -> None:
    """Write bits as bytes, 64 at a time; the last 64 may meet those before them.

    ``rows`` are all rows one behind the other: a row taken out of them would be counted by Numba,
    which takes longer than writing it.
    """
    for start in range(0, size - 63, WORD):
        spread_bits(rows, first + start, bits[start >> _SHIFT])
    if size & 63:
        start = size - WORD
        place, shift = start >> _SHIFT, np.uint64(start & 63)
        word = bits[place] >> shift | (bits[place + 1] << ONE) << (_LAST - shift)
        spread_bits(rows, first + start, word)
