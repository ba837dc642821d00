"""The library of kernels compiled ahead: found, held against the sources, and called.

``make native`` writes it to the folder ``built``, one file for each platform, and beside them
``interface.json``: the exported functions with the kinds of their arguments (``words.py``), and
digests of the sources that they were compiled from. If the sources have changed since, if there is
no library for this platform, or if ``TENBACK_LIBRARY=off`` is set, Numba compiles instead. On
x86-64 the library holds code for three levels of processors; ``TENBACK_LIBRARY=v2`` takes a lower
one than the processor has.
"""

import ast
import ctypes
import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tenback.kernels.codes import numbered
from tenback.kernels.words import MismatchError, Writer, read_result, writer_for

__all__ = [
    "BUILT",
    "INTERFACE",
    "LIBRARY",
    "Library",
    "digest_of_code",
    "digest_of_sources",
    "is_current",
    "platform_file",
]

BUILT: Final = Path(__file__).parent / "built"
INTERFACE: Final = BUILT / "interface.json"
_PACKAGE = Path(__file__).parents[1]
_SUFFIXES = {"linux": "so", "darwin": "dylib", "win32": "dll"}
_MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
_LEAST_LEVEL = 2
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def platform_file() -> Path:
    """Return the path of this platform's library; there may be no such file."""
    machine = platform.machine().lower()
    name = f"{sys.platform}-{_MACHINES.get(machine, machine)}"
    return BUILT / f"{name}.{_SUFFIXES.get(sys.platform, 'so')}"


def digest_of_sources(sources: Iterable[str]) -> str:
    """Return the digest of files of the package, byte by byte."""
    digest = hashlib.sha256()
    for source in sources:
        digest.update((_PACKAGE / source).read_bytes())
    return digest.hexdigest()


def digest_of_code(sources: Iterable[str]) -> str:
    """Return the digest of what the compiler reads in files.

    Comments and docstrings are left out; so are, beside compiled functions, those that are not.
    """
    digest = hashlib.sha256()
    for source in sources:
        tree = ast.parse((_PACKAGE / source).read_bytes())
        if any(map(_is_compiled, tree.body)):
            tree.body = [
                node
                for node in tree.body
                if not isinstance(node, ast.FunctionDef) or _is_compiled(node)
            ]
        for node in ast.walk(tree):
            if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
                del node.body[0]
        digest.update(ast.dump(tree).encode())
    return digest.hexdigest()


def _is_compiled(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(mark, ast.Name) and mark.id == "jit" for mark in node.decorator_list
    )


class _Variant:
    """An exported function for arguments of certain kinds."""

    def __init__(
        self, function: Any, description: dict[str, Any], writers: list[Writer], made: Any
    ) -> None:
        self._function = function
        self._function.argtypes = (ctypes.c_void_p,)
        self._function.restype = ctypes.c_int32
        self._name = description["symbol"]
        self._results: list[str] = description["results"]
        self._blank = [0] * len(self._results)
        self._writers = writers
        self._made = made

    def __call__(self, arguments: tuple[Any, ...]) -> Any:
        """Call the function; a ``MismatchError`` says that the arguments are of other kinds."""
        if len(arguments) != len(self._writers):
            raise MismatchError
        words = self._blank.copy()
        for write, argument in zip(self._writers, arguments, strict=True):
            write(argument, words)
        row = (ctypes.c_int64 * len(words))(*words)
        if self._function(ctypes.addressof(row)):
            raise RuntimeError(f"{self._name}: compiled code has failed; this is a bug in tenback")
        if not self._results:
            return None
        found = read_result(self._results, iter(row))
        return found[0] if self._made is None else self._made(*found)


class Library:
    """The functions of an opened library."""

    def __init__(self, path: Path, interface: dict[str, Any]) -> None:
        self._library = ctypes.CDLL(str(path))
        self._exports: dict[str, list[dict[str, Any]]] = interface["exports"]
        self._types: dict[str, dict[str, Any]] = interface["types"]
        #: How many games' own duties it holds.
        self.duties = len(interface["numbers"]["duties"])
        self._suffix = _level(self._library)

    def find(self, function: Callable[..., Any]) -> Callable[..., Any] | None:
        """Return what calls a function's export with the same arguments; None if it has none."""
        described = self._exports.get(f"{function.__module__}.{function.__qualname__}")
        if described is None:
            return None
        made = function.__annotations__["return"]
        is_named = isinstance(made, type) and issubclass(made, tuple)
        variants = [
            _Variant(
                self._library[one["symbol"] + self._suffix],
                one,
                [writer_for(kind, self._types) for kind in one["arguments"].values()],
                made if is_named else None,
            )
            for one in described
        ]
        defaults = function.__defaults__ or ()
        count = function.__code__.co_argcount

        def call(*arguments: Any) -> Any:
            if len(arguments) < count:
                arguments += defaults[len(arguments) - count :]
            for variant in variants:
                try:
                    return variant(arguments)
                except MismatchError:
                    continue
            raise MismatchError

        return call


def _level(library: ctypes.CDLL) -> str:
    """Return the suffix of the symbols for this processor."""
    if not hasattr(library, "processor_level"):
        return ""
    found = library.processor_level()
    wished = os.environ.get("TENBACK_LIBRARY", "").removeprefix("v")
    level = min(found, int(wished)) if wished.isdigit() else found
    if level < _LEAST_LEVEL:
        raise OSError("this processor is older than all that the library was compiled for")
    return f"_v{level}"


def _knows_more(numbers: dict[str, list[str]]) -> bool:
    """Whether only games were added after the build; the library still serves all the others."""
    now = numbered()
    return all(now[name][: len(names)] == names for name, names in numbers.items())


def is_current(path: Path, interface: dict[str, Any]) -> bool:
    """Whether a file was built from the code at hand."""
    if interface.get("built", {}).get(path.name) != interface["code"]:
        return False
    sources = interface["sources"]
    # The digest of the code is slow to make; it is asked only if some byte differs.
    return (
        digest_of_sources(sources) == interface["digest"]
        or digest_of_code(sources) == interface["code"]
    )


def _open() -> Library | None:
    path = platform_file()
    if os.environ.get("TENBACK_LIBRARY") == "off" or not path.is_file():
        return None
    interface = json.loads(INTERFACE.read_bytes())
    try:
        if not is_current(path, interface):
            return None
        # A game that came later, with duties of its own, needs a compiler; the others do not.
        if numbered() != interface["numbers"] and (
            find_spec("numba") is not None or not _knows_more(interface["numbers"])
        ):
            return None
        return Library(path, interface)
    except OSError:  # a source that is gone, or a library that this system cannot open
        return None


LIBRARY: Final = _open()
