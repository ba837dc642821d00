"""A pool of puzzles that were found, by batches of games: making can be stopped and resumed."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from tenback.analysis.puzzles.making import Maker
from tenback.analysis.puzzles.puzzle import Puzzle

__all__ = ["Batch", "Found", "batches", "make_batch", "read_pool"]

#: By game: how many play, with every card known or not; one batch of each in turn.
_KINDS: Final[dict[str, tuple[tuple[int, bool], ...]]] = {
    "original": ((1, False), (2, False), (3, False), (1, True), (2, True), (3, True)),
    "extreme": ((1, False), (2, False), (3, False), (1, True), (2, True), (3, True)),
    "duel": ((2, False), (2, False), (2, True)),
}
#: Games of a batch; with hidden cards a game takes longer.
_GAMES: Final = 40
_HIDDEN_GAMES: Final = 4


class Batch(msgspec.Struct, frozen=True, array_like=True):
    """Some games from which puzzles are made: seeds ``first`` to ``first + games``."""

    game: str
    players: int
    hidden: bool
    first: int
    games: int


class Found(msgspec.Struct, frozen=True):
    """What was found in a batch; a line of a pool's file."""

    batch: Batch
    puzzles: tuple[Puzzle, ...]


def batches(game: str, seed: int) -> Iterator[Batch]:
    """Yield batches without end, the same for the same seed."""
    for number in count():
        for kind, (players, hidden) in enumerate(_KINDS[game]):
            first = seed + (number * len(_KINDS[game]) + kind) * _GAMES
            yield Batch(game, players, hidden, first, _HIDDEN_GAMES if hidden else _GAMES)


@lru_cache(maxsize=16)
def _maker(game: str, players: int) -> Maker:
    return Maker(game, players)


def make_batch(batch: Batch) -> Found:
    """Play the games of a batch and look for puzzles in them."""
    maker = _maker(batch.game, batch.players)
    seeds = range(batch.first, batch.first + batch.games)
    found = [puzzle for seed in seeds for puzzle in maker.from_game(seed, hidden=batch.hidden)]
    return Found(batch, tuple(found))


def read_pool(path: Path) -> list[Found]:
    """Read a pool; ValueError names the line that is wrong."""
    found: list[Found] = []
    decode = msgspec.json.Decoder(Found).decode
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            found.append(decode(line))
        except msgspec.DecodeError as error:
            raise ValueError(f"line {number} is no batch of puzzles: {error}") from None
    return found
