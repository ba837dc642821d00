"""The vector instructions of ``vectors.py``; imported where Numba compiles.

Numba's own loops over short rows spend their time on checks. Here the code is written for blocks of
a fixed length, which LLVM maps to the vector registers there are. Every operation is by element or
in a fixed order, so that the results are the same bits on every machine.
"""

from typing import Any, cast

from llvmlite import ir  # pyright: ignore[reportMissingTypeStubs] - it has none
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from tenback.bots.value.blocks import BLOCK, LAYER_BLOCK

__all__ = ["add_rows", "add_to_rows", "second_layer", "second_layer_back", "sum_rows"]

_IR = cast("Any", ir)
_TYPES = cast("Any", types)
_TOOLS = cast("Any", cgutils)
_FLOAT = _IR.FloatType()
_BIT = _IR.IntType(1)
_WORD = _IR.IntType(64)
_ONE = _IR.Constant(_WORD, 1)
_INDEX = _IR.IntType(32)
_ROW = _IR.VectorType(_FLOAT, BLOCK)
_WHOLE_ROW = _IR.VectorType(_INDEX, BLOCK)
_NARROW_ROW = _IR.VectorType(_IR.IntType(16), BLOCK)
_LAYER = _IR.VectorType(_FLOAT, LAYER_BLOCK)


