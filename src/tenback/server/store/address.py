"""The address of a database, as people write it, and the database that lies there."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote, urlsplit

from tenback.server.store.database import Database
from tenback.server.store.errors import StoreError

__all__ = ["PostgresAddress", "SqliteAddress", "read_address"]


@dataclass(frozen=True, slots=True)
class SqliteAddress:
    """A file, which need not exist, in a folder that exists."""

    #: Whether several servers may have the database open.
    is_shared: ClassVar[bool] = False

    path: Path

    def __str__(self) -> str:
        """Name the database in a message."""
        return str(self.path)

    async def open(self, *, read_only: bool) -> Database:
        """Open the file; to write it is locked and migrated first."""
        from tenback.server.store.sqlite import SqliteDatabase  # noqa: PLC0415 - needs addresses

        return await (SqliteDatabase.look_at if read_only else SqliteDatabase.open)(self)


@dataclass(frozen=True, slots=True)
class PostgresAddress:
    """A database of a Postgres server; the address may contain a password, its name does not."""

    is_shared: ClassVar[bool] = True

    url: str = field(repr=False)
    name: str

    def __str__(self) -> str:
        """Name the database in a message."""
        return self.name

    async def open(self, *, read_only: bool) -> Database:
        """Connect; to write the database is locked and migrated first."""
        from tenback.server.store.postgres import PostgresDatabase  # noqa: PLC0415 - loads a driver

        return await (PostgresDatabase.look_at if read_only else PostgresDatabase.open)(self)


def read_address(text: str) -> SqliteAddress | PostgresAddress:
    """Read ``sqlite:///FILE``, a plain file name, or ``postgresql://USER:PASSWORD@HOST/NAME``."""
    scheme, is_url, rest = text.partition("://")
    if not is_url:
        return _sqlite(text)
    match scheme:
        case "sqlite":
            if not rest.startswith("/"):
                raise StoreError("an SQLite database is given as sqlite:///FILE, three slashes")
            return _sqlite(unquote(rest[1:]))
        case "postgresql" | "postgres":
            return _postgres(text)
        case _:
            raise StoreError(
                "unknown kind of database; give a file, sqlite:///FILE or "
                "postgresql://USER@HOST/NAME"
            )


def _sqlite(path: str) -> SqliteAddress:
    if not path or path == ":memory:":
        raise StoreError("an SQLite database must be a file, for it must outlive the program")
    try:
        # Links are followed, so that a file has one lock, whatever name it is opened by.
        resolved = Path(path).expanduser().resolve()
        is_folder, has_folder = resolved.is_dir(), resolved.parent.is_dir()
    except (OSError, RuntimeError, ValueError) as error:  # no access, links in a circle, no name
        raise StoreError(f"the database {path!r} cannot be found: {error}") from error
    if not has_folder:
        raise StoreError(f"there is no folder {resolved.parent} for the database")
    if is_folder:
        raise StoreError(f"{resolved} is a folder, not a database file")
    return SqliteAddress(resolved)


def _postgres(url: str) -> PostgresAddress:
    # A character of the password that should have been escaped ends up in another part of the
    # address. It is refused here, because later messages would show that part.
    unreadable = StoreError(
        "the address of the Postgres database cannot be read; "
        "signs such as @ : / ? # in a user's name or password must be percent-encoded"
    )
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise unreadable from None
    if "@" in parts.path + parts.query + parts.fragment or parts.netloc.count("@") > 1:
        raise unreadable
    place = host if port is None else f"{host}:{port}"
    return PostgresAddress(url, f"postgresql://{place}{parts.path}")
