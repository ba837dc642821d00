"""Who may serve a table: this process alone, or one of several nodes."""

from typing import Protocol

from tenback.server.store import Store, TableRow

__all__ = ["Alone", "Ownership"]


class Ownership(Protocol):
    """What the tables in memory need to know about their owner."""

    @property
    def node_id(self) -> int | None:
        """The number that new tables are owned by; None if they are not to be kept here."""
        ...

    @property
    def name(self) -> str:
        """The name of this node; empty if it is no node."""
        ...

    @property
    def is_held(self) -> bool:
        """Whether this process may still tell clients about its tables."""
        ...

    async def hold(self) -> None:
        """Wait until it may; a TableUnavailableError if others should be asked."""
        ...

    def owns(self, row: TableRow) -> bool:
        """Whether a table that was taken is still this process's."""
        ...

    async def own(self, code: str) -> TableRow | None:
        """Take a table and return its row; None if there is none.

        An ElsewhereError names the node that owns it.
        """
        ...

    async def release(self, row: TableRow) -> None:
        """Give a table up."""
        ...


class Alone:
    """The only process that uses the database: it owns every table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.node_id: int | None = None
        self.name = ""
        self.is_held = True

    async def hold(self) -> None:
        """Do nothing."""

    def owns(self, row: TableRow) -> bool:
        """Return True: it owns every table."""
        del row
        return True

    async def own(self, code: str) -> TableRow | None:
        """Return the row of a table."""
        return await self._store.find(code)

    async def release(self, row: TableRow) -> None:
        """Do nothing."""
