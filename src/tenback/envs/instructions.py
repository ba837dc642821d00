"""Instructions on 64 bytes at once, for compiled code; imported where Numba compiles.

They take addresses, not arrays: Numba counts the users of an array at every call, which takes
longer than what is done here. Whoever calls them sees to it that the 64 bytes are there.
"""

from typing import Any, cast

from llvmlite import ir  # pyright: ignore[reportMissingTypeStubs] - it has none
from numba import types
from numba.extending import intrinsic

__all__ = ["gather_bits", "spread_bits", "spread_quads"]

_BYTES = cast("Any", ir).VectorType(cast("Any", ir).IntType(8), 64)
_BITS = cast("Any", ir).VectorType(cast("Any", ir).IntType(1), 64)
_WORD = cast("Any", ir).IntType(64)
_NUMBERS = cast("Any", ir).VectorType(cast("Any", ir).IntType(32), 16)
_PART = cast("Any", ir).IntType(16)
_PART_BITS = cast("Any", ir).VectorType(cast("Any", ir).IntType(1), 16)


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


def _quads(_typing: object, address: object, a: object, b: object, c: object, d: object) -> Any:
    del address, a, b, c, d

    def generate(context: Any, builder: Any, _signature: object, arguments: Any) -> Any:
        values = _NUMBERS(None)
        for byte, word in enumerate(arguments[1:]):
            chosen = builder.bitcast(builder.trunc(word, _PART), _PART_BITS)
            entry = _NUMBERS([1 << 8 * byte] * _NUMBERS.count)
            values = builder.or_(values, builder.select(chosen, entry, _NUMBERS(None)))
        pointer = builder.inttoptr(arguments[0], _NUMBERS.as_pointer())
        builder.store(values, pointer, align=1)
        return context.get_dummy_value()

    known = cast("Any", types)
    return known.void(known.int64, *(known.uint64,) * 4), generate


def _gather(_typing: object, address: object) -> Any:
    del address

    def generate(_context: object, builder: Any, _signature: object, arguments: Any) -> Any:
        values = builder.load(_block(builder, arguments[0]), align=1)
        return builder.bitcast(builder.icmp_unsigned("!=", values, _BYTES(None)), _WORD)

    known = cast("Any", types)
    return known.uint64(known.int64), generate


#: Write the 64 bits of a word as bytes of 0 and 1 to an address.
spread_bits = cast("Any", intrinsic)(_spread)
#: Write the lowest 16 bits of four words in turn as bytes of 0 and 1 to an address.
spread_quads = cast("Any", intrinsic)(_quads)
#: Read the 64 bytes at an address as bits: 1 for what is not 0.
gather_bits = cast("Any", intrinsic)(_gather)
