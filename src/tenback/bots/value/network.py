"""The value network: what a position after a turn is worth to the seat that played it.

Its inputs are the rows of ``inputs.py`` and ``turn_inputs.py``, which are added up. Two small
layers follow. This is the network as it is trained and kept; play values by its ``Tables``.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from tenback.bots.value.blocks import BLOCK, LAYER_BLOCK
from tenback.bots.value.exponential import exponential
from tenback.bots.value.inputs import TOPS, Reals
from tenback.bots.value.turn_inputs import ROWS
from tenback.kernels.bits import EMPTY, HIGH, LOW
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PackedRules, PackedState
from tenback.kernels.piles import is_ascending
from tenback.kernels.steps import are_rivals, deck_count, deck_of, hand_count
from tenback.kernels.turn_buffer import TurnEntry

__all__ = [
    "PILE_KEYS",
    "WON",
    "Network",
    "is_winning",
    "join_networks",
    "new_network",
    "pile_key",
    "probability",
]

#: More than any position is worth: the turn wins the game.
WON: Final = np.float32(1e6)
PILE_KEYS: Final = 4 * 2 * TOPS


class Network(NamedTuple):
    """The weights, as 32-bit numbers."""

    rows: Reals
    first_bias: Reals
    second: Reals
    second_bias: Reals
    last: Reals
    last_bias: Reals


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


@jit
def probability(value: float) -> float:
    """Turn the network's value, a logit, into a chance."""
    return 1.0 / (1.0 + exponential(-min(30.0, max(-30.0, value))))


@jit
def pile_key(rules: PackedRules, slot: int, pile: int, come: int) -> int:
    """Return the cache key of a pile's rows, among positions of one deck."""
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
