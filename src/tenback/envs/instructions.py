"""Instructions on 64 bytes at once, for compiled code; imported where Numba compiles.

They take addresses, not arrays: Numba counts the users of an array at every call, which takes
longer than what is done here. Whoever calls them sees to it that the 64 bytes are there.
"""

from typing import Any, cast

from llvmlite import ir  # pyright: ignore[reportMissingTypeStubs] - it has none
from numba import types
from numba.extending import intrinsic

__all__ = ["gather_bits", "spread_bits"]

_BYTES = cast("Any", ir).VectorType(cast("Any", ir).IntType(8), 64)
_BITS = cast("Any", ir).VectorType(cast("Any", ir).IntType(1), 64)
_WORD = cast("Any", ir).IntType(64)


def _block(builder: Any, address: Any) -> Any:
    """Return 64 bytes of memory."""
    return builder.inttoptr(address, _BYTES.as_pointer())


def _spread(_typing: object, address: object, word: object) -> Any:
    del address, word

    def generate(context: Any, builder: Any, _signature: object, arguments: Any) -> Any:
        values = builder.zext(builder.bitcast(arguments[1], _BITS), _BYTES)
        builder.store(values, _block(builder, arguments[0]), align=1)
        return context.get_dummy_value()

    known = cast("Any", types)
    return known.void(known.int64, known.uint64), generate


def _gather(_typing: object, address: object) -> Any:
    del address

    def generate(_context: object, builder: Any, _signature: object, arguments: Any) -> Any:
        values = builder.load(_block(builder, arguments[0]), align=1)
        return builder.bitcast(builder.icmp_unsigned("!=", values, _BYTES(None)), _WORD)

    known = cast("Any", types)
    return known.uint64(known.int64), generate


#: Write the 64 bits of a word as bytes of 0 and 1 to an address.
spread_bits = cast("Any", intrinsic)(_spread)
#: Read the 64 bytes at an address as bits: 1 for what is not 0.
gather_bits = cast("Any", intrinsic)(_gather)
