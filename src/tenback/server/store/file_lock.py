"""A lock on a file that ends with its process, however that ends."""

import sqlite3
from pathlib import Path

from tenback.server.store.errors import DatabaseInUseError, StoreError

__all__ = ["FileLock"]


class FileLock:
    """Held from creation until ``release``, by one holder at a time.

    The file is an empty SQLite database in an exclusive transaction: SQLite knows the locks of
    every operating system, and unlike ``flock`` they do not live on in a forked child.
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
                raise DatabaseInUseError(
                    f"another server is using the database {guarded}; "
                    "stop it or choose another database"
                ) from None
            raise StoreError(f"the lock {path} cannot be taken: {error}") from error

    def release(self) -> None:
        """Let others have it."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
