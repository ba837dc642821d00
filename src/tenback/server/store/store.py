"""The store: tables and their events, kept in SQLite or Postgres."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import TypeVar

from sqlalchemy import Connection

from tenback.server.gathering import Gathered
from tenback.server.store import queries
from tenback.server.store.address import read_address
from tenback.server.store.database import Database
from tenback.server.store.errors import DatabaseUnreachableError, StoreError
from tenback.server.store.migrate import verify_current
from tenback.server.store.requests import (
    Along,
    Append,
    Delete,
    KeepReview,
    Probe,
    Rewrite,
    TableToStore,
    Touch,
    Work,
)
from tenback.server.store.rows import Fold, KeptReview, PackedGame, StoredEvent, TableRow
from tenback.server.store.writer import GroupWriter, Told

__all__ = ["Store", "open_database"]

Result = TypeVar("Result")

_HEALTHY_SECONDS = 5
#: Seconds between two writes that only check that the database can be written.
_PROBE_SECONDS = 0.25
#: Logs that are read with one question, as they are when hundreds of tables change hands.
_MOST_LOGS = 32


async def open_database(url: str, *, read_only: bool = False) -> Database:
    """Open the database at an address; to write it is locked and migrated first."""
    return await read_address(url).open(read_only=read_only)


class Store:
    """An append-only log of events for each table. Every failure is a StoreError.

    Writes are flushed to disk before the call returns; many calls share one flush. A write is done
    even if its call is cancelled.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = GroupWriter(database)
        self._logs = Gathered(self._read_logs, _MOST_LOGS)
        #: The time of the last check by writing, and how many writes had failed by then.
        self._probed = (float("-inf"), 0)
        self._is_closed = False

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Open ``sqlite:///FILE``, a file, or ``postgresql://USER@HOST/NAME`` for this process.

        The database is migrated to the schema of this program. No other process can open a file
        until this one closes it or ends; a Postgres database may have many servers.
        """
        return cls(await open_database(url))

    @classmethod
    async def look_at(cls, url: str) -> "Store":
        """Open a database only to read, even while a server is using it; writing fails."""
        database = await open_database(url, read_only=True)
        try:
            await database.read(verify_current)
        except BaseException:
            await database.close()
            raise
        return cls(database)

    # Writing --------------------------------------------------------------------------------

    async def create_table(  # noqa: PLR0913, PLR0917 - the columns of a table
        self,
        code: str,
        game: str,
        players: int,
        public: bool,
        status: str,
        events: Sequence[StoredEvent],
        *,
        listed: bool = False,
        summary: bytes = b"",
        owner: int | None = None,
        along: Along | None = None,
    ) -> TableRow:
        """Create a table with its first events; raises CodeTakenError if the code is taken.

        ``along`` is done in the same transaction; an error that it returns is raised.
        """
        request = TableToStore(
            code, game, players, public, status, events, listed, summary, owner, along
        )
        row = await self._writer.submit(request)
        assert isinstance(row, TableRow)
        return row

    async def append(  # noqa: PLR0913 - what may change with events
        self,
        table_id: int,
        events: Sequence[StoredEvent],
        *,
        status: str | None = None,
        public: bool | None = None,
        listed: bool | None = None,
        summary: bytes | None = None,
        fold: Fold | None = None,
        epoch: int = 0,
    ) -> None:
        """Add events to a table, all or none, and change the fields of its row that are given.

        Raises SequenceConflictError if they do not follow the last event of the table, FencedError
        if the table is not in this ``epoch`` any more. With ``fold`` the events before are replaced
        by the fold.
        """
        await self._writer.submit(
            Append(table_id, events, status, public, listed, summary, fold, epoch)
        )

    def post(self, request: Append, tell: Told) -> None:
        """Append as ``append`` does, without waiting.

        Once it is on disk ``tell`` is called with None, or with the StoreError that it met.
        """
        self._writer.post(request, tell)

    async def rewrite(  # noqa: PLR0913 - everything that is known of a table
        self,
        row: TableRow,
        events: Sequence[StoredEvent],
        *,
        status: str,
        listed: bool,
        summary: bytes,
        games: Sequence[PackedGame] = (),
    ) -> None:
        """Replace all events of a table by these, and store these games.

        Raises SequenceConflictError if the table has changed since the row was read, FencedError if
        it has changed hands.
        """
        await self._writer.submit(
            Rewrite(row.id, row.last_seq, row.epoch, events, status, listed, summary, games)
        )

    async def delete(self, row: TableRow) -> None:
        """Delete a table with all that is its; raises what ``rewrite`` does."""
        await self._writer.submit(Delete(row.id, row.last_seq, row.epoch))

    async def keep_review(self, review: KeptReview) -> None:
        """Keep the review of a game; UnknownTableError if its table is gone."""
        await self._writer.submit(KeepReview(review))

    async def touch(self, table_ids: Sequence[int], at: float) -> None:
        """Store that these tables were visited."""
        await self._writer.submit(Touch(table_ids, at))

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do other work, on disk on return; nothing else is written meanwhile."""
        return await self._writer.submit(Work(work))  # type: ignore[return-value] # as it returns

    # Reading --------------------------------------------------------------------------------

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Do other work that only reads."""
        return await self._read(work)

    async def find(self, code: str) -> TableRow | None:
        """Find the table of a code."""
        return await self._read(partial(queries.find_table, code=code))

    async def events(self, table_id: int, after: int = 0) -> list[StoredEvent]:
        """Return the events of a table after a number, in order."""
        return await self._read(partial(queries.read_events, table_id=table_id, after=after))

    async def log(self, table_id: int) -> list[StoredEvent]:
        """Return all events of a table, read together with those of others that are asked for."""
        return await self._logs.get(table_id) or []

    async def game_summaries(self, table_id: int) -> list[bytes]:
        """Return the summaries of the packed games of a table."""
        return await self._read(partial(queries.read_summaries, table_id=table_id))

    async def game(self, table_id: int, number: int) -> PackedGame | None:
        """Return a packed game of a table."""
        return await self._read(partial(queries.read_game, table_id=table_id, number=number))

    async def review(self, table_id: int, number: int) -> KeptReview | None:
        """Return the review that is kept with a game of a table."""
        return await self._read(partial(queries.read_review, table_id=table_id, number=number))

    async def lobby(self, limit: int) -> list[TableRow]:
        """Return the tables listed in the lobby, the most recently used first."""
        return await self._read(partial(queries.list_lobby, limit=limit))

    async def list_tables(
        self,
        *,
        public: bool | None = None,
        statuses: Sequence[str] | None = None,
        limit: int,
        offset: int = 0,
    ) -> list[TableRow]:
        """Return a page of the tables of these statuses, the most recently used first.

        ``public`` None means public and private tables, ``statuses`` None all statuses.
        """
        return await self._read(
            partial(
                queries.list_tables, public=public, statuses=statuses, limit=limit, offset=offset
            )
        )

    async def count_tables(
        self, *, public: bool | None = None, statuses: Sequence[str] | None = None
    ) -> int:
        """Count the tables that ``list_tables`` lists."""
        return await self._read(partial(queries.count_tables, public=public, statuses=statuses))

    async def unused(
        self, status: str, before: float, limit: int, after: tuple[float, int] = (-1.0, 0)
    ) -> list[TableRow]:
        """Return tables of a status not used since a time, the least recently used first."""
        return await self._read(
            partial(queries.list_unused, status=status, before=before, limit=limit, after=after)
        )

    async def older(self, limit: int, after: int = 0) -> list[TableRow]:
        """Return tables whose events have an earlier vocabulary, in the order of their ids."""
        return await self._read(partial(queries.list_older, limit=limit, after=after))

    # Health ---------------------------------------------------------------------------------

    async def check(self) -> None:
        """Raise a StoreError unless the database can be read and written."""
        try:
            async with asyncio.timeout(_HEALTHY_SECONDS):
                await self._read(queries.probe)
                await self._database.verify()
                at, failures = self._probed
                is_recent = monotonic() - at < _PROBE_SECONDS
                if not is_recent or self._writer.failures != failures:
                    await self._writer.submit(Probe())
                    self._probed = monotonic(), self._writer.failures
        except TimeoutError:
            raise DatabaseUnreachableError(
                f"the database has not answered for {_HEALTHY_SECONDS} seconds"
            ) from None

    async def verify_files(self) -> list[str]:
        """Check the structure of the database and return its faults."""
        return await self._database.examine()

    async def close(self) -> None:
        """Write what is queued and close the database."""
        if not self._is_closed:
            self._is_closed = True
            await self._writer.close()
            await self._database.close()

    async def _read_logs(self, table_ids: list[int]) -> dict[int, list[StoredEvent]]:
        return await self._read(partial(queries.read_logs, table_ids=table_ids))

    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        if self._is_closed:
            raise StoreError("the store is closed")
        return await self._database.read(work)
