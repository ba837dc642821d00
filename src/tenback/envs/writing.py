"""Observations and masks, written by compiled code into arrays that the caller owns.

Both are put together as bits, which are then spread to bytes, 64 at a time. An observation is made
from a packed state and a seat, but reads only what the packed view of that seat holds as well: both
give the same array, and a test says so.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, HIGH, LOW, ONE, Cards, below, single
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
from tenback.kernels.packed import PackedRules, PackedState, Words
from tenback.kernels.piles import first_own_pile, is_ascending
from tenback.kernels.steps import deck_count, hand_count

__all__ = [
    "SECTIONS",
    "SLATE",
    "Row",
    "Rows",
    "gather_mask",
    "gather_observation",
    "new_slate",
    "spread_row",
    "words_for",
]

Row = NDArray[np.int8]
#: A row for each game.
Rows = NDArray[np.int8]
#: Where a row of bits goes on: its word, how much of it is filled, and with what.
Written = tuple[np.uint64, np.uint64, np.uint64]

#: The sections of an observation, in this order; a game has those that it needs.
SECTIONS: Final = (
    *("hand", "gone", "tops", "decks", "hand_counts", "to_move", "minimum", "laid"),
    *("helped", "touched", "commands", "skulls", "bound", "three"),
)
_KINDS: Final = len(codes.COMMANDS)
_WORD: Final = np.uint64(64)
_LAST: Final = np.uint64(63)
#: How many bits a word has, and how many bits tell a place within it.
WORD: Final = 64
_SHIFT: Final = np.uint64(6)
#: A word has four parts of sixteen bits.
_QUARTERS: Final = 4
_SIXTEEN: Final = np.uint64(0xFFFF)

_INSTRUCTIONS = "tenback.envs.instructions"
#: Write the 64 bits of a word as bytes of 0 and 1 to an address.
spread_bits: Callable[[int, np.uint64], None] = emitted(_INSTRUCTIONS, "spread_bits")

#: A row of bits that is being written, longer than any needs to be. A record: Numba counts the
#: users of an array at every call, and takes a record as it is.
SLATE = np.dtype((np.record, [("bits", np.uint64, (24,))]))


def new_slate() -> NDArray[Any]:
    """Make an empty slate, as an array of one."""
    return np.zeros(1, SLATE)


def words_for(entries: int) -> int:
    """Return how many words hold so many entries, with one to spare for what is put at the end."""
    return (entries + WORD - 1) // WORD + 1


@jit
def _append(
    bits: Words,
    place: np.uint64,
    filled: np.uint64,
    word: np.uint64,
    value: np.uint64,
    width: int,
) -> Written:
    """Append an entry of at most 64 bits to a row; return where it goes on, and with what."""
    word |= value << filled
    bits[place] = word
    total = filled + np.uint64(width)
    rest = (value >> ONE) >> (_LAST - filled)
    return place + (total >> _SHIFT), total & _LAST, rest if total >= _WORD else word


@jit
def _append_set(
    bits: Words,
    place: np.uint64,
    filled: np.uint64,
    word: np.uint64,
    low: np.uint64,
    high: np.uint64,
    width: int,
) -> Written:
    """Append an entry of two words."""
    if width <= WORD:
        return _append(bits, place, filled, word, low, width)
    place, filled, word = _append(bits, place, filled, word, low, WORD)
    return _append(bits, place, filled, word, high, width - WORD)


@jit
def _append_count(
    bits: Words, place: np.uint64, filled: np.uint64, word: np.uint64, count: int, width: int
) -> Written:
    """Append a number as so many ones."""
    low, high = below(count)
    return _append_set(bits, place, filled, word, low, high, width)


@jit
def _turned(piles: int, first: int) -> np.uint64:
    """Return a set of piles, the seat's own first."""
    return np.uint64(((piles | piles << 4) >> first) & 15)


@jit
def gather_observation(
    rules: PackedRules, state: PackedState, seat: int, memory: bool, bits: Words
) -> None:
    """Write what a seat may know as bits, section by section (``Encoding`` says what they hold)."""
    lowest, players, decks, hand_size = rules.lowest, rules.players, rules.decks, rules.hand_size
    cards = rules.highest - lowest + 1
    first, deck = first_own_pile(rules, seat), rules.deck_of[seat]
    place, filled, word = EMPTY, EMPTY, EMPTY
    low, high = _from_lowest(state.hands[seat, LOW], state.hands[seat, HIGH], lowest)
    place, filled, word = _append_set(bits, place, filled, word, low, high, cards)
    for order in range(decks):
        gone = deck if order == 0 else decks - 1 - deck
        low, high = _from_lowest(state.gone[gone, LOW], state.gone[gone, HIGH], lowest)
        low, high = low if memory else EMPTY, high if memory else EMPTY
        place, filled, word = _append_set(bits, place, filled, word, low, high, cards)
    for order in range(4):
        low, high = single(state.tops[(first + order) & 3] - lowest + 1)
        place, filled, word = _append_set(bits, place, filled, word, low, high, cards + 2)
    undealt = max(0, rules.deck_size - hand_size * (players if decks == 1 else players >> 1))
    for order in range(decks):
        left = deck_count(state, deck if order == 0 else decks - 1 - deck)
        place, filled, word = _append_count(bits, place, filled, word, left, undealt)
    other, mover = seat, 0
    for order in range(players):
        held = hand_count(state, other)
        place, filled, word = _append_count(bits, place, filled, word, held, hand_size)
        mover = order if other == state.seat else mover
        other = other + 1 if other + 1 < players else 0
    place, filled, word = _append(bits, place, filled, word, ONE << np.uint64(mover), players)
    most = max(rules.minimum, rules.late_minimum)
    place, filled, word = _append_count(bits, place, filled, word, state.minimum, most)
    place, filled, word = _append_count(bits, place, filled, word, state.laid, hand_size)
    if not rules.is_plain:
        place, filled, word = _gather_turn(rules, state, first, bits, place, filled, word)
    bits[place] = word


