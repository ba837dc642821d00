"""From Python to LLVM IR: what Numba writes before anything is optimised.

Numba translates every function into a module of LLVM IR, optimises it for the processor at hand and
turns it into machine code. Here only the first step is wanted: the modules are taken as they are
written, before anything depends on a processor. Around each exported function lies a shell that
reads its arguments from a row of words (``kernels/words.py``).
"""

import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numba
from llvmlite import ir  # pyright: ignore[reportMissingTypeStubs] - it has none
from numba.core import cgutils, codegen, types
from numba.core.registry import cpu_target
from numba.np import arrayobj

from tenback.ahead.exports import Export

__all__ = ["Lowered", "lower"]

_ARRAYS: Any = arrayobj
_NUMBA: Any = numba
_CPU: Any = cpu_target
_IR: Any = ir
_TOOLS: Any = cgutils
_TYPES: Any = types
_WORD = _IR.IntType(64)
_STATUS = _IR.IntType(32)
#: Numba's shells around a function, for Python and for C.
_SHELL = re.compile(r'^define [^\n]*@"?(_ZN7cpython|cfunc\.)', re.MULTILINE)


@dataclass(frozen=True)
class Lowered:
    """An exported function, and the kinds of what it returns."""

    export: Export
    results: list[str]


class _Listener(codegen.JITCodeLibrary):
    """Collects the modules that Numba writes, and makes no machine code of them."""

    modules: list[str]

    def add_ir_module(self, ir_module: Any) -> None:
        """Collect a module."""
        self.modules.append(_TOOLS.normalize_ir_text(str(ir_module)))

    def finalize(self) -> None:
        """Skip optimisation and machine code."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        del name
        return 0


def _do_nothing(*_: object) -> None:
    pass


@contextmanager
def _listening() -> Generator[list[str]]:
    modules: list[str] = []
    listener = type("Listener", (_Listener,), {"modules": modules})
    writer: Any = _CPU.target_context.codegen()
    before = writer._library_class
    writer._library_class = listener
    writer.set_env = _do_nothing  # nothing runs that would look for what is set
    try:
        yield modules
    finally:
        writer._library_class = before
        del writer.set_env


def lower(exports: Iterable[Export]) -> tuple[list[Lowered], list[str]]:
    """Return what is exported, and the modules of LLVM IR that hold it."""
    found: list[Lowered] = []
    with _listening() as modules:
        for export in exports:
            arguments = tuple(_NUMBA.typeof(one) for one in export.arguments().values())
            dispatcher: Any = getattr(export.function, "dispatcher", export.function)
            dispatcher.compile(arguments)
            compiled = dispatcher.overloads[arguments]
            shell = _Shell(compiled.fndesc)
            modules.append(shell.write(export.symbol))
            found.append(Lowered(export, shell.results))
    return found, [module for module in modules if not _SHELL.search(module)]


class _Shell:
    """The shell of a function: ``int32_t symbol(int64_t *words)``, 0 if all went well."""

    def __init__(self, described: Any) -> None:
        self._described = described
        self._context: Any = _CPU.target_context
        self.results = list(_result_kinds(described.restype))

    def write(self, symbol: str) -> str:
        """Return the module of the shell."""
        module = _IR.Module(symbol)
        kind = _IR.FunctionType(_STATUS, [_WORD.as_pointer()])
        function = _IR.Function(module, kind, symbol)
        builder = self._builder = _IR.IRBuilder(function.append_basic_block())
        self._words = function.args[0]
        self._next = len(self.results)
        arguments = [self._read(argument) for argument in self._described.argtypes]
        inner = self._context.declare_function(module, self._described)
        status, result = self._context.call_conv.call_function(
            builder, inner, self._described.restype, self._described.argtypes, arguments
        )
        self._write_results(self._described.restype, result)
        builder.ret(status.code)
        return _TOOLS.normalize_ir_text(str(module))

    def _take(self) -> Any:
        """Read the next word."""
        place = self._builder.gep(self._words, [_WORD(self._next)])
        self._next += 1
        return self._builder.load(place)

    def _read(self, kind: Any) -> Any:
        """Read a value of one of Numba's types from as many words as it takes."""
        builder, context = self._builder, self._context
        if isinstance(kind, _TYPES.BaseTuple):
            parts = [self._read(part) for part in kind]
            return context.make_tuple(builder, kind, parts)
        if isinstance(kind, _TYPES.Array):
            return self._read_array(kind)
        if isinstance(kind, _TYPES.NoneType):
            return context.get_dummy_value()
        word, wanted = self._take(), context.get_value_type(kind)
        if isinstance(kind, _TYPES.Record):
            return builder.inttoptr(word, wanted)
        if isinstance(kind, _TYPES.Float):
            return builder.bitcast(word, wanted)
        return builder.trunc(word, wanted) if wanted != _WORD else word

    def _read_array(self, kind: Any) -> Any:
        builder, context = self._builder, self._context
        array = context.make_array(kind)(context, builder)
        address = builder.inttoptr(self._take(), array.data.type)
        shape = [self._take() for _ in range(kind.ndim)]
        size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        strides: list[Any] = []
        step = _WORD(size)
        for length in reversed(shape):
            strides.insert(0, step)
            step = builder.mul(step, length)
        _ARRAYS.populate_array(array, address, shape, strides, _WORD(size), meminfo=None)
        return array._getvalue()

    def _write_results(self, kind: Any, value: Any) -> None:
        builder = self._builder
        if isinstance(kind, _TYPES.BaseTuple):
            parts = [builder.extract_value(value, index) for index in range(len(kind))]
            pairs = list(zip(kind, parts, strict=True))
        else:
            pairs = [(kind, value)] if self.results else []
        for index, (part_kind, part) in enumerate(pairs):
            if isinstance(part_kind, _TYPES.Float):
                part = builder.bitcast(part, _WORD)  # noqa: PLW2901
            elif part.type != _WORD:
                part = builder.zext(part, _WORD)  # noqa: PLW2901
            builder.store(part, builder.gep(self._words, [_WORD(index)]))


def _result_kinds(kind: Any) -> Iterator[str]:
    if isinstance(kind, _TYPES.BaseTuple):
        for part in kind:
            yield from _result_kinds(part)
    elif isinstance(kind, _TYPES.Boolean):
        yield "bool"
    elif isinstance(kind, _TYPES.Float):
        yield "real"
    elif isinstance(kind, _TYPES.Integer):
        yield "int" if kind.signed else "word"
