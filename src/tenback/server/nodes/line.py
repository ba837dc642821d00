"""A connection to the database for single statements, which is given up as soon as it is silent."""

import asyncio
from typing import Any

import asyncpg  # pyright: ignore[reportMissingTypeStubs]

from tenback.server.store.address import PostgresAddress
from tenback.server.store.errors import DatabaseUnreachableError, StoreError

__all__ = ["Line"]

_SECONDS = 2.0
#: What the driver raises besides Postgres's own errors. The internal one is no error of ours: it
#: comes when the server says goodbye at the moment of a statement.
_LOST = (OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.InternalClientError)


class Line:
    """Runs one statement at a time, each its own transaction. Every failure is a StoreError."""

    def __init__(self, address: PostgresAddress) -> None:
        self._address = address
        self._connection: Any = None
        self._turn = asyncio.Lock()

    async def fetch(self, statement: str, *values: object) -> list[Any]:
        """Run a statement and return its rows; waiting for others is part of the time it has."""
        try:
            async with asyncio.timeout(_SECONDS), self._turn:
                return await self._run(statement, values)
        except asyncpg.PostgresConnectionError as error:
            raise self._unreachable(error) from error
        except asyncpg.PostgresError as error:
            raise StoreError(f"the database {self._address} failed: {error}") from error
        except _LOST as error:
            raise self._unreachable(error) from error

    async def _run(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        try:
            if self._connection is None:
                self._connection = await self._connect()
            return await self._connection.fetch(statement, *values)
        except BaseException:
            self.cut()  # whatever is on its way is not for the next statement
            raise

    async def _connect(self) -> Any:
        settings = {"application_name": "tenback nodes", "synchronous_commit": "on"}
        driver: Any = asyncpg  # it has no types
        return await driver.connect(self._address.url, server_settings=settings)

    def cut(self) -> None:
        """Disconnect at once, without waiting for the other side."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.terminate()

    def _unreachable(self, error: BaseException) -> StoreError:
        told = str(error).partition("\n")[0] or type(error).__name__
        return DatabaseUnreachableError(f"the database {self._address} cannot be reached: {told}")
