"""The optimiser: Adam over whole arrays, with a moving average of the weights."""

import math
from typing import NamedTuple

import numpy as np

from tenback.bots.value.inputs import Reals
from tenback.bots.value.network import Network
from tenback.kernels.compiling import jit

__all__ = ["Moments", "corrected_rate", "new_moments", "take_step", "update_weight"]

_FIRST_DECAY = np.float32(0.9)
_SECOND_DECAY = np.float32(0.999)
_TINY = np.float32(1e-8)
_ONE = np.float32(1.0)


class Moments(NamedTuple):
    """What Adam remembers, and the average of the weights so far."""

    first: Network
    second: Network
    average: Network


def new_moments(network: Network) -> Moments:
    """Begin with nothing remembered."""
    return Moments(
        first=Network(*(np.zeros_like(part) for part in network)),
        second=Network(*(np.zeros_like(part) for part in network)),
        average=Network(*(part.copy() for part in network)),
    )


def corrected_rate(rate: float, step: int) -> np.float32:
    """Return the learning rate, corrected for moments that began at zero."""
    return np.float32(
        rate * np.sqrt(1 - float(_SECOND_DECAY) ** step) / (1 - float(_FIRST_DECAY) ** step)
    )


def take_step(
    network: Network,
    gradients: list[Network],
    moments: Moments,
    step: int,
    rate: float,
    keep: float,
) -> None:
    """Move the weights against the sum of the gradients, which are cleared.

    ``keep`` is the decay of the moving average.
    """
    corrected = corrected_rate(rate, step)
    for part in range(len(network)):
        total = gradients[0][part].reshape(-1)
        for other in gradients[1:]:
            total += other[part].reshape(-1)
        _update(
            network[part].reshape(-1),
            total,
            moments.first[part].reshape(-1),
            moments.second[part].reshape(-1),
            moments.average[part].reshape(-1),
            corrected,
            np.float32(keep),
        )
        for one in gradients:
            one[part].fill(0)


@jit
def _update(
    weights: Reals,
    gradient: Reals,
    first: Reals,
    second: Reals,
    average: Reals,
    rate: np.float32,
    keep: np.float32,
) -> None:
    for index in range(weights.size):
        update_weight(index, weights, gradient, first, second, average, rate, keep)


@jit
def update_weight(
    index: int,
    weights: Reals,
    gradient: Reals,
    first: Reals,
    second: Reals,
    average: Reals,
    rate: np.float32,
    keep: np.float32,
) -> None:
    """Update one weight, its moments and its moving average."""
    slope = gradient[index]
    first[index] = _FIRST_DECAY * first[index] + (_ONE - _FIRST_DECAY) * slope
    second[index] = _SECOND_DECAY * second[index] + (_ONE - _SECOND_DECAY) * slope * slope
    weights[index] -= rate * first[index] / (math.sqrt(second[index]) + _TINY)
    average[index] = keep * average[index] + (_ONE - keep) * weights[index]
