"""A database of a Postgres server."""

from collections.abc import Callable
from typing import TypeVar

import asyncpg  # pyright: ignore[reportMissingTypeStubs]
from sqlalchemy import Connection, NullPool, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tenback.server.store.address import PostgresAddress
from tenback.server.store.database import driver_message
from tenback.server.store.errors import DatabaseUnreachableError, StoreError
from tenback.server.store.migrate import migrate

__all__ = ["PostgresDatabase", "explain_error", "postgres_engine"]

Result = TypeVar("Result")

_READERS = 4
_CONNECT_SECONDS = 5
_READ_SECONDS, _WRITE_SECONDS = 10, 5
# A node that is cut off or paused in the middle of a transaction holds rows that another node must
# have to take its tables over. Postgres ends such a transaction after this many milliseconds.
_LET_GO = {"idle_in_transaction_session_timeout": "1500", "lock_timeout": "3000"}
# Held only while a transaction migrates. Any number that other programs are unlikely to lock:
# "tenback" as bytes.
_MIGRATION = int.from_bytes(b"tenback")
# No connection, no access, no such database, no space, shutting down or starting up; or a server
# that only reads, as one does that was put in place of another too early.
_UNREACHABLE_STATES = ("08", "28", "3D", "53300", "57P", "25006")
# What the driver raises besides Postgres's own errors while it connects.
_DRIVER_ERRORS = (asyncpg.InterfaceError, asyncpg.InternalClientError)


class PostgresDatabase:
    """One connection for writing, and a pool of connections for reading.

    Several servers may share the database. What keeps them apart is not the connection but the
    epoch of each table, which every write to a table checks.
    """

    def __init__(self, address: PostgresAddress) -> None:
        self._address = address
        self._write_engine = postgres_engine(address, _WRITE_SECONDS, _LET_GO, poolclass=NullPool)
        self._read_engine = postgres_engine(
            address,
            _READ_SECONDS,
            isolation_level="AUTOCOMMIT",  # one statement each: no need for BEGIN and ROLLBACK
            pool_size=_READERS,
            pool_timeout=_READ_SECONDS,
            pool_pre_ping=True,
        )
        self._connection: AsyncConnection | None = None
        self._is_read_only = False

    @classmethod
    async def open(cls, address: PostgresAddress) -> "PostgresDatabase":
        """Connect and migrate the database; of servers that start together, one after the other."""
        database = cls(address)
        migrating = postgres_engine(address, None, poolclass=NullPool)
        try:
            async with migrating.begin() as connection:
                await connection.execute(select(func.pg_advisory_xact_lock(_MIGRATION)))
                await connection.run_sync(migrate)
        except StoreError:
            await database.close()
            raise
        except Exception as error:
            await database.close()
            raise explain_error(error, address) from error
        finally:
            await migrating.dispose()
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
            raise explain_error(error, self._address) from error

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Do work that only reads; calls may overlap."""
        try:
            async with self._read_engine.connect() as connection:
                return await connection.run_sync(work)
        except StoreError:
            raise
        except Exception as error:
            raise explain_error(error, self._address) from error

    async def verify(self) -> None:
        """Do nothing: Postgres looks after its own files."""

    async def examine(self) -> list[str]:
        """Return no faults: Postgres checks what it reads."""
        return []

    async def close(self) -> None:
        """Disconnect."""
        await self._disconnect()
        await self._write_engine.dispose()
        await self._read_engine.dispose()

    async def _writing_connection(self) -> AsyncConnection:
        if self._connection is not None and self._connection.invalidated:
            await self._disconnect()
        if self._connection is None:
            self._connection = await self._write_engine.connect()
        return self._connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.invalidate()
            await connection.close()


def explain_error(error: Exception, address: PostgresAddress) -> StoreError:
    """Return what the driver raised as an error of the store."""
    message = driver_message(error)
    if _is_lost(error):
        return DatabaseUnreachableError(f"the database {address} cannot be reached: {message}")
    return StoreError(f"the database {address} failed: {message}")


def postgres_engine(
    address: PostgresAddress,
    seconds: float | None,
    settings: dict[str, str] | None = None,
    **options: object,
) -> AsyncEngine:
    """Return an engine whose statements may take so many seconds."""
    return create_async_engine(
        "postgresql+asyncpg://",
        connect_args={
            "dsn": address.url,
            "timeout": _CONNECT_SECONDS,
            "command_timeout": seconds,
            # Postgres may be configured to confirm commits that are not on disk yet.
            "server_settings": {
                "application_name": "tenback",
                "synchronous_commit": "on",
                **(settings or {}),
            },
        },
        hide_parameters=True,
        **options,
    )


def _sqlstate(error: Exception) -> str:
    driver_error = error.driver_exception if isinstance(error, DBAPIError) else error
    return getattr(driver_error, "sqlstate", None) or ""


def _is_lost(error: Exception) -> bool:
    return (
        isinstance(error, (OSError, *_DRIVER_ERRORS))
        or (isinstance(error, DBAPIError) and error.connection_invalidated)
        or _sqlstate(error).startswith(_UNREACHABLE_STATES)
    )
