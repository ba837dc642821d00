"""The files of an SQLite database: created whole, and recognised as ours."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from tenback.server.store.errors import StoreError
from tenback.server.store.schema import REVISION_TABLE

__all__ = ["create_whole", "file_url", "refuse_foreign"]


def file_url(path: Path, mode: str) -> str:
    """Return SQLite's address of a file: mode ro, rw (which creates nothing) or rwc."""
    return f"file:{quote(str(path))}?mode={mode}"


def refuse_foreign(path: Path) -> None:
    """Refuse a file that is not ours, before anything in it is changed."""
    try:
        if not path.exists() or not path.stat().st_size:
            return
        with closing(sqlite3.connect(file_url(path, "ro"), uri=True)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"the database {path} cannot be read: {error}") from error
    if names and REVISION_TABLE not in names:
        raise StoreError(f"{path} is a database of another program")


def create_whole(path: Path, fill: Callable[[Path], None]) -> None:
    """Create a database beside its place, then move it there.

    A file of this name is therefore always a complete database, whatever happens. Only its owner
    may read it: it contains the cards of running games.
    """
    if path.exists() and path.stat().st_size:
        return
    new = path.with_name(f".{path.name}.new")
    try:
        _remove(new)
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        fill(new)
        new.replace(path)
        _flush_folder(path.parent)
    except OSError as error:
        raise StoreError(f"the database {path} cannot be made: {error.strerror}") from error
    finally:
        _remove(new)


def _remove(new: Path) -> None:
    for name in (new.name, f"{new.name}-journal"):
        with suppress(FileNotFoundError):
            new.with_name(name).unlink()


def _flush_folder(folder: Path) -> None:
    if not hasattr(os, "O_DIRECTORY"):
        return
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
