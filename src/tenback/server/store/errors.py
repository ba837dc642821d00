"""Errors of the store, each with a message for people."""

__all__ = [
    "CodeTakenError",
    "DatabaseInUseError",
    "DatabaseMovedError",
    "DatabaseNewerError",
    "DatabaseOlderError",
    "DatabaseUnreachableError",
    "FencedError",
    "SequenceConflictError",
    "StoreError",
    "UnknownTableError",
]


class StoreError(Exception):
    """The store failed; nothing was written, unless a subclass says otherwise."""


class DatabaseUnreachableError(StoreError):
    """The database does not answer.

    After a failed write it is unknown whether it was written: the connection may have been lost
    between the commit and its confirmation. Read the events to find out.
    """


class DatabaseInUseError(StoreError):
    """Another process is using the database."""


class DatabaseNewerError(StoreError):
    """The database has a schema, or events, that this program does not know."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"the database is newer than this program ({what}); "
            "upgrade tenback or use another database"
        )


class DatabaseOlderError(StoreError):
    """The database must be migrated first, which only a starting server does."""

    def __init__(self) -> None:
        super().__init__(
            "the database is of an earlier version; start a server on it once to bring it up"
        )


class DatabaseMovedError(StoreError):
    """The file at the database's path is not the one that is open: writes would be lost."""


class CodeTakenError(StoreError):
    """A table with that code already exists."""

    def __init__(self, code: str) -> None:
        super().__init__(f"there is a table of the code {code} already")
        self.code = code


class UnknownTableError(StoreError):
    """There is no such table."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"there is no table {table_id}")


class FencedError(StoreError):
    """The table has changed hands: another node owns it, or this one has given it up."""

    def __init__(self, table_id: int, epoch: int, now: int) -> None:
        super().__init__(f"table {table_id} is in epoch {now}, not {epoch}")


class SequenceConflictError(StoreError):
    """The events do not follow the last event of the table."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(f"the next event must have the number {expected}, not {found}")
        self.expected = expected
        self.found = found
