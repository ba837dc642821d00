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
from functools import partial
from itertools import cycle

from tenback.server.gathering import Gathered
from tenback.server.nodes.line import Line
from tenback.server.nodes.node import Node
from tenback.server.store import TableRow
from tenback.server.store.address import PostgresAddress
from tenback.server.store.queries import TABLE_COLUMNS, read_row

__all__ = ["Registry"]

_LINES = 4
_NOW = "extract(epoch FROM clock_timestamp())::double precision"
_NODE = f"id, name, address, key, is_leaving, lease_until, lease_until > {_NOW} AS is_alive"
_TABLE = ", ".join(f"tables.{column.name}" for column in TABLE_COLUMNS)

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
    f"SELECT {_TABLE}, "
    f"nodes.id, nodes.name, nodes.address, nodes.key, nodes.is_leaving, nodes.lease_until, "
    f"nodes.lease_until > {_NOW} FROM tables LEFT JOIN nodes ON nodes.id = tables.owner "
    "WHERE tables.code = ANY($1::text[])"
)
# Rows are locked in the order of their numbers, as everywhere: or two nodes could wait for each
# other.
_SEEN = (
    "SELECT tables.id FROM tables JOIN unnest($1::bigint[], $2::int[]) AS seen(id, epoch) "
    "ON tables.id = seen.id AND tables.epoch = seen.epoch ORDER BY tables.id FOR UPDATE OF tables"
)
_TAKE = (
    f"UPDATE tables SET owner = $3, epoch = epoch + 1 FROM ({_SEEN}) AS free "
    f"WHERE tables.id = free.id RETURNING {_TABLE}"
)
_RELEASE = (
    f"UPDATE tables SET owner = NULL, epoch = epoch + 1 FROM ({_SEEN}) AS own "
    "WHERE tables.id = own.id RETURNING tables.id"
)

#: A table in an epoch.
_Seen = tuple[int, int]


class Registry:
    """The rows of nodes and of tables' owners. Every failure is a StoreError.

    Leases may be kept in another event loop than the rest.
    """

    def __init__(self, address: PostgresAddress) -> None:
        # A lease is renewed on a connection of its own: it must not wait behind anything.
        self._leases = Line(address)
        self._lines = [Line(address) for _ in range(_LINES)]
        self._next: Callable[[], Line] = cycle(self._lines).__next__
        self._located = Gathered(self._locate)
        self._released = Gathered(self._release)
        #: By the number of the node that takes tables: this one's, which changes with its lease.
        self._taken: dict[int, Gathered[_Seen, TableRow]] = {}

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
        """Remove a node if its lease has run out; return whether it had."""
        return bool(await self._next().fetch(_BURY, node_id))

    async def nodes(self) -> list[Node]:
        """Return all nodes in the order of their numbers."""
        return [Node(*row) for row in await self._next().fetch(_LIST_NODES)]

    # Owners ---------------------------------------------------------------------------------

    async def locate(self, code: str) -> tuple[TableRow, Node | None] | None:
        """Find a table, and the node that owns it unless it is buried."""
        return await self._located.get(code)

    async def take(self, row: TableRow, node_id: int) -> TableRow | None:
        """Take a table as it was located; return its row in the new epoch, None if it has changed.

        The caller has seen that in this epoch it belongs to nobody, to itself or to a node that is
        buried. None of that changes without a new epoch.
        """
        if node_id not in self._taken:
            self._taken = {node_id: Gathered(partial(self._take, node_id))}
        return await self._taken[node_id].get((row.id, row.epoch))

    async def release(self, row: TableRow) -> None:
        """Give a table up, unless it has changed hands; nobody can append in the old epoch."""
        await self._released.get((row.id, row.epoch))

    async def _locate(self, codes: list[str]) -> dict[str, tuple[TableRow, Node | None]]:
        located: dict[str, tuple[TableRow, Node | None]] = {}
        for columns in map(tuple, await self._next().fetch(_LOCATE, codes)):
            row, owner = columns[: len(TABLE_COLUMNS)], columns[len(TABLE_COLUMNS) :]
            table = read_row(row)
            located[table.code] = table, None if owner[0] is None else Node(*owner)
        return located

    async def _take(self, node_id: int, seen: list[_Seen]) -> dict[_Seen, TableRow]:
        rows = await self._next().fetch(_TAKE, *map(list, zip(*seen, strict=True)), node_id)
        taken = map(read_row, rows)
        return {(row.id, row.epoch - 1): row for row in taken}

    async def _release(self, seen: list[_Seen]) -> dict[_Seen, None]:
        await self._next().fetch(_RELEASE, *map(list, zip(*seen, strict=True)))
        return {}
