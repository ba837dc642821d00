"""The schema of the newest revision, one for SQLite and Postgres; ``migrations/`` leads to it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    false,
    text,
)

__all__ = [
    "EVENTS",
    "GAMES",
    "METADATA",
    "PROBE",
    "REVIEWS",
    "REVISION_TABLE",
    "TABLES",
    "VOCABULARY",
]

# Our own name: another program that uses Alembic may share the database.
REVISION_TABLE = "tenback_revision"

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# SQLite numbers rows by itself only in a column that is called INTEGER.
_TABLE_ID = BigInteger().with_variant(Integer(), "sqlite")

TABLES = Table(
    "tables",
    METADATA,
    Column("id", _TABLE_ID, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("players", SmallInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
    Column("vocabulary", SmallInteger, nullable=False, server_default=text("1")),
    Column("listed", Boolean, nullable=False, server_default=false()),
    Column("summary", LargeBinary),
    Index(None, "status", "updated_at"),
    # For two queries: the lobby reads the newest listed tables, and the server at its start reads
    # those whose events have an earlier vocabulary.
    Index(
        "ix_tables_listed",
        "updated_at",
        sqlite_where=text("listed = 1"),
        postgresql_where=text("listed"),
    ),
    Index("ix_tables_vocabulary", "vocabulary"),
)

EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", _TABLE_ID, ForeignKey(TABLES.c.id), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("seat", SmallInteger),
    Column("command_id", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

GAMES = Table(
    "games",
    METADATA,
    Column("table_id", _TABLE_ID, ForeignKey(TABLES.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("ended_at", Double, nullable=False),
    Column("vocabulary", SmallInteger, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

#: The last game of a table is not packed yet when it is reviewed, so this refers to the table.
REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", _TABLE_ID, ForeignKey(TABLES.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("version", Text, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

#: One row: the newest vocabulary of the events in this database.
VOCABULARY = Table(
    "tenback_vocabulary",
    METADATA,
    Column("version", SmallInteger, primary_key=True, autoincrement=False),
)

#: One row, written to check that the database can be written.
PROBE = Table(
    "tenback_probe",
    METADATA,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)
