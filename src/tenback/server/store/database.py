"""What the store needs from a database. Queries are written once, in plain SQLAlchemy."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

__all__ = ["Database", "driver_message"]

Result = TypeVar("Result")


class Database(Protocol):
    """An open database that no other process may write. Raises only StoreErrors."""

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work in one transaction, on disk on return; calls never overlap."""
        ...

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Do work that only reads; calls may overlap."""
        ...

    async def verify(self) -> None:
        """Raise a StoreError if what is written now would be lost."""
        ...

    async def examine(self) -> list[str]:
        """Check the structure of the database and return its faults."""
        ...

    async def close(self) -> None:
        """Close the database; it is not used afterwards."""
        ...


def driver_message(error: BaseException) -> str:
    """Return the first line of the driver's message, without our statement and its values."""
    if isinstance(error, DBAPIError):
        error = error.driver_exception
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
