"""Instructions on 64 bytes at once, for compiled code; imported where Numba compiles."""

from typing import Any, cast

from llvmlite import ir  # pyright: ignore[reportMissingTypeStubs] - it has none
from numba import types
from numba.extending import intrinsic

__all__ = ["gather_bits", "spread_bits"]

_BYTES = cast("Any", ir).VectorType(cast("Any", ir).IntType(8), 64)
_BITS = cast("Any", ir).VectorType(cast("Any", ir).IntType(1), 64)
_WORD = cast("Any", ir).IntType(64)


def _block(context: Any, builder: Any, kind: Any, row: Any, start: Any) -> Any:
    """Return the address of the 64 bytes of a row from an index on."""
    data = context.make_array(kind)(context, builder, row).data
    return builder.bitcast(builder.gep(data, [start]), _BYTES.as_pointer())


def _spread(_typing: object, row: Any, start: object, word: object) -> Any:
    del start, word

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block = _block(context, builder, signature.args[0], arguments[0], arguments[1])
        values = builder.zext(builder.bitcast(arguments[2], _BITS), _BYTES)
        builder.store(values, block, align=1)
        return context.get_dummy_value()

    known = cast("Any", types)
    return known.void(row, known.int64, known.uint64), generate


def _gather(_typing: object, row: Any, start: object) -> Any:
    del start

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        block = _block(context, builder, signature.args[0], arguments[0], arguments[1])
        values = builder.load(block, align=1)
        return builder.bitcast(builder.icmp_unsigned("!=", values, _BYTES(None)), _WORD)

    known = cast("Any", types)
    return known.uint64(row, known.int64), generate


#: Write the 64 bits of a word as bytes of 0 and 1 into a row, from an index on.
spread_bits = cast("Any", intrinsic)(_spread)
#: Read 64 bytes of a row, from an index on, as bits: 1 for what is not 0.
gather_bits = cast("Any", intrinsic)(_gather)
