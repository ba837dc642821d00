"""The store: tables and their events, kept in SQLite or Postgres."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from tenback.server.store import queries
from tenback.server.store.address import SqliteAddress, read_address
from tenback.server.store.batch import Append, NewTable, Probe
from tenback.server.store.database import Database
from tenback.server.store.errors import DatabaseUnreachableError, StoreError
from tenback.server.store.postgres import PostgresDatabase
from tenback.server.store.rows import StoredEvent, TableRow
from tenback.server.store.sqlite import SqliteDatabase
from tenback.server.store.writer import GroupWriter

__all__ = ["Store", "open_database"]

Result = TypeVar("Result")

_HEALTHY_SECONDS = 5


async def open_database(url: str) -> Database:
    """Lock the database of an address and bring it to the schema of this program."""
    address = read_address(url)
    if isinstance(address, SqliteAddress):
        return await SqliteDatabase.open(address)
    return await PostgresDatabase.open(address)


class Store:
    """An append-only log of events for each table. Every failure is a StoreError.

    What is written is flushed to disk before the call returns, many calls by one flush. If a call
    that writes is cancelled, it is written nevertheless.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = GroupWriter(database)
        self._is_closed = False

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Open ``sqlite:///FILE``, a file, or ``postgresql://USER@HOST/NAME`` for this process.

        The database is brought to the schema of this program. No other process can open it until
        this one closes it or ends.
        """
        return cls(await open_database(url))

    async def create_table(  # noqa: PLR0913, PLR0917 - the columns of a table
        self,
        code: str,
        game: str,
        players: int,
        public: bool,
        status: str,
        events: Sequence[StoredEvent],
    ) -> TableRow:
        """Create a table with its first events; CodeTakenError if there is one of that code."""
        row = await self._writer.submit(NewTable(code, game, players, public, status, events))
        assert isinstance(row, TableRow)
        return row

    async def append(
        self, table_id: int, events: Sequence[StoredEvent], *, status: str | None = None
    ) -> None:
        """Add events to a table, all or none, and change its status unless that is None.

        It is a SequenceConflictError if they do not follow the table's last event.
        """
        await self._writer.submit(Append(table_id, events, status))

    async def find(self, code: str) -> TableRow | None:
        """Find the table of a code."""
        return await self._read(partial(queries.find_table, code=code))

    async def events(self, table_id: int, after: int = 0) -> list[StoredEvent]:
        """Give the events of a table that have a higher number, in their order."""
        return await self._read(partial(queries.read_events, table_id=table_id, after=after))

    async def list_tables(
        self, *, public: bool | None, statuses: Sequence[str], limit: int, offset: int = 0
    ) -> list[TableRow]:
        """Give a page of the tables of these statuses, the newest activity first.

        ``public`` None stands for public and private ones.
        """
        return await self._read(
            partial(
                queries.list_tables, public=public, statuses=statuses, limit=limit, offset=offset
            )
        )

    async def count_tables(self, *, public: bool | None, statuses: Sequence[str]) -> int:
        """Count the tables that ``list_tables`` lists."""
        return await self._read(partial(queries.count_tables, public=public, statuses=statuses))

    async def check(self) -> None:
        """Raise a StoreError unless the database can be read and written."""
        try:
            async with asyncio.timeout(_HEALTHY_SECONDS):
                await self._read(queries.probe)
                await self._writer.submit(Probe())
        except TimeoutError:
            raise DatabaseUnreachableError(
                f"the database has not answered for {_HEALTHY_SECONDS} seconds"
            ) from None

    async def close(self) -> None:
        """Write what is queued and let go of the database."""
        if not self._is_closed:
            self._is_closed = True
            await self._writer.close()
            await self._database.close()

    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        if self._is_closed:
            raise StoreError("the store is closed")
        return await self._database.read(work)
