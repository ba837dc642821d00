"""Results as files: one row for each game, in Parquet or CSV, with a description of the run.

Parquet holds the description in its metadata. For CSV it is in ``NAME.csv.json`` beside the file,
so that any program can read the CSV; without it only the title is lost.
"""

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from tenback.lab.chunks import terminations
from tenback.lab.errors import LabError
from tenback.lab.game_table import GameTable
from tenback.records.files import write_whole

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "TABLE_SUFFIXES",
    "SavedResults",
    "build_frame",
    "load_results",
    "save_results",
    "verify_writable",
]

TABLE_SUFFIXES = (".parquet", ".csv")
_KEY = "tenback"
_MOST_CARDS = 1000
_NEEDED = ("seed", "result", "score", "turns")


@dataclass(frozen=True, slots=True)
class SavedResults:
    """A file of results; ``run`` describes the run and is empty if it is not known."""

    frame: "pl.DataFrame"
    run: dict[str, object]
    title: str


def build_frame(table: GameTable) -> "pl.DataFrame":
    """Return one row for each game that is done."""
    import polars as pl  # noqa: PLC0415 - heavy

    rules, numbers = table.spec.rules, table.numbers()
    winners = table.column("winners")
    if rules.game.is_team_game:
        names, codes = ["lost", "won"], winners != 0
    else:
        names = ["nobody", *(f"P{seat + 1}" for seat in range(rules.players))]
        codes = sum((seat + 1) * (winners >> seat & 1) for seat in range(rules.players))
    return pl.DataFrame(
        {
            "game": numbers,
            "seed": numbers + table.spec.seed_of(0),
            "result": _named(names, codes),
            "score": table.column("score"),
            "termination": _named(terminations(), table.column("termination")),
            "turns": table.column("turns"),
            "decisions": table.column("decisions"),
        }
    )


def _named(names: Sequence[str], codes: object) -> "pl.Series":
    import polars as pl  # noqa: PLC0415 - heavy

    held = np.asarray(codes, np.uint32)
    return pl.Series(list(names), dtype=pl.Enum(list(names))).gather(held)


def save_results(frame: "pl.DataFrame", run: Mapping[str, object], title: str, path: Path) -> None:
    """Write a frame with its description, in the format given by the suffix."""
    told = json.dumps({"run": run, "title": title}, ensure_ascii=False)
    if path.suffix == ".csv":
        write_whole(path, frame.write_csv)
        write_whole(_beside(path), lambda file: file.write(told.encode()))
    else:
        write_whole(path, lambda file: frame.write_parquet(file, metadata={_KEY: told}))


def load_results(path: Path) -> SavedResults:
    """Read what ``save_results`` wrote, or any table with its columns; else raise a LabError."""
    import polars as pl  # noqa: PLC0415 - heavy

    if path.suffix not in TABLE_SUFFIXES:
        raise LabError(f"{path}: the name does not end in {' or '.join(TABLE_SUFFIXES)}")
    try:
        if path.suffix == ".csv":
            frame = pl.read_csv(path, glob=False)  # a name may have brackets
            told = _beside(path).read_text(encoding="utf-8") if _beside(path).exists() else ""
        else:
            frame = pl.read_parquet(path, glob=False)
            told = pl.read_parquet_metadata(path).get(_KEY, "")
    except OSError as error:
        raise LabError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (pl.exceptions.PolarsError, UnicodeDecodeError) as error:
        first_line = next(iter(str(error).splitlines()), "?")
        raise LabError(f"{path}: this is no table of results: {first_line}") from None
    missing = [name for name in _NEEDED if name not in frame.columns]
    if missing or not frame.height:
        what = f"it has no column {missing[0]!r}" if missing else "it has no rows"
        raise LabError(f"{path}: this is no table of results: {what}")
    if not frame.schema["score"].is_integer():
        raise LabError(f"{path}: this is no table of results: a score is not a whole number")
    if not frame["score"].is_between(0, _MOST_CARDS).all():
        raise LabError(f"{path}: this is no table of results: a score is not a number of cards")
    run, title = _understood(told)
    return SavedResults(frame, run, title or path.stem)


def _understood(told: str) -> tuple[dict[str, object], str]:
    """Read a description; one that we did not write counts as none."""
    try:
        found: object = json.loads(told) if told else {}
    except ValueError:
        found = {}
    if not isinstance(found, dict):
        return {}, ""
    described = cast("dict[str, object]", found)
    run = described.get("run")
    return (
        cast("dict[str, object]", run) if isinstance(run, dict) else {},
        str(described.get("title", "")),
    )


def verify_writable(path: Path, suffixes: Sequence[str]) -> None:
    """Raise a LabError for a file that cannot be written, before any work is done."""
    if path.suffix not in suffixes:
        told = " or ".join(filter(None, (", ".join(suffixes[:-1]), suffixes[-1])))
        raise LabError(f"{path}: the name does not end in {told}")
    if path.is_dir():
        raise LabError(f"{path}: cannot be written: it is a folder")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise LabError(f"{path}: cannot be written: {error.strerror}") from None


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.json")
