"""Upgrading a database with Alembic, which is imported only when there is something to do."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from tenback.server.store.errors import DatabaseNewerError
from tenback.server.store.schema import REVISION_TABLE

__all__ = ["refuse_unknown", "upgrade"]

_MIGRATIONS = Path(__file__).with_name("migrations")


def upgrade(connection: Connection) -> None:
    """Upgrade in the connection's open transaction; raises DatabaseNewerError if impossible."""
    config = _config(connection)
    _refuse_unknown(connection, config)
    command.upgrade(config, "head")


def refuse_unknown(connection: Connection) -> None:
    """Refuse a database of a revision that this program does not know."""
    _refuse_unknown(connection, _config(connection))


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _refuse_unknown(connection: Connection, config: Config) -> None:
    known = ScriptDirectory.from_config(config)
    context = MigrationContext.configure(connection, opts={"version_table": REVISION_TABLE})
    for revision in context.get_current_heads():
        try:
            known.get_revision(revision)
        except CommandError:
            raise DatabaseNewerError(f"revision {revision}") from None
