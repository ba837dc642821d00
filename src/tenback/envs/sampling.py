"""Random legal actions for many games at once, in compiled code."""

import numpy as np
from numpy.typing import NDArray

from tenback.envs.writing import Rows
from tenback.kernels.compiling import jit
from tenback.kernels.deals import next_below, start_of_stream
from tenback.kernels.packed import Numbers, Words

__all__ = ["LegalSampler"]


class LegalSampler:
    """Draws a legal action for every game, each as likely as the others; 0 where there is none."""

    def __init__(self, seed: int = 0) -> None:
        self._generator = np.array([start_of_stream(seed, 0)], np.uint64)

    def __call__(self, masks: Rows, out: Numbers | None = None) -> NDArray[np.int64]:
        """Return an action for each row of the masks, in an array of the caller's if it likes."""
        actions = np.empty(len(masks), np.int64) if out is None else out
        _sample(masks, self._generator, actions)
        return actions


@jit
def _sample(masks: Rows, generator: Words, actions: Numbers) -> None:
    for index in range(masks.shape[0]):
        row = masks[index]
        total = 0
        for entry in range(row.size):
            total += row[entry]
        actions[index] = 0
        if total == 0:
            continue
        left = next_below(generator, total)
        for entry in range(row.size):
            left -= row[entry]
            if left < 0:
                actions[index] = entry
                break
