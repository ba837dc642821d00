"""Where many games are played side by side: a GPU, or the processor one by one.

The compiled functions are the same on both: Numba translates the kernels for the GPU as they
stand. CuPy holds the arrays there as NumPy does here.
"""

import os
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, cast

import numpy as np

from tenback.bots.training.workspace import ROOM
from tenback.kernels.compiling import leave_library

__all__ = ["Device", "Gpu", "Processor", "kernel_over", "why_no_gpu"]

_THREADS = 128


class Processor:
    """The processor: arrays of NumPy, one number after the other."""

    arrays: Any = np
    #: What turns are valued with; learning takes 32 bits everywhere.
    quick = np.float32

    def __init__(self) -> None:
        self._loops: dict[Any, Any] = {}

    def records(self, shape: int | tuple[int, ...], kind: np.dtype[Any]) -> Any:
        """Make an array of records."""
        return np.zeros(shape, kind)

    def upload(self, values: Any) -> Any:
        """Bring an array here."""
        return np.array(values)

    def download(self, values: Any) -> Any:
        """Return a copy of an array as NumPy's."""
        return np.array(values)

    def add_up(
        self, table: Any, bias: Any, sums: Any, rows: Any, weights: Any, counts: Any, keys: Any
    ) -> Any:
        """Return the first layer after its ReLU: bias, weighted rows, four lines of sums each."""
        total = bias + sums[keys].sum(axis=1)
        for line, count in enumerate(counts):
            total[line] += weights[line, :count] @ table[rows[line, :count]]
        return np.maximum(total, 0)

    def launch(self, function: Callable[..., None], count: int, *arguments: Any) -> None:
        """Call a function for each number below ``count``."""
        if function not in self._loops:
            self._loops[function] = _loop_over(function)
        numbers, reals = np.zeros(ROOM, np.int64), np.zeros(ROOM, np.float32)
        self._loops[function](count, numbers, reals, arguments)


def _loop_over(function: Callable[..., None]) -> Any:
    import numba  # noqa: PLC0415 - kernels that were translated elsewhere need none

    @numba.njit(nogil=True, error_model="numpy")
    def loop(count: int, numbers: Any, reals: Any, arguments: Any) -> None:
        for number in range(count):
            function(number, numbers, reals, *arguments)

    return loop


#: What ``add_up`` does on a GPU: a thread adds up two numbers of a line.
_ADD_UP = r"""
#include <cuda_fp16.h>
extern "C" __global__ void add_up(
    const __half2* table, const __half2* bias, const __half2* sums, const short* rows,
    const float* weights, const int* counts, const int* keys, const int room, const int pairs,
    const int lines, __half2* out)
{
    const int line = blockIdx.x * blockDim.y + threadIdx.y, pair = threadIdx.x;
    if (line >= lines) return;
    float2 total = __half22float2(bias[pair]);
    for (int place = 0; place < 4; ++place) {
        const float2 sum = __half22float2(sums[(long long)keys[4 * line + place] * pairs + pair]);
        total.x += sum.x;
        total.y += sum.y;
    }
    const int count = counts[line];
    const long long first = (long long)line * room;
    for (int index = 0; index < count; ++index) {
        const float weight = weights[first + index];
        const float2 row = __half22float2(table[(long long)rows[first + index] * pairs + pair]);
        total.x += weight * row.x;
        total.y += weight * row.y;
    }
    out[(long long)line * pairs + pair] =
        __floats2half2_rn(fmaxf(total.x, 0.0f), fmaxf(total.y, 0.0f));
}
"""


class Gpu:
    """The GPU: arrays of CuPy, one thread for each number."""

    quick = np.float16

    def __init__(self) -> None:
        # Matrix products may round their factors to 19 bits (TF32): eight times as fast.
        os.environ.setdefault("CUPY_TF32", "1")
        import cupy  # noqa: PLC0415 # pyright: ignore[reportMissingImports] - only with a GPU
        from numba import config, cuda  # noqa: PLC0415

        leave_library()  # only Numba's functions can be compiled for the GPU
        # The last games of a batch are few, so a warning of low occupancy says nothing new.
        cast("Any", config).CUDA_LOW_OCCUPANCY_WARNINGS = 0
        self.arrays: Any = cupy
        self._cuda: Any = cuda
        self._kernels: dict[Any, Any] = {}
        self._views: dict[int, Any] = {}
        self._add_up: Any = self.arrays.RawKernel(_ADD_UP, "add_up")

    def records(self, shape: int | tuple[int, ...], kind: np.dtype[Any]) -> Any:
        """Make an array of records; what is in them is written before it is read."""
        free, _ = self.arrays.cuda.runtime.memGetInfo()
        if int(np.prod(shape)) * kind.itemsize > free:
            raise MemoryError
        return self._cuda.device_array(shape, kind)

    def upload(self, values: Any) -> Any:
        """Bring an array here; records as such."""
        if values.dtype.names:
            return self._cuda.to_device(values)
        return self.arrays.asarray(values)

    def download(self, values: Any) -> Any:
        """Return a copy of an array as NumPy's."""
        return self.arrays.asnumpy(values)

    def add_up(
        self, table: Any, bias: Any, sums: Any, rows: Any, weights: Any, counts: Any, keys: Any
    ) -> Any:
        """Return the first layer after its ReLU: bias, weighted rows, four lines of sums each."""
        lines, pairs = rows.shape[0], table.shape[1] // 2
        out = self.arrays.empty((lines, table.shape[1]), self.quick)
        high = max(1, _THREADS // pairs)
        numbers = (np.int32(rows.shape[1]), np.int32(pairs), np.int32(lines))
        self._add_up(
            (-(-lines // high),),
            (pairs, high),
            (table, bias, sums, rows, weights, counts, keys, *numbers, out),
        )
        return out

    def launch(self, function: Callable[..., None], count: int, *arguments: Any) -> None:
        """Call a function for each number below ``count``, in a thread each.

        Arrays and workspaces must live as long as the training: views of them are kept.
        """
        if count == 0:
            return
        if function not in self._kernels:
            self._kernels[function] = kernel_over(self._cuda, function)
        blocks = (count + _THREADS - 1) // _THREADS
        passed = tuple(self._view(argument) for argument in arguments)
        self._kernels[function][blocks, _THREADS](count, passed)

    def _view(self, argument: Any) -> Any:
        if not isinstance(argument, (self.arrays.ndarray, tuple)):
            return argument
        if id(argument) not in self._views:
            self._views[id(argument)] = self._make_view(argument), argument
        return self._views[id(argument)][0]

    def _make_view(self, argument: Any) -> Any:
        if hasattr(argument, "_make"):
            return argument._make(self._view(part) for part in argument)
        return self._cuda.as_cuda_array(argument)


def kernel_over(cuda: Any, function: Callable[..., None]) -> Any:
    """Return the GPU kernel that calls a function in every thread, with its number."""
    import numba  # noqa: PLC0415

    room = ROOM

    @cuda.jit
    def kernel(count: int, arguments: Any) -> None:
        number = cuda.grid(1)
        if number < count:
            numbers = cuda.local.array(room, numba.int64)
            reals = cuda.local.array(room, numba.float32)
            function(number, numbers, reals, *arguments)

    return kernel


Device = Processor | Gpu


def why_no_gpu() -> str:
    """Return why no GPU can be used; empty if one can."""
    for name in ("cupy", "numba_cuda"):
        if find_spec(name) is None:
            return f"{name} is not installed; pip install 'tenback[gpu]'"
    from numba import cuda  # noqa: PLC0415

    return "" if cuda.is_available() else "no GPU of Nvidia's was found"
