"""Functions that compiled code inlines, with all that they call.

A call of Numba's hands over every part of every tuple and array by itself: for what is done at
every step that takes as long as the rules do. Left to itself LLVM inlines what is short, and one
line more may make a function too long.

What is inlined is compiled apart, from the same sources: Numba passes the option on to whatever it
compiles next, and would keep that on its disk for others, or find it there without.
"""

from collections.abc import Callable
from dis import get_instructions
from functools import cached_property
from importlib import import_module
from operator import itemgetter
from types import FunctionType
from typing import Any, Final, TypeVar, cast

from tenback.kernels.compiling import Compiled

__all__ = ["inlined"]

_Function = TypeVar("_Function", bound=Callable[..., Any])

#: What calls bots stays a call: they are large. So does what calls itself.
_LEFT: Final = ("tenback.envs.others",)
_OPTION: Final = "forceinline"


class _Inlined(Compiled):
    """Called from Python it is as ``jit`` makes it; compiled code inlines it."""

    @cached_property
    def _apart(self) -> Any:
        return _compile_apart(self.dispatcher.py_func, {}, ())

    @property
    def _numba_type_(self) -> Any:
        """What Numba takes the object for: the function that is inlined."""
        apart = self._apart
        context = import_module("numba.core.registry").cpu_target.typing_context
        context.refresh()
        return context.resolve_value_type(apart)


def _compile_apart(
    function: Callable[..., Any],
    made: dict[Callable[..., Any], Any],
    callers: tuple[Callable[..., Any], ...],
) -> Any:
    """Make a dispatcher of a function and of what it calls, for LLVM to inline.

    One that calls itself is a TypeError: compiled code that has inlined it crashes when it is read
    from the disk again.
    """
    source = cast("FunctionType", function)
    known = dict(source.__globals__)
    copied = FunctionType(source.__code__, known, source.__name__, source.__defaults__)
    copied.__qualname__, copied.__module__ = source.__qualname__, source.__module__
    numba = import_module("numba")
    options = {"nogil": True, "error_model": "numpy", _OPTION: True}
    dispatcher = made[function] = numba.njit(**options)(copied)
    for name, called, python in _calls(source):
        if python is function or python in callers:
            raise TypeError(f"{python.__qualname__} calls itself: it cannot be inlined")
        if python.__module__ in _LEFT or any(other is python for *_, other in _calls(python)):
            # Without a value of its own it would inherit the caller's.
            getattr(called, "dispatcher", called).targetoptions.setdefault(_OPTION, False)
        else:
            known[name] = made.get(python) or _compile_apart(python, made, (*callers, function))
    return dispatcher


def _calls(function: FunctionType) -> list[tuple[str, Any, FunctionType]]:
    """List the compiled functions that a function calls: name, dispatcher, and their sources.

    They are loaded as globals; the name of an attribute may be that of a function, too.
    """
    loaded = (one for one in get_instructions(function) if one.opname == "LOAD_GLOBAL")
    named = ((name, function.__globals__.get(name)) for name in {one.argval for one in loaded})
    found = (
        (name, called, getattr(called, "py_func", None))
        for name, called in sorted(named, key=itemgetter(0))
    )
    return [(name, called, python) for name, called, python in found if python is not None]


def inlined(function: _Function) -> _Function:
    """Compile a function like ``jit``, and let compiled code inline it wherever it calls it."""
    return cast("_Function", _Inlined(function, None))
