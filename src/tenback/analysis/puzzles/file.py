"""The puzzles that come with the package, one a line, and how such files are read and written."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from tenback.analysis.puzzles.puzzle import Puzzle
from tenback.rules import GAMES

__all__ = ["find_puzzle", "load_puzzles", "puzzle_games", "read_puzzles", "write_puzzles"]

_FOLDER = files("tenback.analysis.puzzles") / "data"
_decoder = msgspec.json.Decoder(Puzzle)
_encoder = msgspec.json.Encoder()


def read_puzzles(text: str) -> list[Puzzle]:
    """Read puzzles, one a line; ValueError names the line that is wrong."""
    puzzles: list[Puzzle] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            puzzles.append(_decoder.decode(line))
        except msgspec.DecodeError as error:
            raise ValueError(f"line {number} is no puzzle: {error}") from None
    return puzzles


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write puzzles, one a line."""
    path.write_bytes(b"".join(_encoder.encode(puzzle) + b"\n" for puzzle in puzzles))


@cache
def puzzle_games() -> tuple[str, ...]:
    """Return the games that there are puzzles for."""
    names = (file.name.removesuffix(".jsonl") for file in _FOLDER.iterdir())
    return tuple(sorted(names, key=lambda name: list(GAMES).index(name)))


@cache
def load_puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, the easiest first."""
    return tuple(read_puzzles((_FOLDER / f"{game}.jsonl").read_text(encoding="utf-8")))


@cache
def _by_id(game: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in load_puzzles(game)}


def find_puzzle(name: str) -> Puzzle | None:
    """Find a puzzle by its id, such as original-17."""
    game = name.rpartition("-")[0]
    return _by_id(game).get(name) if game in puzzle_games() else None
