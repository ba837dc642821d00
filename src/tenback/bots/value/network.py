"""The value network: what a position after a turn is worth to the seat that played it.

Its inputs are the rows of ``inputs.py`` and ``turn_inputs.py``, which are added up. Two small
layers follow.

The sum over a pile's rows depends on the slot, the direction and the top alone, and that over the
counts on how many cards are kept and drawn. Both are cached while the turns of one position are
compared: a turn costs five cached sums and a few rows.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from tenback.bots.value.blocks import BLOCK, LAYER_BLOCK
from tenback.bots.value.exponential import exponential
from tenback.bots.value.inputs import (
    COME,
    MOST_HELD,
    MOST_ROWS,
    ONE,
    TOPS,
    InputRows,
    Reals,
    list_base,
    list_pile,
    order_piles,
)
from tenback.bots.value.turn_inputs import ROWS, list_turn, list_used
from tenback.bots.value.vectors import second_layer, sum_rows
from tenback.kernels.bits import EMPTY, HIGH, LOW, count_cards
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState
from tenback.kernels.piles import is_ascending
from tenback.kernels.steps import are_rivals, deck_count, deck_of, hand_count
from tenback.kernels.turn_buffer import TurnBuffer, TurnEntry

__all__ = [
    "PILE_KEYS",
    "WON",
    "Cache",
    "Network",
    "is_winning",
    "join_networks",
    "new_cache",
    "new_network",
    "pile_key",
    "probability",
    "value_listed",
]

_ZERO: Final = np.float32(0.0)
#: More than any position is worth: the turn wins the game.
WON: Final = np.float32(1e6)
PILE_KEYS: Final = 4 * 2 * TOPS
_KEYS = PILE_KEYS + MOST_HELD * MOST_HELD
#: In the slots of a cache, behind what ``order_piles`` writes: the keys of the sums of a turn, that
#: of the counts and those of its four piles.
_REST_KEY: Final = COME + 4
_PILE_KEY: Final = _REST_KEY + 1
_SUMS: Final = 5


class Network(NamedTuple):
    """The weights, as 32-bit numbers."""

    rows: Reals
    first_bias: Reals
    second: Reals
    second_bias: Reals
    last: Reals
    last_bias: Reals


class Cache(NamedTuple):
    """The buffers of one thread; ``sums`` holds what turns of the same position share."""

    sums: Reals
    stamps: Numbers
    mark: Numbers
    first: Reals  #: one row: the sums of the first layer
    second: Reals
    slots: Numbers
    indices: Numbers
    weights: Reals


def new_network(first: int, seed: int, second: int = LAYER_BLOCK) -> Network:
    """Make a network with small random weights and layers of these lengths."""
    if first % BLOCK or first < BLOCK:
        raise ValueError(f"the first layer must have a multiple of {BLOCK} sums")
    if second % LAYER_BLOCK or second < LAYER_BLOCK:
        raise ValueError(f"the second layer must have a multiple of {LAYER_BLOCK} sums")
    source = np.random.default_rng(seed)

    def normal(scale: float, *shape: int) -> Reals:
        return (scale * source.standard_normal(shape)).astype(np.float32)

    return Network(
        rows=normal(0.05, ROWS, first),
        first_bias=np.full(first, 0.1, np.float32),
        second=normal(float(np.sqrt(2 / first)), first, second),
        second_bias=np.full(second, 0.1, np.float32),
        last=normal(float(np.sqrt(1 / second)), second),
        last_bias=np.zeros(1, np.float32),
    )


def join_networks(networks: Sequence[Network]) -> Network:
    """Return one network whose value is the mean of theirs: their layers side by side."""
    sizes = [network.second.shape for network in networks]
    second = np.zeros(np.sum(sizes, axis=0), np.float32)
    row = column = 0
    for network, (first, size) in zip(networks, sizes, strict=True):
        second[row : row + first, column : column + size] = network.second
        row, column = row + first, column + size
    share = np.float32(1 / len(networks))
    return Network(
        rows=np.concatenate([network.rows for network in networks], axis=1),
        first_bias=np.concatenate([network.first_bias for network in networks]),
        second=second,
        second_bias=np.concatenate([network.second_bias for network in networks]),
        last=np.concatenate([share * network.last for network in networks]),
        last_bias=np.sum([share * network.last_bias for network in networks], axis=0),
    )


def new_cache(network: Network) -> Cache:
    """Make the buffers for a network of this size."""
    first = network.rows.shape[1]
    return Cache(
        sums=np.zeros((_KEYS, first), np.float32),
        stamps=np.zeros(_KEYS, np.int64),
        mark=np.zeros(1, np.int64),
        first=np.zeros((1, first), np.float32),
        second=np.zeros(network.last.size, np.float32),
        slots=np.zeros(_REST_KEY + _SUMS, np.int64),
        indices=np.zeros(MOST_ROWS, np.int64),
        weights=np.zeros(MOST_ROWS, np.float32),
    )


@jit
def probability(value: float) -> float:
    """Turn the network's value, a logit, into a chance."""
    return 1.0 / (1.0 + exponential(-min(30.0, max(-30.0, value))))


