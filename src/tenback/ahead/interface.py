"""What a caller of the library has to know, written from the description."""

import ast
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import tenback
from tenback.ahead.exports import Export
from tenback.ahead.kinds import Kinds
from tenback.ahead.lowering import Lowered
from tenback.kernels import codes
from tenback.kernels.library import digest_of_code, digest_of_sources
from tenback.rules import GAMES, placement

__all__ = ["describe", "interface_text", "sources_of"]

_PACKAGE = Path(tenback.__file__).parent
#: Where compiled code takes functions and numbers from.
_COMPILED = (
    "tenback.kernels.",
    "tenback.bots.search.",
    "tenback.bots.signals",
    "tenback.bots.value.",
    "tenback.analysis.",
)
#: What carries compiled code, and is none.
_PLUMBING = {
    "tenback.kernels.disk_cache",
    "tenback.kernels.library",
    "tenback.kernels.words",
}


def sources_of(exports: Iterable[Export]) -> list[str]:
    """Return the files of the package that compiled code is made from, relative to it.

    These are the modules of the exported functions, and what they import from one another.
    """
    duties = [game.own_duties for game in GAMES.values() if game.own_duties is not None]
    found = {placement.__name__, *(one.judge_end.__module__ for one in duties)}
    waiting = {export.function.__module__ for export in exports}
    while waiting:
        module = waiting.pop()
        found.add(module)
        tree = ast.parse(_file_of(module).read_bytes())
        used = {name for name in _imported(tree) if name.startswith(_COMPILED)} - _PLUMBING
        waiting |= {name for name in used - found if _file_of(name).is_file()}
    return sorted(_file_of(module).relative_to(_PACKAGE).as_posix() for module in found)


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            # A name that is imported may be a module itself.
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value  # a module that is imported by Numba alone


def _file_of(module: str) -> Path:
    return _PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")


def describe(exports: Iterable[Export]) -> dict[str, Any]:
    """Return the types and arguments of exported functions, by what the description says."""
    kinds = Kinds()
    described: dict[str, list[dict[str, Any]]] = {}
    for export in exports:
        arguments = {name: kinds.of(one) for name, one in export.arguments().items()}
        one = {"symbol": export.symbol, "arguments": arguments}
        described.setdefault(export.name, []).append(one)
    return {"types": kinds.types, "exports": described}


def interface_text(lowered: Sequence[Lowered]) -> str:
    """Return the interface for Python: JSON."""
    exports = [one.export for one in lowered]
    sources = sources_of(exports)
    told: dict[str, Any] = {
        "digest": digest_of_sources(sources),
        "code": digest_of_code(sources),
        "numbers": codes.numbered(),
        "sources": sources,
    }
    described = describe(exports)
    results = {one.export.symbol: one.results for one in lowered}
    for variant in chain.from_iterable(described["exports"].values()):
        variant["results"] = results[variant["symbol"]]
    return json.dumps(told | described, indent=1) + "\n"
