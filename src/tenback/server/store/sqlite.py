"""A database in a file, served by threads of this process.

SQLAlchemy's asynchronous driver for SQLite switches threads three times for each statement. Here a
whole transaction switches once, which halves the cost of a commit.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, NullPool, QueuePool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError

from tenback.server.store.address import SqliteAddress
from tenback.server.store.database import driver_message
from tenback.server.store.errors import DatabaseInUseError, DatabaseMovedError, StoreError
from tenback.server.store.file_lock import FileLock, HeldFile
from tenback.server.store.migrate import migrate
from tenback.server.store.sqlite_files import create_whole, file_url, refuse_foreign

__all__ = ["SqliteDatabase"]

Result = TypeVar("Result")

_READERS = 4
_LOGGER = logging.getLogger(__name__)
_BUSY_SECONDS = 5
# FULL flushes the log at each commit; on macOS fullfsync also flushes the disk's own cache.
# Another thread copies the log into the database, so that writing does not wait for it.
_WRITER_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "fullfsync=ON", "wal_autocheckpoint=0")
# It copies after so many commits and changed rows: whoever flushes meanwhile waits for it.
_CHECKPOINT_COMMITS, _CHECKPOINT_ROWS = 200, 2000
# Copying never ends while others write. The rest of a log larger than this is copied between
# transactions, and the next begins at its front. If it is much larger, it is cut off as well.
_LOG_BYTES, _FAR_TOO_LONG_BYTES = 8 << 20, 128 << 20
_READER_PRAGMAS = ("query_only=ON",)


class SqliteDatabase:
    """One thread with the only writing connection, and some threads for reading."""

    def __init__(
        self, address: SqliteAddress, lock: FileLock | None = None, held: HeldFile | None = None
    ) -> None:
        self._address = address
        self._lock = lock
        self._held = held
        self._log = address.path.with_name(f"{address.path.name}-wal")
        self._log_id: tuple[int, int] | None = None
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="store-write")
        self._reading = ThreadPoolExecutor(_READERS, thread_name_prefix="store-read")
        self._write_engine = _engine(address.path, "rw", _WRITER_PRAGMAS)
        event.listen(self._write_engine, "begin", _begin_to_write)
        mode = "rw" if held else "ro"
        self._read_engine = _engine(address.path, mode, _READER_PRAGMAS, pool_size=_READERS)
        self._connection: Connection | None = None
        self._checkpointing = ThreadPoolExecutor(1, thread_name_prefix="store-checkpoint")
        self._commits = 0
        #: How many rows this connection had changed when the log was last copied.
        self._copied_rows = 0

    @classmethod
    async def open(cls, address: SqliteAddress) -> "SqliteDatabase":
        """Lock the file and migrate it."""
        path = address.path
        refuse_foreign(path)
        lock = FileLock(path.with_name(f"{path.name}.lock"), path)
        held = None
        try:
            await asyncio.to_thread(create_whole, path, _fill)
            held = HeldFile(path)
            database = cls(address, lock, held)
        except BaseException:
            if held is not None:
                held.release()
            lock.release()
            raise
        try:
            await database.write(migrate)
            # Servers that are killed again and again never get to it, and every start reads it all.
            await database.shorten_log()
        except BaseException:
            await database.close()
            raise
        return database

    @classmethod
    async def look_at(cls, address: SqliteAddress) -> "SqliteDatabase":
        """Open the file only to read, even while another process is using it."""
        if not address.path.exists():
            raise StoreError(f"there is no database {address.path}")
        refuse_foreign(address.path)
        return cls(address)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work in one transaction, on disk on return; calls never overlap."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writing, self._write, work)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Do work that only reads; calls may overlap."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, self._read, work)

    async def verify(self) -> None:
        """Raise a DatabaseMovedError if the files are not those that were opened."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._reading, self._verify)

    async def examine(self) -> list[str]:
        """Let SQLite check the whole file."""

        def check(connection: Connection) -> list[str]:
            told = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
            return [] if told == ["ok"] else told

        return await self.read(check)

    async def shorten_log(self) -> None:
        """Copy a long log into the database and empty it."""
        shorten = partial(self._shorten_log, cut=True)
        await asyncio.get_running_loop().run_in_executor(self._writing, shorten)

    async def close(self) -> None:
        """Wait for running work and release the lock."""
        await asyncio.to_thread(self._close)

    # In the thread that writes ----------------------------------------------------------------

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        if self._held is None:
            raise StoreError(f"the database {self._address} was opened to look at only")
        try:
            self._verify()
            if self._connection is None:
                self._connection = self._write_engine.connect()
            with self._connection.begin():
                result = work(self._connection)
            self._verify()  # else a lost write would be acknowledged
        except StoreError as error:
            if isinstance(error, DatabaseMovedError):
                _LOGGER.critical("%s; nothing is written any more", error)
            raise
        except Exception as error:
            if self._is_stuck():
                self._disconnect()
            raise self._explain(error) from error
        self._log_id = self._log_id or _identity(self._log)
        self._commits += 1
        rows = 0 if self._driver is None else self._driver.total_changes
        if self._commits >= _CHECKPOINT_COMMITS and rows - self._copied_rows >= _CHECKPOINT_ROWS:
            self._commits, self._copied_rows = 0, rows
            self._checkpointing.submit(self._checkpoint)
        return result

    def _verify(self) -> None:
        if self._held is not None:
            self._held.verify()
        if self._log_id is not None and _identity(self._log) != self._log_id:
            self._rescue_log()
            raise DatabaseMovedError(f"the log {self._log} was deleted or moved while it was open")

    def _rescue_log(self) -> None:
        """Copy the contents of a log whose file was removed, while it can still be read."""
        try:
            self._empty_log()
        except sqlite3.Error as error:
            _LOGGER.critical("the log of %s is lost: %s", self._address, error)
        self._disconnect()
        self._read_engine.dispose()

    def _shorten_log(self, *, cut: bool = False) -> None:
        """Begin a long log anew, if nobody is reading from it."""
        try:
            size = self._log.stat().st_size
            if size > _LOG_BYTES:
                # A file that stays as long as it is can be flushed faster than one that grows.
                self._empty_log(cut=cut or size > _FAR_TOO_LONG_BYTES)
        except (OSError, sqlite3.Error) as error:
            _LOGGER.warning("the log of %s was not shortened: %s", self._address, error)

    def _empty_log(self, *, cut: bool = True) -> None:
        if self._driver is not None:
            self._driver.execute("PRAGMA busy_timeout = 0")
            self._driver.execute(f"PRAGMA wal_checkpoint({'TRUNCATE' if cut else 'RESTART'})")
            self._driver.execute(f"PRAGMA busy_timeout = {_BUSY_SECONDS * 1000}")

    @property
    def _driver(self) -> "sqlite3.Connection | None":
        """The writing connection without SQLAlchemy, which would begin a transaction."""
        if self._connection is None:
            return None
        driver = self._connection.connection.dbapi_connection
        assert driver is None or isinstance(driver, sqlite3.Connection)
        return driver

    def _is_stuck(self) -> bool:
        """Whether a transaction could not even be rolled back."""
        return self._driver is not None and self._driver.in_transaction

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
        self._log_id = None  # the last connection to close removes the log
        self._copied_rows = 0

    # Beside it --------------------------------------------------------------------------------

    def _checkpoint(self) -> None:
        """Copy as much of the log into the database as possible without blocking anybody."""
        try:
            where = file_url(self._address.path, "rw")
            with closing(sqlite3.connect(where, uri=True, timeout=0)) as connection:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error as error:
            _LOGGER.warning("the log of %s was not copied: %s", self._address, error)
        else:
            self._writing.submit(self._shorten_log)

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        try:
            with self._read_engine.connect() as connection:
                return work(connection)
        except StoreError:
            raise
        except Exception as error:
            raise self._explain(error) from error

    def _close(self) -> None:
        self._reading.shutdown()
        self._checkpointing.shutdown()
        self._writing.submit(self._disconnect)
        self._writing.shutdown()
        self._read_engine.dispose()
        self._write_engine.dispose()
        if self._held is not None:
            self._held.release()
        if self._lock is not None:
            self._lock.release()

    def _explain(self, error: Exception) -> StoreError:
        return _explain(self._address, error)


