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
    "DAILY_CHAINS",
    "DAILY_GAMES",
    "DAILY_LINES",
    "EVENTS",
    "GAMES",
    "METADATA",
    "NODES",
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
    # The node in whose memory the table is, and how often it has changed hands. Whoever appends
    # must know the epoch. Nodes are never numbered twice, so an owner whose row is gone owns
    # nothing.
    Column("owner", BigInteger),
    Column("epoch", Integer, nullable=False, server_default=text("0")),
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

#: Servers that share this database; one whose row is gone owns nothing any more.
NODES = Table(
    "nodes",
    METADATA,
    Column("id", _TABLE_ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("is_leaving", Boolean, nullable=False, server_default=false()),
    Column("lease_until", Double, nullable=False),
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

#: The keys of the deals of the day; all of them follow from ``secret``, the last one.
DAILY_CHAINS = Table(
    "daily_chains",
    METADATA,
    Column("start", Text, primary_key=True),
    Column("days", Integer, nullable=False),
    Column("secret", Text, nullable=False),
)

#: Games of deals of the day. They are kept when their tables are deleted, so there is no reference.
DAILY_GAMES = Table(
    "daily_games",
    METADATA,
    Column("code", Text, primary_key=True),
    Column("day", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("players", SmallInteger, nullable=False),
    Column("client", Text, nullable=False),
    Column("counts", Boolean, nullable=False),
    Column("begun_at", Double, nullable=False),
    Column("ended_at", Double),
    Column("won", Boolean),
    Column("score", SmallInteger),
    Column("hints", SmallInteger),
    Index(None, "day", "game", "players", "client"),
)

#: Lines of a day that is over: the best game played, and the solver's.
DAILY_LINES = Table(
    "daily_lines",
    METADATA,
    Column("day", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("players", SmallInteger, primary_key=True, autoincrement=False),
    Column("author", Text, primary_key=True),
    Column("verdict", Text, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("score", SmallInteger, nullable=False),
    Column("record", LargeBinary, nullable=False),
)
