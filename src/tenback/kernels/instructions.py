"""Single processor instructions, for compiled code; imported where Numba compiles."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir  # pyright: ignore[reportMissingTypeStubs] - it has none
from numba import types
from numba.extending import intrinsic

__all__ = ["count_bits", "leading_zeros", "trailing_zeros"]


def _instruction(emit: Callable[[Any, Any], Any]) -> Callable[[np.uint64], int]:
    """Make one processor instruction from a word to an integer callable in compiled code."""

    def typed(_typing: object, word: object) -> Any:
        del word

        def generate(_context: object, builder: Any, _signature: object, arguments: Any) -> Any:
            return emit(builder, arguments[0])

        return cast("Any", types).int64(cast("Any", types).uint64), generate

    return cast("Callable[[np.uint64], int]", cast("Any", intrinsic)(typed))


_ZERO_IS_FINE = cast("Any", ir).Constant(cast("Any", ir).IntType(1), 0)
trailing_zeros = _instruction(lambda builder, word: builder.cttz(word, _ZERO_IS_FINE))
leading_zeros = _instruction(lambda builder, word: builder.ctlz(word, _ZERO_IS_FINE))
count_bits = _instruction(lambda builder, word: builder.ctpop(word))
