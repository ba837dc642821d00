"""Observations and masks, written by compiled code into arrays that the caller owns.

Both are put together as bits, which are then spread to bytes, 64 at a time. An observation is made
from a packed state and a seat, but reads only what the packed view of that seat holds as well: both
give the same array, and a test says so.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tenback.envs.inlining import inlined
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
    "write_mask",
]

Row = NDArray[np.int8]
#: A row for each game.
Rows = NDArray[np.int8]
#: Where a row of bits goes on: its word, how much of it is filled, and with what.
Written = tuple[np.uint64, np.uint64, np.uint64]
#: The legal cards of four piles, and whether the turn may end.
Legal = tuple[Cards, Cards, Cards, Cards, bool]

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
_SIXTEEN_CARDS: Final = 16

_INSTRUCTIONS = "tenback.envs.instructions"
#: Write the 64 bits of a word as bytes of 0 and 1 to an address.
spread_bits: Callable[[int, np.uint64], None] = emitted(_INSTRUCTIONS, "spread_bits")
#: Write the lowest 16 bits of four words in turn as bytes of 0 and 1 to an address.
spread_quads: Callable[[int, np.uint64, np.uint64, np.uint64, np.uint64], None] = emitted(
    _INSTRUCTIONS, "spread_quads"
)

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


@inlined
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


@inlined
def _legal_actions(rules: PackedRules, state: PackedState) -> Legal:
    """Return the mover's legal cards pile by pile, its own first, and whether the turn may end.

    Cards are counted from the lowest of the game; there are none once the game is over.
    """
    # No branch depends on the cards, or on whether the game is over: a processor would guess it
    # wrongly far too often.
    is_open, seat, lowest = state.phase == codes.PLAYING, state.seat, rules.lowest
    low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
    low, high = low if is_open else EMPTY, high if is_open else EMPTY
    if not rules.is_plain:
        return _legal_with_duties(rules, state, low, high)
    # The same as there, without the calls: they take longer than all the rest.
    a = _plain_cards(is_ascending(rules, 0), state.tops[0], low, high, lowest)
    b = _plain_cards(is_ascending(rules, 1), state.tops[1], low, high, lowest)
    c = _plain_cards(is_ascending(rules, 2), state.tops[2], low, high, lowest)
    d = _plain_cards(is_ascending(rules, 3), state.tops[3], low, high, lowest)
    unmet = unmet_duty(rules, state.tops, state.laid, state.minimum, state.facts)
    return a, b, c, d, is_open and unmet == codes.ALLOWED


@inlined
def _plain_cards(ascending: bool, top: int, low: np.uint64, high: np.uint64, lowest: int) -> Cards:
    fit_low, fit_high = fitting_cards(ascending, top)
    return _from_lowest(low & fit_low, high & fit_high, lowest)


@jit
def _legal_with_duties(
    rules: PackedRules, state: PackedState, low: np.uint64, high: np.uint64
) -> Legal:
    """Return the same for games in which more than placement and the minimum counts."""
    seat, lowest, tops, laid, facts = state.seat, rules.lowest, state.tops, state.laid, state.facts
    first, binding = first_own_pile(rules, seat), binding_commands(rules, tops, facts)
    a = legal_cards(rules, seat, tops, laid, facts, binding, low, high, first)
    b = legal_cards(rules, seat, tops, laid, facts, binding, low, high, (first + 1) & 3)
    c = legal_cards(rules, seat, tops, laid, facts, binding, low, high, (first + 2) & 3)
    d = legal_cards(rules, seat, tops, laid, facts, binding, low, high, (first + 3) & 3)
    unmet = unmet_duty(rules, tops, laid, state.minimum, facts)
    return (
        _from_lowest(a[LOW], a[HIGH], lowest),
        _from_lowest(b[LOW], b[HIGH], lowest),
        _from_lowest(c[LOW], c[HIGH], lowest),
        _from_lowest(d[LOW], d[HIGH], lowest),
        state.phase == codes.PLAYING and unmet == codes.ALLOWED,
    )


@jit
def gather_mask(rules: PackedRules, state: PackedState, bits: Words) -> None:
    """Write the mover's legal actions as bits; none once the game is over."""
    a, b, c, d, may_end = _legal_actions(rules, state)
    for place in range(min(_QUARTERS, bits.size)):
        bits[place] = _interleave(a[LOW], b[LOW], c[LOW], d[LOW], place)
    for place in range(min(_QUARTERS, bits.size - _QUARTERS)):
        bits[_QUARTERS + place] = _interleave(a[HIGH], b[HIGH], c[HIGH], d[HIGH], place)
    if may_end:
        end = 4 * (rules.highest - rules.lowest + 1)
        bits[end >> 6] |= ONE << np.uint64(end & 63)


@inlined
def write_mask(rules: PackedRules, state: PackedState, address: int, size: int) -> bool:
    """Write which cards are legal as bytes to an address; whether the turn may end, the last byte.

    Sixteen cards at a time, of which the last may overlap those before them: a game has more.
    """
    a, b, c, d, may_end = _legal_actions(rules, state)
    last = (size >> 2) - _SIXTEEN_CARDS
    for card in range(0, min(last, WORD), _SIXTEEN_CARDS):
        down = np.uint64(card)
        spread_quads(
            address + 4 * card, a[LOW] >> down, b[LOW] >> down, c[LOW] >> down, d[LOW] >> down
        )
    for card in range(WORD, last, _SIXTEEN_CARDS):
        down = np.uint64(card - WORD)
        spread_quads(
            address + 4 * card, a[HIGH] >> down, b[HIGH] >> down, c[HIGH] >> down, d[HIGH] >> down
        )
    spread_quads(address + 4 * last, _from(a, last), _from(b, last), _from(c, last), _from(d, last))
    return may_end


@jit
def _from(cards: Cards, first: int) -> np.uint64:
    """Return the 64 cards of a set from one on."""
    low, high = cards
    down = np.uint64(first & 63)
    return high >> down if first >= WORD else low >> down | (high << ONE) << (_LAST - down)


@inlined
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
