"""A database of a Postgres server."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, NullPool, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tenback.server.store.address import PostgresAddress
from tenback.server.store.database import driver_message
from tenback.server.store.errors import DatabaseInUseError, DatabaseUnreachableError, StoreError
from tenback.server.store.migrate import migrate

__all__ = ["PostgresDatabase"]

Result = TypeVar("Result")

_READERS = 4
_CONNECT_SECONDS = 5
_COMMAND_SECONDS = 30
# Any number that other programs are unlikely to lock: "tenback" as bytes.
_LOCK = int.from_bytes(b"tenback")
# Postgres may not have noticed yet that the last holder of the lock is gone.
_LOCK_PATIENCE = "2s"
_LOCK_NOT_AVAILABLE = "55P03"
# No connection, no access, no such database, no space, shutting down or starting up.
_UNREACHABLE_STATES = ("08", "28", "3D", "53300", "57P")


class PostgresDatabase:
    """One connection for writing, and a pool of connections for reading.

    The writing connection holds an advisory lock, so only the holder of the lock can write. Both
    end together, and a new connection must take the lock again.
    """

    def __init__(self, address: PostgresAddress) -> None:
        self._address = address
        self._write_engine = _engine(address, poolclass=NullPool)
        self._read_engine = _engine(
            address,
            isolation_level="AUTOCOMMIT",  # one statement each: no need for BEGIN and ROLLBACK
            pool_size=_READERS,
            pool_timeout=_COMMAND_SECONDS,
            pool_pre_ping=True,
        )
        self._connection: AsyncConnection | None = None
        self._is_read_only = False

    @classmethod
    async def open(cls, address: PostgresAddress) -> "PostgresDatabase":
        """Connect, take the lock and migrate the database."""
        database = cls(address)
        try:
            await database.write(migrate)
        except BaseException:
            await database.close()
            raise
        return database

    @classmethod
    async def look_at(cls, address: PostgresAddress) -> "PostgresDatabase":
        """Connect only to read, even while another process is using the database."""
        database = cls(address)
        database._is_read_only = True
        return database

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work in one transaction, on disk on return; calls never overlap."""
        if self._is_read_only:
            raise StoreError(f"the database {self._address} was opened to look at only")
        try:
            connection = await self._writing_connection()
            async with connection.begin():
                return await connection.run_sync(work)
        except StoreError:
            raise
        except Exception as error:
            if _is_lost(error):
                await self._disconnect()
            raise self._explain(error) from error

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Do work that only reads; calls may overlap."""
        try:
            async with self._read_engine.connect() as connection:
                return await connection.run_sync(work)
        except StoreError:
            raise
        except Exception as error:
            raise self._explain(error) from error

    async def verify(self) -> None:
        """Do nothing: Postgres looks after its own files."""

    async def examine(self) -> list[str]:
        """Return no faults: Postgres checks what it reads."""
        return []

    async def close(self) -> None:
        """Disconnect, which releases the lock."""
        await self._disconnect()
        await self._write_engine.dispose()
        await self._read_engine.dispose()

    async def _writing_connection(self) -> AsyncConnection:
        if self._connection is not None and self._connection.invalidated:
            await self._disconnect()  # the driver would reconnect by itself, but without the lock
        if self._connection is None:
            connection = await self._write_engine.connect()
            try:
                await _take_lock(connection)
            except BaseException:
                await connection.close()
                raise
            self._connection = connection
        return self._connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.invalidate()
            await connection.close()

    def _explain(self, error: Exception) -> StoreError:
        message = driver_message(error)
        if _sqlstate(error) == _LOCK_NOT_AVAILABLE:
            return DatabaseInUseError(
                f"another server is using the database {self._address}; "
                "stop it or choose another database"
            )
        if _is_lost(error):
            return DatabaseUnreachableError(
                f"the database {self._address} cannot be reached: {message}"
            )
        return StoreError(f"the database {self._address} failed: {message}")


async def _take_lock(connection: AsyncConnection) -> None:
    async with connection.begin():
        await connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_LOCK_PATIENCE}'")
        await connection.execute(select(func.pg_advisory_lock(_LOCK)))


def _engine(address: PostgresAddress, **options: object) -> AsyncEngine:
    return create_async_engine(
        "postgresql+asyncpg://",
        connect_args={
            "dsn": address.url,
            "timeout": _CONNECT_SECONDS,
            "command_timeout": _COMMAND_SECONDS,
            # Postgres may be configured to confirm commits that are not on disk yet.
            "server_settings": {"application_name": "tenback", "synchronous_commit": "on"},
        },
        hide_parameters=True,
        **options,
    )


def _sqlstate(error: Exception) -> str:
    driver_error = error.driver_exception if isinstance(error, DBAPIError) else error
    return getattr(driver_error, "sqlstate", None) or ""


def _is_lost(error: Exception) -> bool:
    return (
        isinstance(error, OSError)
        or (isinstance(error, DBAPIError) and error.connection_invalidated)
        or _sqlstate(error).startswith(_UNREACHABLE_STATES)
    )
