"""Migrating a database to the schema of this program."""

import os
from pathlib import Path

from sqlalchemy import Connection, Text, column, inspect, select, table, update

from tenback.server.store.errors import DatabaseNewerError, DatabaseOlderError
from tenback.server.store.schema import PROBE, REVISION_TABLE, VOCABULARY
from tenback.table import VOCABULARY as SPOKEN

__all__ = ["migrate", "prove_writable", "verify_current"]

_VERSIONS = Path(__file__).with_name("migrations") / "versions"
# More than opening a table needs, so that a disk with room for this has room for a table.
_PROBE_BYTES = 64 * 1024


def migrate(connection: Connection) -> None:
    """Migrate in the connection's open transaction; raises DatabaseNewerError if impossible."""
    if not _is_current(connection):
        from tenback.server.store.upgrading import upgrade  # noqa: PLC0415 - loads Alembic

        upgrade(connection)
    _refuse_vocabulary(connection)
    connection.execute(update(VOCABULARY).values(version=SPOKEN))
    prove_writable(connection)


def verify_current(connection: Connection) -> None:
    """Refuse a database that must be migrated first, or cannot be."""
    if not _is_current(connection):
        from tenback.server.store.upgrading import refuse_unknown  # noqa: PLC0415 - loads Alembic

        refuse_unknown(connection)
        raise DatabaseOlderError
    _refuse_vocabulary(connection)


def prove_writable(connection: Connection) -> None:
    """Write a block of a realistic size; opening a read-only file raises no error."""
    connection.execute(update(PROBE).values(body=os.urandom(_PROBE_BYTES)))


def _is_current(connection: Connection) -> bool:
    if not inspect(connection).has_table(REVISION_TABLE):
        return False
    revisions = select(column("version_num", Text)).select_from(table(REVISION_TABLE))
    return connection.execute(revisions).scalars().all() == [_newest_revision()]


def _newest_revision() -> str:
    """Return the last of the migrations, whose files begin with their numbers."""
    return max(path.name.partition("_")[0] for path in _VERSIONS.glob("[0-9]*.py"))


def _refuse_vocabulary(connection: Connection) -> None:
    """Refuse a database with events that this program cannot read."""
    version = connection.execute(select(VOCABULARY.c.version)).scalar_one()
    if version > SPOKEN:
        raise DatabaseNewerError(f"events of vocabulary {version}, known up to {SPOKEN}")
