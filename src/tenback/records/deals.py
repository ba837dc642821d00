"""Deals from a seed: the same seed gives the same cards everywhere and in every version.

The generator is SplitMix64, and the shuffle is Fisher-Yates from the last card down. Both are short
enough to be written a second time in compiled code; tests compare the two.
"""

from collections.abc import Sequence

from tenback.rules import Layout, Ruleset

__all__ = [
    "MAX_SEED",
    "bot_seed",
    "deal_from_seed",
    "layout_from_seed",
    "lot_from_seed",
    "shuffled",
    "splitmix",
    "start_of_stream",
]

MAX_SEED = 2**63 - 1
_MASK = 2**64 - 1
_GOLDEN = 0x9E3779B97F4A7C15

# Decks use the streams 0 and 1.
_LAYOUT_STREAM = 100
_LOT_STREAM = 101
_BOT_STREAM = 110


def splitmix(state: int) -> tuple[int, int]:
    """Advance the generator; return its new state and 64 random bits."""
    state = (state + _GOLDEN) & _MASK
    bits = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, bits ^ (bits >> 31)


def start_of_stream(seed: int, stream: int) -> int:
    """Return the generator's state for one of the independent streams of a seed."""
    _, mixed = splitmix((seed + stream * 0xD1B54A32D192ED03) & _MASK)
    return mixed


def below(bits: int, bound: int) -> int:
    """Map 64 random bits to 0..bound-1 by their upper half."""
    return ((bits >> 32) * bound) >> 32


def shuffled(cards: Sequence[int], seed: int, stream: int = 0) -> tuple[int, ...]:
    """Shuffle with one of the streams of a seed."""
    order = list(cards)
    state = start_of_stream(seed, stream)
    for last in range(len(order) - 1, 0, -1):
        state, bits = splitmix(state)
        other = below(bits, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def deal_from_seed(rules: Ruleset, seed: int) -> tuple[tuple[int, ...], ...]:
    """Shuffle every deck of the game."""
    return tuple(
        shuffled(cards, seed, stream) for stream, cards in enumerate(rules.game.decks(rules))
    )


def layout_from_seed(seed: int) -> Layout:
    """Draw the ``random`` layout of the commands."""
    return Layout.random(shuffled(range(2, 100), seed, _LAYOUT_STREAM))


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of the bot at a seat of the game with this seed."""
    return start_of_stream(seed, _BOT_STREAM + seat) >> 1


def lot_from_seed(rules: Ruleset, seed: int) -> int:
    """Draw the starter by lot, unless the ruleset fixes it."""
    if rules.starter != "lot":
        return rules.starter
    return below(splitmix(start_of_stream(seed, _LOT_STREAM))[1], rules.players)
