"""The games of a run, which arrive in any order."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tenback.lab.chunks import COLUMNS, Chunk, Column
from tenback.lab.spec import RunSpec

__all__ = ["GameTable"]


class GameTable:
    """The first games of a run; ``done`` marks those that have been played."""

    def __init__(self, spec: RunSpec, games: int = 0) -> None:
        self.spec = spec
        self.done: NDArray[np.bool_] = np.zeros(games, np.bool_)
        self._columns: dict[str, Column] = {
            name: np.zeros(games, kind) for name, kind in COLUMNS.items()
        }

    def __len__(self) -> int:
        """The number of games wanted."""
        return len(self.done)

    @property
    def count(self) -> int:
        """The number of games done."""
        return int(np.count_nonzero(self.done))

    def grow(self, games: int) -> None:
        """Raise the number of games wanted to at least ``games``."""
        more = games - len(self)
        if more > 0:
            self.done = np.pad(self.done, (0, more))
            self._columns = {name: np.pad(held, (0, more)) for name, held in self._columns.items()}

    def add(self, chunk: Chunk) -> int:
        """Add the games of a chunk that are wanted; return how many of them are new."""
        last = min(chunk.first + chunk.count, len(self))
        if chunk.first >= last:
            return 0
        part = slice(chunk.first, last)
        new = last - chunk.first - int(np.count_nonzero(self.done[part]))
        for name, held in self._columns.items():
            held[part] = chunk.columns[name][: last - chunk.first]
        # Last, so that an interruption leaves no game half added.
        self.done[part] = True
        return new

    def missing(self) -> Iterator[range]:
        """List the ranges of games still to be played."""
        edges = np.flatnonzero(np.diff(np.r_[True, self.done, True]))
        for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            yield range(first, last)

    def numbers(self) -> NDArray[np.int64]:
        """Return the numbers of the games that are done."""
        return np.flatnonzero(self.done)

    def column(self, name: str) -> Column:
        """Return a column of the games that are done, in the order of their numbers."""
        return self._columns[name][self.done]

    def column_at(self, name: str, games: NDArray[np.int64]) -> Column:
        """Return a column at the numbers of some games that are done."""
        return self._columns[name][games]

    def chunk(self, stretch: range) -> Chunk:
        """Return a range of games that is done."""
        part = slice(stretch.start, stretch.stop)
        return Chunk(stretch.start, {name: held[part] for name, held in self._columns.items()})
