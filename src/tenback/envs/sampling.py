"""Random legal actions for many games at once, in compiled code."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tenback.envs.writing import Rows
from tenback.kernels.compiling import jit
from tenback.kernels.deals import next_below, start_of_stream
from tenback.kernels.packed import Numbers, Words

__all__ = ["LegalSampler"]

_BLOCK: Final = 32


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
def _count(row: Rows, start: int, stop: int) -> int:
    # Small numbers: many of them are added by one instruction.
    part = row[start:stop]
    total = np.int16(0)
    for entry in range(part.size):
        total = np.int16(total + part[entry])
    return int(total)


@jit
def _sample(masks: Rows, generator: Words, actions: Numbers) -> None:
    size = masks.shape[1]
    for index in range(masks.shape[0]):
        row = masks[index]
        actions[index] = 0
        total = _count(row, 0, size)
        if total == 0:
            continue
        left = next_below(generator, total)
        start = 0
        while True:
            count = _count(row, start, min(start + _BLOCK, size))
            if left < count:
                break
            left -= count
            start += _BLOCK
        for entry in range(start, size):
            left -= row[entry]
            if left < 0:
                actions[index] = entry
                break