@jit
def _gather_turn(
    rules: PackedRules,
    state: PackedState,
    first: int,
    bits: Words,
    place: np.uint64,
    filled: np.uint64,
    word: np.uint64,
) -> Written:
    """Write what the open turn's duties depend on, where the game has any."""
    facts = state.facts
    if rules.has_rivals:
        helped = ONE if has_helped(facts) else EMPTY
        place, filled, word = _append(bits, place, filled, word, helped, 1)
    if rules.has_commands or rules.duties:
        touched = _turned(touched_piles(facts), first)
        place, filled, word = _append(bits, place, filled, word, touched, 4)
    if rules.has_commands:
        for order in range(4):
            command = rules.commands[state.tops[(first + order) & 3]]
            shown = (ONE << np.uint64(command)) >> ONE
            place, filled, word = _append(bits, place, filled, word, shown, _KINDS)
        skulls = _turned(open_skulls(facts), first)
        place, filled, word = _append(bits, place, filled, word, skulls, 4)
        bound = _turned(bound_piles(rules, state.tops, facts), first)
        place, filled, word = _append(bits, place, filled, word, bound, 4)
        three = ONE if has_three(facts) else EMPTY
        place, filled, word = _append(bits, place, filled, word, three, 1)
    return place, filled, word


@jit
def _from_lowest(low: np.uint64, high: np.uint64, lowest: int) -> Cards:
    """Return a set of cards counted from the lowest card of the game."""
    down = np.uint64(lowest)
    return (low >> down) | (high << (_WORD - down)), high >> down


@jit
def _swap(word: np.uint64, distance: np.uint64, chosen: np.uint64) -> np.uint64:
    """Exchange the chosen bits of a word with those so far above them."""
    changed = (word ^ (word >> distance)) & chosen
    return word ^ changed ^ (changed << distance)


@jit
def _interleave(a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64, quarter: int) -> np.uint64:
    """Take sixteen bits of each of four words in turn: one of the first, one of the second, ..."""
    down = np.uint64(16 * quarter)
    word = (
        (a >> down & _SIXTEEN)
        | (b >> down & _SIXTEEN) << np.uint64(16)
        | (c >> down & _SIXTEEN) << np.uint64(32)
        | (d >> down & _SIXTEEN) << np.uint64(48)
    )
    # The two bits of an index that tell the word move below the four that tell the place in it.
    word = _swap(word, np.uint64(24), np.uint64(0x00000000FF00FF00))
    word = _swap(word, np.uint64(12), np.uint64(0x0000F0F00000F0F0))
    word = _swap(word, np.uint64(6), np.uint64(0x00CC00CC00CC00CC))
    return _swap(word, np.uint64(3), np.uint64(0x0A0A0A0A0A0A0A0A))


@jit
def gather_mask(rules: PackedRules, state: PackedState, bits: Words) -> None:
    """Write the mover's legal actions as bits; none once the game is over."""
    words = min(2 * _QUARTERS, bits.size)
    if state.phase != codes.PLAYING:
        for place in range(words):
            bits[place] = EMPTY
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
    a_low, a_high = _from_lowest(a_low, a_high, lowest)
    b_low, b_high = _from_lowest(b_low, b_high, lowest)
    c_low, c_high = _from_lowest(c_low, c_high, lowest)
    d_low, d_high = _from_lowest(d_low, d_high, lowest)
    # No branch depends on the cards: it would be mispredicted at every other step.
    for place in range(min(_QUARTERS, bits.size)):
        bits[place] = _interleave(a_low, b_low, c_low, d_low, place)
    for place in range(min(_QUARTERS, bits.size - _QUARTERS)):
        bits[_QUARTERS + place] = _interleave(a_high, b_high, c_high, d_high, place)
    if unmet_duty(rules, tops, laid, state.minimum, facts) == codes.ALLOWED:
        end = 4 * (rules.highest - lowest + 1)
        bits[end >> 6] |= ONE << np.uint64(end & 63)


@jit
def spread_row(bits: Words, address: int, size: int) -> None:
    """Write bits as bytes to an address, 64 at a time; the last 64 may overlap those before them.

    The row has 64 bytes or more.
    """
    for start in range(0, size - 63, WORD):
        spread_bits(address + start, bits[start >> 6])
    if size & 63:
        start = size - WORD
        place, shift = start >> 6, np.uint64(start & 63)
        word = bits[place] >> shift | (bits[place + 1] << ONE) << (_LAST - shift)
        spread_bits(address + start, word)
