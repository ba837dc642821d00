"""The layout of the commands, given as a word, a mapping or a file."""

import secrets
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, cast

import msgspec

from tenback.records.deals import MAX_SEED, layout_from_seed
from tenback.rules import EVEN, CardCommand, Layout, RulesetError

__all__ = ["LAYOUT_NAMES", "LayoutSource", "read_layout", "read_layout_file"]

#: The ready-made layouts, the default first.
LAYOUT_NAMES = ("even", "random")
_EXAMPLE = '{"STOP": [4, 28, 52, 76], …}'

#: "even", "random" or a file's name; kind -> four numbers; number -> kind; a layout.
LayoutSource = (
    Layout | str | PathLike[str] | Mapping[str, Iterable[int]] | Mapping[int, CardCommand]
)


def read_layout(source: object, seed: int | None = None) -> Layout:
    """Return the layout that a source names; raise a RulesetError if it names none.

    ``random`` is drawn from the seed, or without one from the operating system's random source.
    """
    match source:
        case Layout():
            return source
        case "even":
            return EVEN
        case "random":
            return layout_from_seed(secrets.randbelow(MAX_SEED) if seed is None else seed)
        case str() | PathLike():
            return read_layout_file(Path(cast("str | PathLike[str]", source)))
        case Mapping():
            return Layout.custom(_by_kind(cast("Mapping[object, object]", source)))
        case _:
            raise RulesetError(
                "layout",
                f"{source!r} is not even, random, a mapping like {_EXAMPLE}, a Layout or a file",
            )


def read_layout_file(path: Path) -> Layout:
    """Read a JSON file of kind -> numbers: the printed deck of an owner of the game."""
    try:
        numbers = msgspec.json.decode(path.read_bytes(), type=dict[str, list[int]])
    except (OSError, ValueError) as error:
        if isinstance(error, msgspec.DecodeError | UnicodeDecodeError):
            raise RulesetError("layout", f"{path} is not like {_EXAMPLE}: {error}") from None
        reason = error.strerror if isinstance(error, OSError) else error
        raise RulesetError(
            "layout", f"{str(path)!r} is not even, random or a file that can be read ({reason})"
        ) from None
    try:
        return Layout.custom(numbers)
    except RulesetError as error:
        raise RulesetError("layout", f"{path}: {error.message}") from None


def _by_kind(source: Mapping[object, object]) -> Mapping[str, Any]:
    """Return kind -> numbers, also for a mapping of number -> kind."""
    if not source or not all(isinstance(card, int) for card in source):
        return cast("Mapping[str, Any]", source)
    numbers: dict[str, list[object]] = {}
    for card, kind in source.items():
        numbers.setdefault(str(kind), []).append(card)
    return numbers
