"""The interface for TypeScript: every exported function with the types of what it takes."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

import numpy as np

from tenback.kernels.packed import RULES, STATE
from tenback.kernels.turn_buffer import ENTRY

__all__ = ["TYPESCRIPT", "typescript_text"]

TYPESCRIPT: Final = Path(__file__).parents[3] / "web" / "src" / "lib" / "kernels" / "interface.ts"

_HEADER = """\
// Made by `make wasm` from src/tenback/ahead/exports.py: change that and run it.
import type { ArrayAt, Int, RecordAt, Word } from './memory';
"""
#: The records whose fields a caller reads and writes.
_RECORDS: Final = {"Rules": RULES, "State": STATE, "Entry": ENTRY}
_SIMPLE: dict[str, str] = {
    "int": "Int",
    "word": "Word",
    "real": "number",
    "bool": "boolean",
    "none": "null",
}


def typescript_text(interface: str) -> str:
    """Return the source of the interface."""
    told = json.loads(interface)
    parts = [_HEADER, *map(_record, _RECORDS.items())]
    for name, fields in told["types"].items():
        lines = [f"  {field}: {_type_of(kind)};" for field, kind in fields.items()]
        parts.append("\n".join([f"export interface {name} {{", *lines, "}"]) + "\n")
    functions = list(chain.from_iterable(told["exports"].values()))
    parts.append("\n".join(["export interface Kernels {", *map(_method, functions), "}"]) + "\n")
    parts.append(
        _constant("TYPES", {name: list(told["types"][name].values()) for name in told["types"]})
    )
    called = {
        one["symbol"]: {"arguments": list(one["arguments"].values()), "results": one["results"]}
        for one in functions
    }
    parts.append(_constant("FUNCTIONS", called))
    return "\n".join(parts)


def _record(named: tuple[str, Any]) -> str:
    name, layout = named
    fields = {
        field: {"at": at, "kind": kind.base.str[1:], "shape": list(kind.shape)}
        for field, (kind, at) in layout.fields.items()
    }
    return _constant(name.upper(), {"size": layout.itemsize, "fields": fields})


def _constant(name: str, value: Any) -> str:
    return f"export const {name} = {json.dumps(value)} as const;\n"


def _type_of(kind: Any) -> str:
    if not isinstance(kind, str):
        return f"[{', '.join(map(_type_of, kind))}]"
    name, *details = kind.split(":")
    if name == "record":
        return f"RecordAt<{details[0]}>"
    if name == "array":
        return f"ArrayAt<'{np.dtype(details[0]).str[1:]}', {details[1]}>"
    return _SIMPLE.get(name, name)


def _method(function: dict[str, Any]) -> str:
    arguments = ", ".join(
        f"{name}: {_type_of(kind)}" for name, kind in function["arguments"].items()
    )
    return f"  {function['symbol']}({arguments}): {_result(function['results'])};"


def _result(kinds: list[str]) -> str:
    found = list(_results(kinds))
    return "void" if not found else found[0] if len(found) == 1 else f"[{', '.join(found)}]"


def _results(kinds: list[str]) -> Iterator[str]:
    for kind in kinds:
        yield {"int": "number", "word": "bigint", "real": "number", "bool": "boolean"}[kind]
