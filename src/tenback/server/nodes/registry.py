"""Nodes and owners in the database: each step is one statement, on the database's clock.

Three statements decide who may write a table:

- A node renews its lease for as long as its row is there.
- A node whose lease has run out is buried: its row is deleted and never comes back. If it renews
  at the same moment, one of the two waits for the other, and looks again.
- A table is taken from nobody, from oneself, or from a node that is buried. That raises its epoch,
  and fails if another node was faster.

Appending checks the epoch with the table's row locked (``store/batch.py``).
"""

from collections.abc import Callable
from itertools import cycle

from tenback.server.nodes.line import Line
from tenback.server.nodes.node import Node
from tenback.server.store import TableRow
from tenback.server.store.address import PostgresAddress
from tenback.server.store.queries import TABLE_COLUMNS, read_row

__all__ = ["Registry"]

_LINES = 4
_NOW = "extract(epoch FROM clock_timestamp())::double precision"
_NODE = f"id, name, address, key, is_leaving, lease_until, lease_until > {_NOW} AS is_alive"
_TABLE = ", ".join(column.name for column in TABLE_COLUMNS)

_JOIN = (
    "INSERT INTO nodes (name, address, key, lease_until) "
    f"VALUES ($1, $2, $3, {_NOW} + $4) RETURNING id"
)
_RENEW = f"UPDATE nodes SET lease_until = {_NOW} + $2 WHERE id = $1 RETURNING id"
_ANNOUNCE = "UPDATE nodes SET is_leaving = true WHERE id = $1"
_LEAVE = "DELETE FROM nodes WHERE id = $1"
_BURY = f"DELETE FROM nodes WHERE id = $1 AND lease_until <= {_NOW} RETURNING id"
_LIST_NODES = f"SELECT {_NODE} FROM nodes ORDER BY id"
_LOCATE = (
    f"SELECT {', '.join(f'tables.{column.name}' for column in TABLE_COLUMNS)}, "
    f"nodes.id, nodes.name, nodes.address, nodes.key, nodes.is_leaving, nodes.lease_until, "
    f"nodes.lease_until > {_NOW} FROM tables LEFT JOIN nodes ON nodes.id = tables.owner "
    "WHERE tables.code = $1"
)
_TAKE = (
    "UPDATE tables SET owner = $3, epoch = epoch + 1 "
    f"WHERE id = $1 AND epoch = $2 RETURNING {_TABLE}"
)
_RELEASE = "UPDATE tables SET owner = NULL, epoch = epoch + 1 WHERE id = $1 AND epoch = $2"


class Registry:
    """The rows of nodes and of tables' owners. Every failure is a StoreError.

    Leases may be kept in another event loop than the rest.
    """

    def __init__(self, address: PostgresAddress) -> None:
        # A lease is renewed on a connection of its own: it must not wait behind anything.
        self._leases = Line(address)
        self._lines = [Line(address) for _ in range(_LINES)]
        self._next: Callable[[], Line] = cycle(self._lines).__next__

    async def close(self) -> None:
        """Disconnect."""
        for line in (self._leases, *self._lines):
            line.cut()

    def cut_lease_line(self) -> None:
        """Disconnect the line by which leases are kept, in the event loop that keeps them."""
        self._leases.cut()

    # Leases ---------------------------------------------------------------------------------

    async def join(self, name: str, address: str, key: str, seconds: float) -> int:
        """Add a node with a lease; return its number, which no other node ever had."""
        [row] = await self._leases.fetch(_JOIN, name, address, key, seconds)
        return row["id"]

    async def renew(self, node_id: int, seconds: float) -> bool:
        """Renew a lease from now on; False if the node was buried."""
        return bool(await self._leases.fetch(_RENEW, node_id, seconds))

    async def announce_leaving(self, node_id: int) -> None:
        """Let the others know that a node takes no more tables."""
        await self._leases.fetch(_ANNOUNCE, node_id)

    async def leave(self, node_id: int) -> None:
        """Remove a node: whatever it owns may be taken at once."""
        await self._leases.fetch(_LEAVE, node_id)

    async def bury(self, node_id: int) -> bool:
        """Remove a node if its lease has run out; whether it did."""
        return bool(await self._next().fetch(_BURY, node_id))

    async def nodes(self) -> list[Node]:
        """Return all nodes in the order of their numbers."""
        return [Node(*row) for row in await self._next().fetch(_LIST_NODES)]

    # Owners ---------------------------------------------------------------------------------

    async def locate(self, code: str) -> tuple[TableRow, Node | None] | None:
        """Find a table, and the node that owns it unless it is buried."""
        found = await self._next().fetch(_LOCATE, code)
        if not found:
            return None
        columns = tuple(found[0])
        row, owner = columns[: len(TABLE_COLUMNS)], columns[len(TABLE_COLUMNS) :]
        return read_row(row), None if owner[0] is None else Node(*owner)

    async def take(self, row: TableRow, node_id: int) -> TableRow | None:
        """Take a table as it was located; return its row in the new epoch, None if it has changed.

        The caller has seen that in this epoch it belongs to nobody, to itself or to a node that is
        buried. None of that changes without a new epoch.
        """
        found = await self._next().fetch(_TAKE, row.id, row.epoch, node_id)
        return read_row(found[0]) if found else None

    async def release(self, row: TableRow) -> None:
        """Give a table up, unless it has changed hands; nobody can append in the old epoch."""
        await self._next().fetch(_RELEASE, row.id, row.epoch)
