"""The address of a database, as people write it."""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tenback.server.store.errors import StoreError

__all__ = ["PostgresAddress", "SqliteAddress", "read_address"]


@dataclass(frozen=True, slots=True)
class SqliteAddress:
    """A file, which need not exist, in a folder that exists."""

    path: Path

    def __str__(self) -> str:
        """Name the database in a message."""
        return str(self.path)


@dataclass(frozen=True, slots=True)
class PostgresAddress:
    """A database of a Postgres server; the address may contain a password, its name does not."""

    url: str = field(repr=False)
    name: str

    def __str__(self) -> str:
        """Name the database in a message."""
        return self.name


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
