"""A database in a file, served by threads of this process.

SQLAlchemy's asynchronous driver for SQLite crosses over to another thread three times for each
statement. Here a whole transaction crosses once, which halves what a commit costs.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError

from tenback.server.store.address import SqliteAddress
from tenback.server.store.database import driver_message
from tenback.server.store.errors import DatabaseInUseError, StoreError
from tenback.server.store.file_lock import FileLock
from tenback.server.store.migrate import REVISION_TABLE, migrate

__all__ = ["SqliteDatabase"]

Result = TypeVar("Result")

_READERS = 4
_LOGGER = logging.getLogger(__name__)
_BUSY_SECONDS = 5
# FULL flushes the log at each commit; fullfsync does so through the disk's own cache on macOS.
# The log is copied into the database beside the writing, which would otherwise wait for it.
_WRITER_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "fullfsync=ON", "wal_autocheckpoint=0")
_CHECKPOINT_COMMITS = 200
_READER_PRAGMAS = ("query_only=ON",)


class SqliteDatabase:
    """One thread with the one connection that writes, some threads that read beside it."""

    def __init__(self, address: SqliteAddress, lock: FileLock) -> None:
        self._address = address
        self._lock = lock
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="store-write")
        self._reading = ThreadPoolExecutor(_READERS, thread_name_prefix="store-read")
        self._write_engine = _engine(address, _WRITER_PRAGMAS)
        event.listen(self._write_engine, "begin", _begin_to_write)
        self._read_engine = _engine(address, _READER_PRAGMAS, pool_size=_READERS)
        self._connection: Connection | None = None
        self._checkpointing = ThreadPoolExecutor(1, thread_name_prefix="store-checkpoint")
        self._commits = 0

    @classmethod
    async def open(cls, address: SqliteAddress) -> "SqliteDatabase":
        """Lock the file and bring it to the schema of this program."""
        _refuse_foreign(address)
        path = address.path
        lock = FileLock(path.with_name(f"{path.name}.lock"), path)
        database = cls(address, lock)
        try:
            _make_private(path)
            await database.write(migrate)
        except BaseException:
            await database.close()
            raise
        return database

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work in one transaction, on disk on return; never called twice at a time."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writing, self._write, work)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Do work that only reads; several may run at a time."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, self._read, work)

    async def close(self) -> None:
        """Wait for what is under way and give the lock back."""
        await asyncio.to_thread(self._close)

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        try:
            if self._connection is None:
                self._connection = self._write_engine.connect()
            with self._connection.begin():
                result = work(self._connection)
        except StoreError:
            raise
        except Exception as error:
            if self._is_stuck():
                self._disconnect()
            raise self._explain(error) from error
        self._commits += 1
        if self._commits % _CHECKPOINT_COMMITS == 0:
            self._checkpointing.submit(self._checkpoint)
        return result

    def _checkpoint(self) -> None:
        """Copy the log into the database without keeping anybody waiting, as far as it goes."""
        try:
            with closing(sqlite3.connect(self._address.path, timeout=0)) as connection:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error as error:
            _LOGGER.warning("the log of %s was not copied: %s", self._address, error)

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        try:
            with self._read_engine.connect() as connection:
                return work(connection)
        except Exception as error:
            raise self._explain(error) from error

    def _is_stuck(self) -> bool:
        """Whether a transaction could not even be rolled back."""
        connection = self._connection and self._connection.connection.dbapi_connection
        return connection is not None and connection.in_transaction

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def _close(self) -> None:
        self._reading.shutdown()
        self._checkpointing.shutdown()
        self._writing.submit(self._disconnect)
        self._writing.shutdown()
        self._read_engine.dispose()
        self._write_engine.dispose()
        self._lock.release()

    def _explain(self, error: Exception) -> StoreError:
        if _is_busy(error):
            return DatabaseInUseError(f"another program is writing to {self._address}")
        return StoreError(f"the database {self._address} failed: {driver_message(error)}")


def _engine(
    address: SqliteAddress, pragmas: tuple[str, ...], *, pool_size: int | None = None
) -> Engine:
    pool = {"poolclass": NullPool} if pool_size is None else {"pool_size": pool_size}
    engine = create_engine(
        URL.create("sqlite", database=str(address.path)),
        connect_args={"timeout": _BUSY_SECONDS},
        hide_parameters=True,
        **pool,
    )

    def set_up(connection: DBAPIConnection, _: object) -> None:
        # Transactions begin where SQLAlchemy says so, not where Python's driver thinks fit.
        connection.isolation_level = None
        with closing(connection.cursor()) as cursor:
            for pragma in pragmas:
                cursor.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", set_up)
    return engine


def _begin_to_write(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _is_busy(error: Exception) -> bool:
    driver_error = error.driver_exception if isinstance(error, DBAPIError) else error
    return (
        isinstance(driver_error, sqlite3.OperationalError)
        and driver_error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
    )


def _make_private(path: Path) -> None:
    """Make a new file that only its owner reads: it holds the cards of games that are on."""
    with suppress(OSError):  # what is wrong with the place is found out by SQLite
        path.touch(mode=0o600)


def _refuse_foreign(address: SqliteAddress) -> None:
    """Find out that a file is not ours before anything is changed in it."""
    path = address.path
    try:
        if not path.exists() or not path.stat().st_size:
            return
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"the database {path} cannot be read: {error}") from error
    if names and REVISION_TABLE not in names:
        raise StoreError(f"{path} is a database of another program")
