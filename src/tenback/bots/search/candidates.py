"""Candidates: the turns that are tried, best first, with what they are worth so far."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tenback.kernels.compiling import jit
from tenback.kernels.packed import Numbers

__all__ = ["Candidates", "keep_better_half", "new_candidates", "offer"]


class Candidates(NamedTuple):
    """The candidates of one decision, side by side."""

    chosen: Numbers  #: entries of a buffer
    values: NDArray[Any]  #: what they were chosen by
    sums: NDArray[np.float64]  #: what their samples are worth, added up


def new_candidates(most: int, values: DTypeLike) -> Candidates:
    """Make the arrays for so many candidates."""
    return Candidates(np.zeros(most, np.int64), np.zeros(most, values), np.zeros(most))


@jit
def offer(candidates: Candidates, size: int, most: int, entry: int, value: float) -> int:
    """Insert an entry by its value, unless the list is full of better ones; return the size."""
    chosen, values = candidates.chosen, candidates.values
    if size == most and value <= values[size - 1]:
        return size
    place = size if size < most else size - 1
    size = place + 1
    while place > 0 and values[place - 1] < value:
        values[place] = values[place - 1]
        chosen[place] = chosen[place - 1]
        place -= 1
    values[place] = value
    chosen[place] = entry
    return size


@jit
def keep_better_half(candidates: Candidates, alive: int) -> int:
    """Sort the candidates by their sums and drop the worse half; return how many are left."""
    chosen, sums, values = candidates.chosen, candidates.sums, candidates.values
    for index in range(1, alive):
        place, total, entry, value = index, sums[index], chosen[index], values[index]
        while place > 0 and sums[place - 1] < total:
            sums[place] = sums[place - 1]
            chosen[place] = chosen[place - 1]
            values[place] = values[place - 1]
            place -= 1
        sums[place] = total
        chosen[place] = entry
        values[place] = value
    return (alive + 1) // 2
