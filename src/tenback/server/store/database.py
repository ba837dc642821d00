"""What the store needs of a database: work, written once as plain SQLAlchemy, done on it."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

__all__ = ["Database", "driver_message"]

Result = TypeVar("Result")


class Database(Protocol):
    """An open database that no other process has open to write. Raises only StoreErrors."""

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work in one transaction, on disk on return; never called twice at a time."""
        ...

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Do work that only reads; several may run at a time."""
        ...

    async def verify(self) -> None:
        """Raise a StoreError if what is written now would not be found again."""
        ...

    async def examine(self) -> list[str]:
        """Look through the structure of the database and tell what is broken in it."""
        ...

    async def close(self) -> None:
        """Let go of the database; nothing is done with it from then on."""
        ...


def driver_message(error: BaseException) -> str:
    """Return the first line of what the database itself said, without our statement and values."""
    if isinstance(error, DBAPIError):
        error = error.driver_exception
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
