"""The life of a table on disk: tables that nobody visits are closed or deleted in time."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import time

from tenback.server.live.upkeep import CLOSED, bring_table_up, close_table
from tenback.server.store import FencedError, SequenceConflictError, Store, StoreError, TableRow
from tenback.table import Stage

__all__ = ["Janitor", "Lifetimes"]

_LOGGER = logging.getLogger("tenback.server.janitor")
_DAY = 24 * 3600.0
_PAGE = 100
#: A pause between two tables, so that tables in play get the machine.
_PAUSE_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """How many days tables are kept after the last visit; None is for ever.

    A table that waits for players or is in the middle of a game is deleted. A table whose game is
    over is closed: only its games are kept.
    """

    gathering: float | None = 1.0
    unfinished: float | None = 30.0
    finished: float | None = 1.0
    games: float | None = None

    def of(self, status: str) -> float | None:
        """Return how many days a table of this status is kept."""
        match status:
            case Stage.GATHERING:
                return self.gathering
            case Stage.DEALT | Stage.PLAYING:
                return self.unfinished
            case Stage.OVER:
                return self.finished
            case _:
                return self.games


class Janitor:
    """Maintains sleeping tables; ``is_awake`` says which to leave alone."""

    def __init__(
        self, store: Store, lifetimes: Lifetimes, is_awake: Callable[[str], bool] = lambda _: False
    ) -> None:
        self._store = store
        self._lifetimes = lifetimes
        self._is_awake = is_awake
        #: Codes of tables that could not be read.
        self.unreadable: set[str] = set()

    async def bring_up_all(self, progress: Callable[[int], None] = lambda _: None) -> int:
        """Migrate every table of an earlier vocabulary; return how many there were."""
        count = after = 0
        while rows := await self._store.older(_PAGE, after):
            for row in rows:
                after = row.id
                if not self._is_awake(row.code):
                    count += await self._try(row, bring_table_up)
                    progress(count)
        return count

    async def prune(self, *, dry: bool = False) -> Counter[str]:
        """Close and delete tables that were kept long enough; return how many of each status."""
        done: Counter[str] = Counter()
        for status in (*Stage, CLOSED):
            days = self._lifetimes.of(status)
            if days is None:
                continue
            before, after = time() - days * _DAY, (-1.0, 0)
            while rows := await self._store.unused(status, before, _PAGE, after):
                after = (rows[-1].updated_at, rows[-1].id)
                for row in rows:
                    if not self._is_awake(row.code):
                        done[status] += dry or await self._end(row)
        return done

    async def _end(self, row: TableRow) -> bool:
        if row.status == Stage.OVER:
            return await self._try(row, close_table)
        return await self._try(row, lambda store, row: store.delete(row))

    async def _try(self, row: TableRow, work: Callable[[Store, TableRow], object]) -> bool:
        await asyncio.sleep(_PAUSE_SECONDS)
        try:
            await work(self._store, row)  # type: ignore[misc] # a coroutine
        except (SequenceConflictError, FencedError):
            return False  # somebody came back meanwhile
        except StoreError:
            raise
        except Exception as error:
            if row.code not in self.unreadable:
                self.unreadable.add(row.code)
                _LOGGER.error("table %s cannot be read and is left alone: %r", row.code, error)
            return False
        with suppress(KeyError):
            self.unreadable.remove(row.code)
        return True