@jit
def pile_key(rules: PackedRules, slot: int, pile: int, come: int) -> int:
    """Return the cache key of a pile's rows, while the turns of one position are compared."""
    return (slot * 2 + (0 if is_ascending(rules, pile) else 1)) * TOPS + come


@jit
def is_winning(rules: PackedRules, state: PackedState, seat: int, turn: TurnEntry) -> bool:
    """Whether the turn lays the last card that had to be laid."""
    if (state.hands[seat, LOW] & ~turn.used[LOW]) | (
        state.hands[seat, HIGH] & ~turn.used[HIGH]
    ) != EMPTY:
        return False
    if deck_count(state, deck_of(rules, seat)) > 0:
        return False
    for other in range(rules.players):
        if other != seat and not are_rivals(rules, seat, other) and hand_count(state, other) > 0:
            return False
    return True


@jit
def value_listed(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    buffer: TurnBuffer,
    count: int,
    signals: Numbers,
    network: Network,
    cache: Cache,
    values: Reals,
) -> None:
    """Write the value of the position after each listed turn: the logit of the chance to win.

    Only what the seat knows is looked at, even where the state holds all cards.
    """
    # One loop with everything in it: passing the arrays to a function costs more than a turn.
    entries, turns = buffer.entries, buffer.turns
    rows, first_bias = network.rows, network.first_bias
    second, second_bias = network.second, network.second_bias
    last, last_bias = network.last, network.last_bias
    sums, stamps, first, slots = cache.sums, cache.stamps, cache.first, cache.slots
    indices, weights = cache.indices, cache.weights
    inputs = InputRows(indices, weights)
    level, hidden = cache.first[0], cache.second
    cache.mark[0] += 1
    mark = cache.mark[0]
    deck = deck_count(state, deck_of(rules, seat))
    for number in range(count):
        turn = entries[turns[number]]
        if is_winning(rules, state, seat, turn):
            values[number] = WON
            continue
        order_piles(rules, seat, turn.tops, slots)
        held_low = state.hands[seat, LOW] & ~turn.used[LOW]
        held_high = state.hands[seat, HIGH] & ~turn.used[HIGH]
        held = count_cards(held_low, held_high)
        drawn = min(turn.draws, deck)
        slots[_REST_KEY] = PILE_KEYS + held * MOST_HELD + drawn
        if stamps[slots[_REST_KEY]] != mark:
            stamps[slots[_REST_KEY]] = mark
            size = list_base(rules, state, seat, held, drawn, inputs)
            sums[slots[_REST_KEY]] = first_bias
            sum_rows(rows, indices, weights, size, sums, slots[_REST_KEY])
        for slot in range(PILES):
            key = pile_key(rules, slot, int(slots[slot]), int(slots[COME + slot]))
            if stamps[key] != mark:
                stamps[key] = mark
                hand = state.hands[seat, LOW], state.hands[seat, HIGH]
                size = list_pile(rules, state, seat, slots, slot, hand, inputs, 0)
                sums[key] = _ZERO
                sum_rows(rows, indices, weights, size, sums, key)
            slots[_PILE_KEY + slot] = key
        level[:] = _ZERO
        for index in range(_SUMS):
            indices[index] = slots[_REST_KEY + index]
            weights[index] = ONE
        sum_rows(sums, indices, weights, _SUMS, first, 0)
        size = list_used(rules, turn, slots, inputs, 0)
        size = list_turn(rules, state, seat, turn, signals, slots, inputs, size)
        sum_rows(rows, indices, weights, size, first, 0)
        values[number] = second_layer(level, second, second_bias, last, last_bias, hidden)
