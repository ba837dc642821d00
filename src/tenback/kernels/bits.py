"""Sets of cards as two 64-bit words: card n is bit n % 64 of word n // 64.

Words are ``uint64`` throughout: Numba turns a sum of ``uint64`` and ``int64`` into a float, so
every constant that meets a word is one itself.
"""

from collections.abc import Callable

import numpy as np

from tenback.kernels.compiling import emitted, jit

__all__ = [
    "EMPTY",
    "FULL",
    "HIGH",
    "LOW",
    "ONE",
    "Cards",
    "above",
    "below",
    "bit_of",
    "count_bits",
    "count_cards",
    "has_card",
    "highest_card",
    "leading_zeros",
    "lowest_card",
    "shift_down",
    "shift_up",
    "signed",
    "single",
    "trailing_zeros",
    "without_card",
]

#: A set of cards: the word of cards 0..63 and the word of cards 64..127.
Cards = tuple[np.uint64, np.uint64]
#: Where the two words stand in an array that holds a set.
LOW, HIGH = 0, 1

EMPTY = np.uint64(0)
ONE = np.uint64(1)
FULL = np.uint64(2**64 - 1)
WORD = 64
_TEN = np.uint64(10)
_REST = np.uint64(54)
NO_CARD = 128


_INSTRUCTIONS = "tenback.kernels.instructions"
#: The index of the lowest bit, 64 for an empty word.
trailing_zeros: Callable[[np.uint64], int] = emitted(_INSTRUCTIONS, "trailing_zeros")
#: How many bits lie above the highest one, 64 for an empty word.
leading_zeros: Callable[[np.uint64], int] = emitted(_INSTRUCTIONS, "leading_zeros")
#: How many bits are set.
count_bits: Callable[[np.uint64], int] = emitted(_INSTRUCTIONS, "count_bits")


@jit
def signed(word: np.uint64) -> int:
    """Return a word as an ordinary integer of compiled code."""
    # Numba's integers are NumPy's; for the type checker they are Python's.
    return np.int64(word)  # pyright: ignore[reportReturnType]


@jit
def bit_of(card: int) -> np.uint64:
    """Return the bit of a card within its word."""
    return ONE << np.uint64(card & 63)


@jit
def single(card: int) -> Cards:
    """Return the set of one card; of none if the number is out of range."""
    bit = bit_of(card)
    return (
        bit if 0 <= card < WORD else EMPTY,
        bit if WORD <= card < NO_CARD else EMPTY,
    )


@jit
def without_card(low: np.uint64, high: np.uint64, card: int) -> Cards:
    """Return a set less one card."""
    bit_low, bit_high = single(card)
    return low & ~bit_low, high & ~bit_high


@jit
def has_card(low: np.uint64, high: np.uint64, card: int) -> bool:
    """Whether the set holds the card; any number may be asked for."""
    word = low if card < WORD else high
    return 0 <= card < NO_CARD and (word & bit_of(card)) != EMPTY


@jit
def above(card: int) -> Cards:
    """Return all cards higher than one of 0..127."""
    higher = (FULL << np.uint64(card & 63)) << ONE
    return (higher if card < WORD else EMPTY, FULL if card < WORD else higher)


@jit
def below(card: int) -> Cards:
    """Return all cards lower than one of 0..127."""
    lower = ~(FULL << np.uint64(card & 63))
    return (lower if card < WORD else FULL, EMPTY if card < WORD else lower)


@jit
def lowest_card(low: np.uint64, high: np.uint64) -> int:
    """Return the lowest card, 128 for an empty set."""
    return trailing_zeros(low) if low != EMPTY else WORD + trailing_zeros(high)


@jit
def highest_card(low: np.uint64, high: np.uint64) -> int:
    """Return the highest card, -1 for an empty set."""
    return 127 - leading_zeros(high) if high != EMPTY else 63 - leading_zeros(low)


@jit
def count_cards(low: np.uint64, high: np.uint64) -> int:
    """Count the cards of a set."""
    return count_bits(low) + count_bits(high)


@jit
def shift_down(low: np.uint64, high: np.uint64) -> Cards:
    """Return the set of all cards ten lower."""
    return (low >> _TEN) | (high << _REST), high >> _TEN


@jit
def shift_up(low: np.uint64, high: np.uint64) -> Cards:
    """Return the set of all cards ten higher."""
    return low << _TEN, (high << _TEN) | (low >> _REST)
