"""Migrating a database to the schema of this program."""

import os
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, select, update

from tenback.server.store.errors import DatabaseNewerError, DatabaseOlderError
from tenback.server.store.schema import PROBE, VOCABULARY
from tenback.table import VOCABULARY as SPOKEN

__all__ = ["REVISION_TABLE", "migrate", "prove_writable", "verify_current"]

# Our own name: another program that uses Alembic may share the database.
REVISION_TABLE = "tenback_revision"
_MIGRATIONS = Path(__file__).with_name("migrations")
# More than opening a table needs, so that a disk with room for this has room for a table.
_PROBE_BYTES = 64 * 1024


def migrate(connection: Connection) -> None:
    """Migrate in the connection's open transaction; raises DatabaseNewerError if impossible."""
    config = _config(connection)
    _refuse_unknown(connection, ScriptDirectory.from_config(config))
    command.upgrade(config, "head")
    _refuse_vocabulary(connection)
    connection.execute(update(VOCABULARY).values(version=SPOKEN))
    prove_writable(connection)


def verify_current(connection: Connection) -> None:
    """Refuse a database that must be migrated first, or cannot be."""
    scripts = ScriptDirectory.from_config(_config(connection))
    _refuse_unknown(connection, scripts)
    context = MigrationContext.configure(connection, opts={"version_table": REVISION_TABLE})
    if context.get_current_revision() != scripts.get_current_head():
        raise DatabaseOlderError
    _refuse_vocabulary(connection)


def prove_writable(connection: Connection) -> None:
    """Write a block of a realistic size; opening a read-only file raises no error."""
    connection.execute(update(PROBE).values(body=os.urandom(_PROBE_BYTES)))


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _refuse_unknown(connection: Connection, known: ScriptDirectory) -> None:
    context = MigrationContext.configure(connection, opts={"version_table": REVISION_TABLE})
    for revision in context.get_current_heads():
        try:
            known.get_revision(revision)
        except CommandError:
            raise DatabaseNewerError(f"revision {revision}") from None


def _refuse_vocabulary(connection: Connection) -> None:
    """Refuse a database with events that this program cannot read."""
    version = connection.execute(select(VOCABULARY.c.version)).scalar_one()
    if version > SPOKEN:
        raise DatabaseNewerError(f"events of vocabulary {version}, known up to {SPOKEN}")
