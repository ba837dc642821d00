"""Sorting in compiled code that allocates nothing."""

import numpy as np
from numpy.typing import NDArray

from tenback.kernels.compiling import jit
from tenback.kernels.packed import Numbers

__all__ = ["sort_by"]


@jit
def _comes_before(values: NDArray[np.float64], one: int, other: int) -> bool:
    if values[one] != values[other]:
        return values[one] < values[other]
    return one < other


@jit
def _sink(values: NDArray[np.float64], order: Numbers, place: int, size: int) -> None:
    """Move an element down to its place in a heap that has the last one on top."""
    moved = order[place]
    while 2 * place + 1 < size:
        child = 2 * place + 1
        if child + 1 < size and _comes_before(values, order[child], order[child + 1]):
            child += 1
        if not _comes_before(values, moved, order[child]):
            break
        order[place] = order[child]
        place = child
    order[place] = moved


@jit
def sort_by(values: NDArray[np.float64], order: Numbers, count: int) -> None:
    """Write the places of the first ``count`` values in rising order; equal ones as they stand."""
    for place in range(count):
        order[place] = place
    for place in range(count // 2 - 1, -1, -1):
        _sink(values, order, place, count)
    for size in range(count - 1, 0, -1):
        order[0], order[size] = order[size], order[0]
        _sink(values, order, 0, size)
