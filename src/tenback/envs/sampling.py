"""Random legal actions for many games at once, in compiled code."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tenback.envs.writing import Row, Rows
from tenback.kernels.bits import EMPTY, ONE, count_bits, trailing_zeros
from tenback.kernels.compiling import emitted, jit
from tenback.kernels.deals import next_below, start_of_stream
from tenback.kernels.packed import Numbers, Words

__all__ = ["LegalSampler", "nth_bit"]

_BLOCK: Final = 64
#: Read 64 bytes of a row, from an index on, as bits: 1 for what is not 0.
gather_bits: Callable[[Row, int], np.uint64] = emitted("tenback.envs.instructions", "gather_bits")


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
def nth_bit(bits: Words, number: int) -> int:
    """Return the place of the n-th bit that is set, counted from 0."""
    place = 0
    count = count_bits(bits[0])
    while number >= count:
        number -= count
        place += 1
        count = count_bits(bits[place])
    word = bits[place]
    for _ in range(number):
        word &= word - ONE
    return place * _BLOCK + trailing_zeros(word)


@jit
def _sample(masks: Rows, generator: Words, actions: Numbers) -> None:
    size = masks.shape[1]
    whole = size // _BLOCK
    bits = np.zeros(whole + 1, np.uint64)
    flat = masks.reshape(-1)
    for index in range(masks.shape[0]):
        first = index * size
        total = 0
        for block in range(whole):
            bits[block] = gather_bits(flat, first + block * _BLOCK)
            total += count_bits(bits[block])
        rest = EMPTY
        for entry in range(whole * _BLOCK, size):
            if flat[first + entry]:
                rest |= ONE << np.uint64(entry - whole * _BLOCK)
        bits[whole] = rest
        total += count_bits(rest)
        actions[index] = nth_bit(bits, next_below(generator, total)) if total else 0
