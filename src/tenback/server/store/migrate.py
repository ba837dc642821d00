"""Bring a database to the schema of this program."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from tenback.server.store.errors import DatabaseNewerError

__all__ = ["REVISION_TABLE", "migrate", "prove_writable"]

# A name of our own: the database may be shared with another program that uses Alembic.
REVISION_TABLE = "tenback_revision"
_MIGRATIONS = Path(__file__).with_name("migrations")


def migrate(connection: Connection) -> None:
    """Migrate in the connection's open transaction; DatabaseNewerError if there is no way."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    _refuse_unknown(connection, ScriptDirectory.from_config(config))
    command.upgrade(config, "head")
    prove_writable(connection)


def prove_writable(connection: Connection) -> None:
    """Write something that changes nothing; opening a file that is read-only is no error."""
    connection.exec_driver_sql(f"UPDATE {REVISION_TABLE} SET version_num = version_num")


def _refuse_unknown(connection: Connection, known: ScriptDirectory) -> None:
    context = MigrationContext.configure(connection, opts={"version_table": REVISION_TABLE})
    for revision in context.get_current_heads():
        try:
            known.get_revision(revision)
        except CommandError:
            raise DatabaseNewerError(revision) from None