def _data(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.make_array(kind)(context, builder, value).data


def _load(builder: Any, pointer: Any, at: Any, kind: Any, align: int = 4) -> Any:
    place = builder.bitcast(builder.gep(pointer, [at]), kind.as_pointer())
    return builder.load(place, align=align)


def _store(builder: Any, value: Any, pointer: Any, at: Any) -> None:
    place = builder.bitcast(builder.gep(pointer, [at]), value.type.as_pointer())
    builder.store(value, place, align=4)


def _spread(builder: Any, number: Any, kind: Any) -> Any:
    """Return a vector of one number."""
    empty = _IR.Constant(kind, _IR.Undefined)
    single = builder.insert_element(empty, number, _IR.Constant(_INDEX, 0))
    mask = _IR.Constant(_IR.VectorType(_INDEX, kind.count), [0] * kind.count)
    return builder.shuffle_vector(single, empty, mask)


def _add_up(builder: Any, vector: Any) -> Any:
    """Add the elements of a vector in halves: always in the same order."""
    length = vector.type.count
    while length > 1:
        length //= 2
        kind = _IR.VectorType(_INDEX, length)
        left = builder.shuffle_vector(vector, vector, _IR.Constant(kind, list(range(length))))
        right = builder.shuffle_vector(
            vector, vector, _IR.Constant(kind, list(range(length, 2 * length)))
        )
        vector = builder.fadd(left, right)
    return builder.extract_element(vector, _IR.Constant(_INDEX, 0))


def _positive(builder: Any, value: Any) -> Any:
    zero = _IR.Constant(value.type, [0.0] * value.type.count)
    return builder.select(builder.fcmp_ordered(">", value, zero), value, zero)


def _layer_blocks(context: Any, builder: Any, kind: Any, second: Any) -> tuple[Any, Any]:
    """Return the length of the second layer, and how many blocks it has."""
    table = context.make_array(kind)(context, builder, second)
    width = builder.extract_value(table.shape, 1)
    return width, builder.sdiv(width, _IR.Constant(_WORD, LAYER_BLOCK))


def _read(context: Any, builder: Any, signature: Any, arguments: Any) -> tuple[Any, ...]:
    """Read (rows, indices, weights, count, vector, at); the rows' length comes after the rows."""
    rows, indices, weights, count, vector, at = arguments
    of_rows, of_indices, of_weights, _, of_vector, _ = signature.args
    table = context.make_array(of_rows)(context, builder, rows)
    return (
        table.data,
        builder.extract_value(table.shape, 1),
        _data(context, builder, of_indices, indices),
        _data(context, builder, of_weights, weights),
        count,
        _data(context, builder, of_vector, vector),
        at,
    )


def _sum_rows(
    _typing: object, rows: Any, indices: Any, weights: Any, count: Any, out: Any, at: Any
) -> Any:
    """(rows, indices, weights, count, out, at): out[at] += sum of weighted rows, by block."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows, width, indices, weights, count, out, at = _read(
            context, builder, signature, arguments
        )
        start = builder.mul(at, width)
        blocks = builder.sdiv(width, _IR.Constant(_WORD, BLOCK))
        total = _TOOLS.alloca_once(builder, _ROW)
        with _TOOLS.for_range(builder, blocks) as block:
            offset = builder.mul(block.index, _IR.Constant(_WORD, BLOCK))
            place = builder.add(start, offset)
            builder.store(_load(builder, out, place, _ROW), total)
            with _TOOLS.for_range(builder, count) as loop:
                row = builder.load(builder.gep(indices, [loop.index]))
                weight = builder.load(builder.gep(weights, [loop.index]))
                here = builder.add(builder.mul(row, width), offset)
                part = builder.fmul(
                    _load(builder, rows, here, _ROW), _spread(builder, weight, _ROW)
                )
                builder.store(builder.fadd(builder.load(total), part), total)
            _store(builder, builder.load(total), out, place)
        return context.get_dummy_value()

    return _TYPES.void(rows, indices, weights, count, out, at), generate


def _add_rows(
    _typing: object,
    rows: Any,
    indices: Any,
    added: Any,
    count: Any,
    source: Any,
    start: Any,
    out: Any,
    at: Any,
) -> Any:
    """(rows, indices, added, count, source, start, out, at): see ``vectors.py``.

    The rows are of 16 or 32 bits, the sums of 32.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows, indices, added, count, source, start, out, at = arguments
        table = context.make_array(signature.args[0])(context, builder, rows)
        width = builder.extract_value(table.shape, 1)
        indices = _data(context, builder, signature.args[1], indices)
        source = _data(context, builder, signature.args[4], source)
        out = _data(context, builder, signature.args[6], out)
        start, at = builder.mul(start, width), builder.mul(at, width)
        is_narrow = signature.args[0].dtype.bitwidth == 16
        total = _TOOLS.alloca_once(builder, _WHOLE_ROW)

        def row_of(index: Any, offset: Any) -> Any:
            row = builder.load(builder.gep(indices, [index]))
            here = builder.add(builder.mul(row, width), offset)
            if is_narrow:
                narrow = _load(builder, table.data, here, _NARROW_ROW, align=2)
                return builder.sext(narrow, _WHOLE_ROW)
            return _load(builder, table.data, here, _WHOLE_ROW)

        blocks = builder.sdiv(width, _IR.Constant(_WORD, BLOCK))
        with _TOOLS.for_range(builder, blocks) as block:
            offset = builder.mul(block.index, _IR.Constant(_WORD, BLOCK))
            begun = _load(builder, source, builder.add(start, offset), _WHOLE_ROW)
            builder.store(begun, total)
            with _TOOLS.for_range(builder, added) as loop:
                more = builder.add(builder.load(total), row_of(loop.index, offset))
                builder.store(more, total)
            with _TOOLS.for_range(builder, count, start=added) as loop:
                less = builder.sub(builder.load(total), row_of(loop.index, offset))
                builder.store(less, total)
            _store(builder, builder.load(total), out, builder.add(at, offset))
        return context.get_dummy_value()

    return _TYPES.void(rows, indices, added, count, source, start, out, at), generate


def _add_to_rows(
    _typing: object, rows: Any, indices: Any, weights: Any, count: Any, vector: Any, at: Any
) -> Any:
    """(rows, indices, weights, count, vector, at): each row += weight * vector[at:]."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows, width, indices, weights, count, vector, start = _read(
            context, builder, signature, arguments
        )
        blocks = builder.sdiv(width, _IR.Constant(_WORD, BLOCK))
        with _TOOLS.for_range(builder, blocks) as block:
            offset = builder.mul(block.index, _IR.Constant(_WORD, BLOCK))
            added = _load(builder, vector, builder.add(start, offset), _ROW)
            with _TOOLS.for_range(builder, count) as loop:
                row = builder.load(builder.gep(indices, [loop.index]))
                weight = builder.load(builder.gep(weights, [loop.index]))
                at = builder.add(builder.mul(row, width), offset)
                part = builder.fmul(added, _spread(builder, weight, _ROW))
                _store(builder, builder.fadd(_load(builder, rows, at, _ROW), part), rows, at)
        return context.get_dummy_value()

    return _TYPES.void(rows, indices, weights, count, vector, at), generate


def _second_layer(
    _typing: object, first: Any, second: Any, second_bias: Any, last: Any, last_bias: Any, out: Any
) -> Any:
    """(first, second, second_bias, last, last_bias, out): the value of a first layer's sums.

    The sums of the second layer are written to ``out``. Sums of the first layer that are not above
    zero add nothing and are passed over. They may be whole numbers.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointers = [
            _data(context, builder, kind, value)
            for kind, value in zip(signature.args[1:], arguments[1:], strict=True)
        ]
        second, second_bias, last, last_bias, out = pointers
        width, blocks = _layer_blocks(context, builder, signature.args[1], arguments[1])
        total = _TOOLS.alloca_once(builder, _LAYER)
        value = _TOOLS.alloca_once_value(builder, _IR.Constant(_FLOAT, 0.0))
        rest = _TOOLS.alloca_once(builder, _WORD)
        is_whole = isinstance(signature.args[0].dtype, _TYPES.Integer)
        size = builder.extract_value(first.shape, 0)

        def are_active(start: Any) -> Any:
            """Return one bit for each sum above zero: a block has as many as a word has bits."""
            if is_whole:
                level = _load(builder, first.data, start, _WHOLE_ROW)
                nothing = _IR.Constant(_WHOLE_ROW, [0] * BLOCK)
                return builder.bitcast(builder.icmp_signed(">", level, nothing), _WORD)
            level = _load(builder, first.data, start, _ROW)
            nothing = _IR.Constant(_ROW, [0.0] * BLOCK)
            return builder.bitcast(builder.fcmp_ordered(">", level, nothing), _WORD)

        def sum_at(place: Any) -> Any:
            number = builder.load(builder.gep(first.data, [place]))
            return builder.sitofp(number, _FLOAT) if is_whole else number

        with _TOOLS.for_range(builder, blocks) as block:
            offset = builder.mul(block.index, _IR.Constant(_WORD, LAYER_BLOCK))
            _store(builder, _load(builder, second_bias, offset, _LAYER), out, offset)
        with _TOOLS.for_range(builder, builder.sdiv(size, _IR.Constant(_WORD, BLOCK))) as part:
            start = builder.mul(part.index, _IR.Constant(_WORD, BLOCK))
            active = are_active(start)
            with _TOOLS.for_range(builder, blocks) as block:
                offset = builder.mul(block.index, _IR.Constant(_WORD, LAYER_BLOCK))
                builder.store(_load(builder, out, offset, _LAYER), total)
                builder.store(active, rest)
                with _TOOLS.for_range(builder, builder.ctpop(active)):
                    bits = builder.load(rest)
                    place = builder.add(start, builder.cttz(bits, _IR.Constant(_BIT, 1)))
                    builder.store(builder.and_(bits, builder.sub(bits, _ONE)), rest)
                    at = builder.add(builder.mul(place, width), offset)
                    weights = _load(builder, second, at, _LAYER)
                    added = builder.fmul(weights, _spread(builder, sum_at(place), _LAYER))
                    builder.store(builder.fadd(builder.load(total), added), total)
                _store(builder, builder.load(total), out, offset)
        with _TOOLS.for_range(builder, blocks) as block:
            offset = builder.mul(block.index, _IR.Constant(_WORD, LAYER_BLOCK))
            shown = _positive(builder, _load(builder, out, offset, _LAYER))
            weighed = builder.fmul(shown, _load(builder, last, offset, _LAYER))
            builder.store(builder.fadd(builder.load(value), _add_up(builder, weighed)), value)
        return builder.fadd(builder.load(value), builder.load(last_bias))

    return _TYPES.float32(first, second, second_bias, last, last_bias, out), generate


def _second_layer_back(
    _typing: object, first: Any, second: Any, slopes: Any, gradient: Any, out: Any
) -> Any:
    """(first, second, slopes, gradient, out): the gradient of the second layer and of what fed it.

    ``slopes`` are those of the second layer's sums; those of the first layer's go to ``out``.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointers = [
            _data(context, builder, kind, value)
            for kind, value in zip(signature.args[1:], arguments[1:], strict=True)
        ]
        second, slopes, gradient, out = pointers
        width, blocks = _layer_blocks(context, builder, signature.args[1], arguments[1])
        zero = _IR.Constant(_FLOAT, 0.0)
        total = _TOOLS.alloca_once(builder, _FLOAT)
        size = builder.extract_value(first.shape, 0)
        with _TOOLS.for_range(builder, size) as loop:
            level = builder.load(builder.gep(first.data, [loop.index]))
            active = builder.fcmp_ordered(">", level, zero)
            level = builder.select(active, level, zero)
            builder.store(zero, total)
            with _TOOLS.for_range(builder, blocks) as block:
                offset = builder.mul(block.index, _IR.Constant(_WORD, LAYER_BLOCK))
                at = builder.add(builder.mul(loop.index, width), offset)
                slope = _load(builder, slopes, offset, _LAYER)
                back = _add_up(builder, builder.fmul(_load(builder, second, at, _LAYER), slope))
                builder.store(builder.fadd(builder.load(total), back), total)
                part = builder.fmul(slope, _spread(builder, level, _LAYER))
                added = builder.fadd(_load(builder, gradient, at, _LAYER), part)
                _store(builder, added, gradient, at)
            back = builder.select(active, builder.load(total), zero)
            builder.store(back, builder.gep(out, [loop.index]))
        return context.get_dummy_value()

    return _TYPES.void(first, second, slopes, gradient, out), generate


sum_rows = cast("Any", intrinsic)(_sum_rows)
add_rows = cast("Any", intrinsic)(_add_rows)
add_to_rows = cast("Any", intrinsic)(_add_to_rows)
second_layer = cast("Any", intrinsic)(_second_layer)
second_layer_back = cast("Any", intrinsic)(_second_layer_back)
