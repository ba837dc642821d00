"""Run by Alembic: migrates on the given connection, in its transaction."""

from alembic import context
from sqlalchemy import Connection

from tenback.server.store.schema import METADATA, REVISION_TABLE

_connection: Connection = context.config.attributes["connection"]
context.configure(
    connection=_connection,
    target_metadata=METADATA,
    version_table=REVISION_TABLE,
    render_as_batch=True,  # SQLite cannot alter most of a table in place
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
