"""Calls of compiled functions as bytes, with all they read and write, for other engines.

Within ``listening`` every call from Python into the library is written down: its arguments, the
bytes of each array that Python has changed since the call before, what was returned, and the digest
of each array afterwards. ``scripts/replaying.mjs`` makes the same calls in the module for browsers;
whatever a bot, the solver or the review did here, the module must do bit for bit.
"""

import hashlib
import json
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import numpy as np

from tenback.kernels.compiling import Compiled
from tenback.kernels.library import INTERFACE
from tenback.kernels.words import MismatchError, address_of

__all__ = ["Calls"]

_ARRAY: Any = np.ndarray
_TUPLE: Any = tuple


def _digest(value: Any) -> str:
    return hashlib.sha256(value.tobytes()).hexdigest()


class Calls:
    """Gathers calls, and writes them; ``seconds`` is the CPU time that they took here."""

    def __init__(self) -> None:
        interface = json.loads(INTERFACE.read_text(encoding="utf-8"))
        self._exports: dict[str, list[dict[str, Any]]] = interface["exports"]
        self._types: dict[str, dict[str, Any]] = interface["types"]
        self._calls: list[dict[str, Any]] = []
        self._blob = bytearray()
        #: By address and form, with the value itself: its memory must not be used again.
        self._places: dict[Any, tuple[int, Any]] = {}
        self._left: list[str] = []
        self.seconds = 0.0

    def __len__(self) -> int:
        """Return how many calls were written down."""
        return len(self._calls)

    @contextmanager
    def listening(self) -> Generator[None]:
        """Write down every call of the library."""
        compiled: Any = Compiled
        plain = compiled.__call__

        def call(function: Compiled, *arguments: Any) -> Any:
            return self._note(plain, function, arguments)

        compiled.__call__ = call
        try:
            yield
        finally:
            compiled.__call__ = plain

    def _note(self, plain: Any, function: Compiled, arguments: tuple[Any, ...]) -> Any:
        python = function.py_func
        missing = python.__code__.co_argcount - len(arguments)
        if missing:
            arguments += (python.__defaults__ or ())[-missing:]
        symbol, kinds, told, used = self._described(function, arguments)
        changed: list[tuple[int, int]] = []
        for place, value in used.items():
            if self._left[place] != _digest(value):
                changed.append((place, len(self._blob)))
                self._blob += value.tobytes()
        began = time.process_time()
        found = plain(function, *arguments)
        self.seconds += time.process_time() - began
        for place, value in used.items():
            self._left[place] = _digest(value)
        results: tuple[Any, ...] = found if isinstance(found, _TUPLE) else (found,) * len(kinds)
        self._calls.append(
            {
                "symbol": symbol,
                "arguments": told,
                "changed": changed,
                "kinds": kinds,
                "results": [_told(kind, one) for kind, one in zip(kinds, results, strict=True)],
                "left": [(place, self._left[place]) for place in used],
            }
        )
        return found

    def _described(
        self, function: Compiled, arguments: tuple[Any, ...]
    ) -> tuple[str, list[str], list[Any], dict[int, Any]]:
        """Return the symbol for such arguments, its results, the arguments, and their memory."""
        python = function.py_func
        name = f"{python.__module__}.{python.__qualname__}"
        for variant in self._exports.get(name, ()):
            used: dict[int, Any] = {}
            kinds = variant["arguments"].values()
            try:
                told = [
                    self._argument(kind, one, used)
                    for kind, one in zip(kinds, arguments, strict=True)
                ]
            except MismatchError:
                continue
            return variant["symbol"], variant["results"], told, used
        raise ValueError(f"{name} is not exported for such arguments")

    def _argument(self, kind: Any, value: Any, used: dict[int, Any]) -> Any:
        is_named = isinstance(kind, str) and kind in self._types
        parts = self._types[kind].values() if is_named else kind
        if not isinstance(parts, str):
            if not isinstance(value, tuple):
                raise MismatchError
            pairs = zip(parts, cast("tuple[Any, ...]", value), strict=True)
            return [self._argument(part, one, used) for part, one in pairs]
        if ":" in parts:
            place = self._place(value)
            used[place] = value
            return {"place": place}
        if (parts == "none") != (value is None):
            raise MismatchError
        return _told(parts, value)

    def _place(self, value: Any) -> int:
        shape: Any = value.shape if isinstance(value, _ARRAY) else None
        key: Any = (address_of(value), value.dtype.str, shape)
        if key not in self._places:
            self._places[key] = (len(self._left), value)
            self._left.append("")
        return self._places[key][0]

    def write(self, path: Path) -> None:
        """Write a description as JSON behind its length, and the bytes that it names."""
        forms = [{"kind": dtype[1:], "shape": shape} for _, dtype, shape in self._places]
        head = json.dumps({"places": forms, "calls": self._calls}).encode()
        path.write_bytes(np.int64(len(head)).tobytes() + head + self._blob)


def _told(kind: str, value: Any) -> Any:
    """Return a number as JSON keeps it: whole ones as text, which loses no digit."""
    match kind:
        case "none":
            return None
        case "bool":
            return bool(value)
        case "real":
            return float(value)
        case _:
            return str(int(value))
