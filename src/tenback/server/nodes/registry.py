"""Nodes and owners in the database: each step is one statement, on the database's clock.

Three statements decide who may write a table:

- A node renews its lease for as long as its row is there.
- A node whose lease has run out is buried: its row is deleted and never comes back. If it renews
  at the same moment, one of the two waits for the other, and looks again.
- A table is taken from nobody, from oneself, or from a node that is buried. That raises its epoch,
  and fails if another node was faster.

Appending checks the epoch with the table's row locked (``store/batch.py``).
"""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Double,
    cast,
    delete,
    extract,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from tenback.server.nodes.node import Node
from tenback.server.store import StoreError, TableRow
from tenback.server.store.address import PostgresAddress
from tenback.server.store.postgres import explain_error, postgres_engine
from tenback.server.store.queries import TABLE_COLUMNS, read_row
from tenback.server.store.schema import NODES, TABLES

__all__ = ["Registry"]

Result = TypeVar("Result")

_CONNECTIONS = 4
_SECONDS = 3.0
_NOW: Any = cast(extract("epoch", func.clock_timestamp()), Double)
_IS_ALIVE = NODES.c.lease_until > _NOW
_NODES = select(NODES, _IS_ALIVE.label("is_alive"))


class Registry:
    """The rows of nodes and of tables' owners. Every failure is a StoreError."""

    def __init__(self, address: PostgresAddress) -> None:
        self._address = address
        # A lease is renewed on a connection of its own: it must not wait behind anything.
        self._leases = _engine(address, 1)
        self._owners = _engine(address, _CONNECTIONS)

    async def close(self) -> None:
        """Disconnect."""
        await self._leases.dispose()
        await self._owners.dispose()

    # Leases ---------------------------------------------------------------------------------

    async def join(self, name: str, address: str, key: str, seconds: float) -> int:
        """Add a node with a lease; return its number, which no other node ever had."""

        def work(connection: Connection) -> int:
            values = {"name": name, "address": address, "key": key, "lease_until": _NOW + seconds}
            return connection.execute(
                insert(NODES).values(values).returning(NODES.c.id)
            ).scalar_one()

        return await self._do(self._leases, work)

    async def renew(self, node_id: int, seconds: float) -> bool:
        """Renew a lease from now on; False if the node was buried."""
        statement = update(NODES).where(NODES.c.id == node_id).values(lease_until=_NOW + seconds)
        return await self._do(self._leases, lambda one: one.execute(statement).rowcount > 0)

    async def announce_leaving(self, node_id: int) -> None:
        """Let the others know that a node takes no more tables."""
        statement = update(NODES).where(NODES.c.id == node_id).values(is_leaving=True)
        await self._do(self._leases, lambda one: one.execute(statement))

    async def leave(self, node_id: int) -> None:
        """Remove a node: whatever it owns may be taken at once."""
        await self._do(self._leases, lambda one: one.execute(_delete(node_id)))

    async def bury(self, node_id: int) -> bool:
        """Remove a node if its lease has run out; whether it did."""
        statement = _delete(node_id).where(~_IS_ALIVE)
        return await self._do(self._owners, lambda one: one.execute(statement).rowcount > 0)

    async def nodes(self) -> list[Node]:
        """Return all nodes in the order of their numbers."""
        statement = _NODES.order_by(NODES.c.id)
        return await self._do(
            self._owners, lambda one: [Node(*row) for row in one.execute(statement)]
        )

    # Owners ---------------------------------------------------------------------------------

    async def locate(self, code: str) -> tuple[TableRow, Node | None] | None:
        """Find a table, and the node that owns it unless it is buried."""

        def work(connection: Connection) -> tuple[TableRow, Node | None] | None:
            found = connection.execute(
                select(*TABLE_COLUMNS).where(TABLES.c.code == code)
            ).one_or_none()
            if found is None:
                return None
            row = read_row(found)
            owner = None
            if row.owner is not None:
                owner = connection.execute(_NODES.where(NODES.c.id == row.owner)).one_or_none()
            return row, None if owner is None else Node(*owner)

        return await self._do(self._owners, work)

    async def take(self, row: TableRow, node_id: int) -> TableRow | None:
        """Take a table as it was located; return its row in the new epoch, None if it has changed.

        The caller has seen that in this epoch it belongs to nobody, to itself or to a node that is
        buried. None of that changes without a new epoch.
        """
        statement = (
            update(TABLES)
            .where(TABLES.c.id == row.id, TABLES.c.epoch == row.epoch)
            .values(owner=node_id, epoch=row.epoch + 1)
            .returning(*TABLE_COLUMNS)
        )

        def work(connection: Connection) -> TableRow | None:
            found = connection.execute(statement).one_or_none()
            return None if found is None else read_row(found)

        return await self._do(self._owners, work)

    async def release(self, table_id: int, epoch: int) -> None:
        """Give a table up, unless it has changed hands; nobody can append in the old epoch."""
        statement = (
            update(TABLES)
            .where(TABLES.c.id == table_id, TABLES.c.epoch == epoch)
            .values(owner=None, epoch=epoch + 1)
        )
        await self._do(self._owners, lambda one: one.execute(statement))

    async def _do(self, engine: AsyncEngine, work: Callable[[Connection], Result]) -> Result:
        try:
            async with asyncio.timeout(_SECONDS), engine.connect() as connection:
                return await connection.run_sync(work)
        except StoreError:
            raise
        except Exception as error:
            raise explain_error(error, self._address) from error


def _delete(node_id: int) -> Any:
    return delete(NODES).where(NODES.c.id == node_id)


def _engine(address: PostgresAddress, connections: int) -> AsyncEngine:
    return postgres_engine(
        address,
        _SECONDS,
        isolation_level="AUTOCOMMIT",  # one statement each
        pool_size=connections,
        max_overflow=0,
        pool_timeout=_SECONDS,
        pool_pre_ping=True,
    )
