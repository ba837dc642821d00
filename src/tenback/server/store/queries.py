"""What is read from the database."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, func, select

from tenback.server.store.rows import StoredEvent, TableRow
from tenback.server.store.schema import EVENTS, TABLES

__all__ = ["count_tables", "find_table", "list_tables", "probe", "read_events"]

_ROWS = select(
    TABLES.c.id,
    TABLES.c.code,
    TABLES.c.game,
    TABLES.c.players,
    TABLES.c.status,
    TABLES.c.public,
    TABLES.c.created_at,
    TABLES.c.updated_at,
)
_EVENTS = select(EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body, EVENTS.c.seat, EVENTS.c.command_id)


def find_table(connection: Connection, code: str) -> TableRow | None:
    """Find the table of a code."""
    row = connection.execute(_ROWS.where(TABLES.c.code == code)).one_or_none()
    return None if row is None else TableRow(*row)


def read_events(connection: Connection, table_id: int, after: int) -> list[StoredEvent]:
    """Give the events of a table that have a higher number, in their order."""
    rows = connection.execute(
        _EVENTS.where(EVENTS.c.table_id == table_id, EVENTS.c.seq > after).order_by(EVENTS.c.seq)
    )
    return [StoredEvent(*row) for row in rows]


def list_tables(
    connection: Connection,
    public: bool | None,
    statuses: Sequence[str],
    limit: int,
    offset: int,
) -> list[TableRow]:
    """Give a page of the tables of these statuses, the newest activity first."""
    newest_first = TABLES.c.updated_at.desc(), TABLES.c.id.desc()
    query = _ROWS.where(*_chosen(public, statuses)).order_by(*newest_first)
    return [TableRow(*row) for row in connection.execute(query.limit(limit).offset(offset))]


def count_tables(connection: Connection, public: bool | None, statuses: Sequence[str]) -> int:
    """Count the tables of these statuses."""
    query = select(func.count()).select_from(TABLES).where(*_chosen(public, statuses))
    return connection.execute(query).scalar_one()


def probe(connection: Connection) -> None:
    """Read something."""
    connection.execute(select(TABLES.c.id).limit(1))


def _chosen(public: bool | None, statuses: Sequence[str]) -> list[ColumnElement[bool]]:
    chosen: list[ColumnElement[bool]] = [TABLES.c.status.in_(statuses)]
    return chosen if public is None else [*chosen, TABLES.c.public == public]
