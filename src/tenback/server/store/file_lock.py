"""Locks on a file that end with their process, however it ends."""

import os
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path

from tenback.server.store.errors import DatabaseInUseError, DatabaseMovedError, StoreError

__all__ = ["FileLock", "HeldFile"]


def _in_use(path: Path) -> DatabaseInUseError:
    return DatabaseInUseError(
        f"another server is using the database {path}; stop it or choose another database"
    )


class FileLock:
    """A lock that is held from creation until ``release``, by one holder at a time.

    The file is an empty SQLite database in an exclusive transaction: SQLite knows the locks of
    every operating system, and unlike ``flock`` they do not survive in a forked child.
    """

    def __init__(self, path: Path, guarded: Path) -> None:
        self._connection: sqlite3.Connection | None = None
        try:
            self._connection = sqlite3.connect(
                path, timeout=0, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self.release()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise _in_use(guarded) from None
            raise StoreError(f"the lock {path} cannot be taken: {error}") from error

    def release(self) -> None:
        """Release the lock."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class HeldFile:
    """A file that must stay in its place and must not be replaced.

    A lock beside a file guards one of its names. This lock is on the file itself, whatever name it
    is opened by: a link, a mount, or the file moved elsewhere.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = os.open(path, os.O_RDONLY)
        except OSError as error:
            raise StoreError(f"the database {path} cannot be read: {error.strerror}") from error
        try:
            self._refuse_links()
            self._lock()
        except BaseException:
            self.release()
            raise

    def _refuse_links(self) -> None:
        links = os.fstat(self._file).st_nlink
        if links > 1:
            raise StoreError(
                f"the database {self._path} is one file with {links} names (hard links), of which "
                "only one has its log beside it; delete the other names, or copy the file"
            )

    def _lock(self) -> None:
        if sys.platform != "linux":  # elsewhere such locks may conflict with SQLite's own
            return
        import fcntl  # noqa: PLC0415 - not on Windows

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _in_use(self._path) from None
        except OSError:  # a file system without such locks
            return

    def verify(self) -> None:
        """Raise a DatabaseMovedError unless the file is still at its path."""
        held = os.fstat(self._file)
        try:
            there = self._path.stat()
        except OSError as error:
            raise DatabaseMovedError(
                f"the database {self._path} was deleted or moved while it was open "
                f"({error.strerror}); put it back or start anew"
            ) from None
        if (there.st_dev, there.st_ino) != (held.st_dev, held.st_ino):
            raise DatabaseMovedError(
                f"the file {self._path} was replaced while it was open; "
                "put the database back or start anew"
            )

    def release(self) -> None:
        """Release the file."""
        with suppress(OSError):
            os.close(self._file)
