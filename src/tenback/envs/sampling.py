"""Random legal actions for many games at once, in compiled code."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tenback.envs.writing import Rows, new_slate
from tenback.kernels.bits import EMPTY, ONE, count_bits
from tenback.kernels.compiling import emitted, jit
from tenback.kernels.deals import next_below, start_of_stream
from tenback.kernels.packed import Numbers, Words

__all__ = ["LegalSampler", "nth_bit"]

_BLOCK: Final = 64
#: More actions than any game has.
_MOST: Final = 1024
#: Read the 64 bytes at an address as bits: 1 for what is not 0.
gather_bits: Callable[[int], np.uint64] = emitted("tenback.envs.instructions", "gather_bits")


class LegalSampler:
    """Draws a legal action for every game, each as likely as the others; 0 where there is none."""

    def __init__(self, seed: int = 0) -> None:
        self._generator = np.array([start_of_stream(seed, 0)], np.uint64)
        self._slates = new_slate()

    def __call__(self, masks: Rows, out: Numbers | None = None) -> NDArray[np.int64]:
        """Return an action for each row of the masks, in an array of the caller's if it likes."""
        rows = np.asarray(masks)
        if rows.ndim != 2 or not 0 < rows.shape[1] <= _MOST:
            raise ValueError(f"masks have a row for each game, not the shape {rows.shape}")
        if rows.dtype != np.int8 or not rows.flags.c_contiguous:
            rows = (rows != 0).astype(np.int8, order="C")
        actions = np.empty(len(rows), np.int64) if out is None else out
        if actions.shape != rows.shape[:1] or actions.dtype != np.int64:
            raise ValueError(f"out has {len(rows)} numbers of 64 bits, one for each game")
        _sample(rows, self._generator, self._slates, actions)
        return actions


@jit
def nth_bit(bits: Words, words: int, number: int) -> int:
    """Return the place of the n-th bit that is set in so many words, counted from 0."""
    block = 0
    before = 0
    total = 0
    for place in range(words):
        total += count_bits(bits[place])
        if total <= number:
            block = place + 1
            before = total
    word, number = bits[block], number - before
    found = 0
    half = 32
    # A binary search without branches: one would be mispredicted half of the time.
    while half:
        low = count_bits(word & ((ONE << np.uint64(half)) - ONE))
        is_above = number >= low
        number -= low if is_above else 0
        word >>= np.uint64(half if is_above else 0)
        found += half if is_above else 0
        half >>= 1
    return block * _BLOCK + found


@jit
def _sample(masks: Rows, generator: Words, slates: NDArray[Any], actions: Numbers) -> None:
    size = masks.shape[1]
    whole, rest = size // _BLOCK, size % _BLOCK
    bits = slates[0].bits
    flat, start = masks.reshape(-1), masks.ctypes.data
    for index in range(masks.shape[0]):
        first = index * size
        for block in range(whole):
            bits[block] = gather_bits(start + first + block * _BLOCK)
        bits[whole] = EMPTY
        if rest and whole:  # the last 64 overlap those before
            bits[whole] = gather_bits(start + first + size - _BLOCK) >> np.uint64(_BLOCK - rest)
        elif rest:
            for entry in range(size):
                if flat[first + entry]:
                    bits[0] |= ONE << np.uint64(entry)
        total = 0
        for block in range(whole + 1):
            total += count_bits(bits[block])
        actions[index] = nth_bit(bits, whole + 1, next_below(generator, total)) if total else 0
