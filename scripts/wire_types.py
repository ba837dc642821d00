"""Write the wire types of the browser client anew: python scripts/wire_types.py

Every TypeScript type in web/src/wire.ts is read off the Python type that the server itself uses.
With --check nothing is written; the exit status tells whether the file is as it should be.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec.inspect as look

from tenback.server.wire import happenings, http, messages, practice, puzzles, reviews
from tenback.table import Command

TARGET = Path(__file__).parent.parent / "web" / "src" / "wire.ts"

HEADER = "// Made by scripts/wire_types.py from the types of the server: change those and run it.\n"

PLAIN: dict[type[look.Type], str] = {
    look.IntType: "number",
    look.FloatType: "number",
    look.StrType: "string",
    look.BoolType: "boolean",
    look.NoneType: "null",
    look.AnyType: "unknown",
}

#: Where the bodies of HTTP requests and answers are.
BODIES = (http, practice, puzzles, reviews)

#: The unions by the names that the client knows them by.
UNIONS: dict[str, Any] = {
    "Intent": Command,
    "Happening": happenings.Happening,
    "ClientMessage": messages.ClientMessage,
    "ServerMessage": messages.ServerMessage,
}


class _Writer:
    """Collects one declaration per Python class."""

    def __init__(self) -> None:
        self._classes: dict[str, type] = {}
        self.declarations: dict[str, str] = {}

    def _claim(self, cls: type) -> bool:
        """Reserve the name of a class; False if it is declared already."""
        known = self._classes.setdefault(cls.__name__, cls)
        if known is not cls:
            raise ValueError(f"two types are called {cls.__name__}: {known} and {cls}")
        return cls.__name__ not in self.declarations

    def name_of(self, info: look.Type) -> str:
        """Return the TypeScript for a type, declaring what it needs on the way."""
        match info:
            case _ if type(info) in PLAIN:
                return PLAIN[type(info)]
            case look.LiteralType(values=values):
                return " | ".join(json.dumps(value) for value in values)
            case look.EnumType(cls=cls):
                return self._declare_enum(cls)
            case look.StructType():
                return self._declare_struct(info)
            case look.UnionType(types=types):
                return " | ".join(self.name_of(each) for each in types)
            case look.VarTupleType(item_type=item):
                return f"readonly {_grouped(self.name_of(item))}[]"
            case look.TupleType(item_types=items):
                return f"readonly [{', '.join(map(self.name_of, items))}]"
            case look.NamedTupleType(fields=fields):
                named = (f"{each.encode_name}: {self.name_of(each.type)}" for each in fields)
                return f"readonly [{', '.join(named)}]"
            case look.DictType(key_type=key, value_type=value):
                return f"Record<{self.name_of(key)}, {self.name_of(value)}>"
            case look.Metadata(type=inner):
                return self.name_of(inner)
            case _:
                raise TypeError(f"no TypeScript is known for {info}")

    def _declare_enum(self, cls: type) -> str:
        if self._claim(cls):
            values = " | ".join(json.dumps(member.value) for member in list[Any](cls))  # type: ignore[arg-type]
            self.declarations[cls.__name__] = f"export type {cls.__name__} = {values};\n"
        return cls.__name__

    def _declare_struct(self, info: look.StructType) -> str:
        name = info.cls.__name__
        if self._claim(info.cls):
            self.declarations[name] = ""  # keeps its place before what it refers to
            lines = "".join(f"  {line};\n" for line in self._members(info))
            self.declarations[name] = f"export interface {name} {{\n{lines}}}\n"
        return name

    def _members(self, info: look.StructType) -> Iterator[str]:
        """Yield the members; what a client may leave out, and what the server does, is optional."""
        if info.tag_field is not None:
            yield f"{info.tag_field}: {json.dumps(info.tag)}"
        config = info.cls.__struct_config__
        sent = info.forbid_unknown_fields and (info.tag_field is not None or _is_request(info))
        for field in info.fields:
            mark = "?" if not field.required and (sent or config.omit_defaults) else ""
            kind = self.name_of(field.type)
            if sent and isinstance(field.type, look.StructType) and not field.required:
                kind = f"Partial<{kind}>"
            yield f"{field.encode_name}{mark}: {kind}"


def _is_request(info: look.StructType) -> bool:
    return info.cls.__module__ in {module.__name__ for module in BODIES}


def _grouped(kind: str) -> str:
    return f"({kind})" if " | " in kind or kind.startswith("readonly ") else kind


def render() -> str:
    """Return the whole file."""
    writer = _Writer()
    unions = {
        name: writer.name_of(info)
        for name, info in zip(UNIONS, look.multi_type_info(UNIONS.values()), strict=True)
    }
    bodies = [getattr(module, name) for module in BODIES for name in module.__all__]
    for info in look.multi_type_info(bodies):
        writer.name_of(info)
    parts = [HEADER, *(_short(text, unions) for text in writer.declarations.values())]
    parts += [f"export type {name} =\n  | {_stacked(kind)};\n" for name, kind in unions.items()]
    return "\n".join(parts)


def _short(text: str, unions: dict[str, str]) -> str:
    """Call a union by its name where it is a member of something else."""
    for name, kind in unions.items():
        text = text.replace(f"({kind})", name).replace(kind, name)
    return text


def _stacked(kind: str) -> str:
    return kind.replace(" | ", "\n  | ")


def main() -> int:
    """Write the file, or with --check compare it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    text = render()
    if not parser.parse_args().check:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    print(f"{TARGET} is out of date: run python scripts/wire_types.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