def _fill(path: Path) -> None:
    """Create the tables of a new database."""
    engine = _engine(path, "rw", ("synchronous=FULL", "fullfsync=ON"))
    event.listen(engine, "begin", _begin_to_write)
    try:
        with engine.begin() as connection:
            migrate(connection)
    except Exception as error:
        raise _explain(SqliteAddress(path), error) from error
    finally:
        engine.dispose()


def _engine(
    path: Path, mode: str, pragmas: tuple[str, ...], *, pool_size: int | None = None
) -> Engine:
    pool = {"poolclass": NullPool}
    if pool_size is not None:
        pool = {"poolclass": QueuePool, "pool_size": pool_size}

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(
            file_url(path, mode), uri=True, timeout=_BUSY_SECONDS, check_same_thread=False
        )

    engine = create_engine("sqlite://", creator=connect, hide_parameters=True, **pool)

    def set_up(connection: DBAPIConnection, _: object) -> None:
        # SQLAlchemy, not Python's driver, decides where transactions begin.
        connection.isolation_level = None
        with closing(connection.cursor()) as cursor:
            for pragma in pragmas:
                cursor.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", set_up)
    return engine


def _begin_to_write(connection: Connection) -> None:
    """Begin by the driver itself: SQLAlchemy would take as long for it as SQLite."""
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.execute("BEGIN IMMEDIATE")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        there = path.stat()
    except OSError:
        return None
    return there.st_dev, there.st_ino


def _explain(address: SqliteAddress, error: Exception) -> StoreError:
    if _is_busy(error):
        return DatabaseInUseError(f"another program is writing to {address}")
    return StoreError(f"the database {address} failed: {driver_message(error)}")


def _is_busy(error: Exception) -> bool:
    driver_error = error.driver_exception if isinstance(error, DBAPIError) else error
    return (
        isinstance(driver_error, sqlite3.OperationalError)
        and driver_error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
    )
