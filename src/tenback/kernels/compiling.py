"""The one place that says how the kernels are compiled.

A function marked with ``jit`` is called from the library that was compiled ahead (``library.py``),
if that was built from these very sources and exports the function. Otherwise Numba compiles it when
it is first called. What is called from Numba's code is always compiled by Numba.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property, update_wrapper
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

from tenback.kernels.disk_cache import cache_folder
from tenback.kernels.library import LIBRARY
from tenback.kernels.words import MismatchError
from tenback.rules import GAMES, placement

__all__ = ["Compiled", "emitted", "jit", "leave_library"]

_Function = TypeVar("_Function", bound=Callable[..., Any])


@cache
def _numba() -> Any:
    """Import Numba, and let it compile what stands in ``rules/``."""
    try:
        numba = import_module("numba")
        register = import_module("numba.extending").register_jitable
    except ImportError as error:
        raise ImportError(
            f"this needs a compiler ({error}): pip install 'tenback[kernels]'", name=error.name
        ) from None
    # These names work inside compiled code as they do outside: nothing about placement, and no
    # game's own duty, is written twice.
    for function in (
        placement.is_step,
        placement.is_jump,
        placement.fits,
        placement.improves,
        placement.gap,
    ):
        register(function)
    for game in GAMES.values():
        if game.own_duties is not None:
            register(game.own_duties.judge_end)
            register(game.own_duties.judge_card)
    return numba


def _dispatcher(function: Callable[..., Any], home: Path | None) -> Any:
    """Let Numba compile a function when it is first called, and keep the result on disk."""
    numba = _numba()
    dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
    source = Path(function.__code__.co_filename)
    folder = cache_folder(home or source.parent) if source.is_file() else None
    if folder is not None:
        # The setting is global to Numba; it is read while caching is switched on, and put back
        # so that other users of Numba in this process keep their own.
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)
        try:
            dispatcher.enable_caching()
        finally:
            numba.config.CACHE_DIR = before
    return dispatcher


class _InNumba:
    """Something that Numba's code may call; Numba is imported when it does."""

    dispatcher: Any

    @property
    def _numba_type_(self) -> Any:
        """The type that Numba gives the object: that of its own dispatcher."""
        function = self.dispatcher
        _numba()
        context = import_module("numba.core.registry").cpu_target.typing_context
        context.refresh()
        return context.resolve_value_type(function)


class Compiled(_InNumba):
    """A function of the library, or one that Numba compiles."""

    def __init__(self, function: Callable[..., Any], home: Path | None) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._home = home
        self._exported = LIBRARY.find(function) if LIBRARY is not None else None

    @cached_property
    def dispatcher(self) -> Any:
        """The function as Numba compiles it."""
        return _dispatcher(self.py_func, self._home)

    def __call__(self, *arguments: Any) -> Any:
        """Call the library; Numba where it does not have the function for such arguments."""
        if self._exported is not None:
            with suppress(MismatchError):
                return self._exported(*arguments)
        return self.dispatcher(*arguments)


class _Emitted(_InNumba):
    """Instructions that Numba's code may hold; see ``emitted``."""

    def __init__(self, module: str, name: str) -> None:
        self._module = module
        self._name = name

    @cached_property
    def dispatcher(self) -> Any:
        """The intrinsic function of Numba's."""
        return getattr(import_module(self._module), self._name)


def jit(function: _Function, home: Path | None = None) -> _Function:
    """Compile a function, without the GIL: ahead, or when it is first called.

    The type of the function stays what it is in Python. ``home`` is the folder of its source, where
    that is not the folder it was read from.
    """
    made = _dispatcher(function, home) if LIBRARY is None else Compiled(function, home)
    return cast("_Function", made)


def emitted(module: str, name: str) -> Any:
    """Return an intrinsic function of a module that emits LLVM's instructions itself."""
    made = _Emitted(module, name)
    return made.dispatcher if LIBRARY is None else made


def leave_library() -> None:
    """Replace functions of the library by Numba's, for code that compiles them for a GPU."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tenback."):
            for attribute, value in list(vars(module).items()):
                if isinstance(value, _InNumba):
                    setattr(module, attribute, value.dispatcher)
