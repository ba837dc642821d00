"""Reading from the database."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, exists, func, select

from tenback.server.store.rows import KeptReview, PackedGame, StoredEvent, TableRow
from tenback.server.store.schema import EVENTS, GAMES, NODES, REVIEWS, TABLES
from tenback.table import VOCABULARY

__all__ = [
    "TABLE_COLUMNS",
    "count_tables",
    "find_table",
    "list_lobby",
    "list_older",
    "list_tables",
    "list_unused",
    "probe",
    "read_events",
    "read_game",
    "read_logs",
    "read_review",
    "read_row",
    "read_summaries",
]

TABLE_COLUMNS = (
    TABLES.c.id,
    TABLES.c.code,
    TABLES.c.game,
    TABLES.c.players,
    TABLES.c.status,
    TABLES.c.public,
    TABLES.c.created_at,
    TABLES.c.updated_at,
    TABLES.c.vocabulary,
    TABLES.c.listed,
    TABLES.c.summary,
    TABLES.c.last_seq,
    TABLES.c.owner,
    TABLES.c.epoch,
)
_ROWS = select(*TABLE_COLUMNS)
_EVENTS = select(EVENTS.c.seq, EVENTS.c.at, EVENTS.c.body, EVENTS.c.seat, EVENTS.c.command_id)
#: Nobody has the table in memory.
_ASLEEP = TABLES.c.owner.is_(None) | ~exists().where(NODES.c.id == TABLES.c.owner)
_NEWEST_FIRST = TABLES.c.updated_at.desc(), TABLES.c.id.desc()


def find_table(connection: Connection, code: str) -> TableRow | None:
    """Find the table of a code."""
    row = connection.execute(_ROWS.where(TABLES.c.code == code)).one_or_none()
    return None if row is None else read_row(row)


def read_events(connection: Connection, table_id: int, after: int) -> list[StoredEvent]:
    """Return the events of a table after a number, in order."""
    rows = connection.execute(
        _EVENTS.where(EVENTS.c.table_id == table_id, EVENTS.c.seq > after).order_by(EVENTS.c.seq)
    )
    return [StoredEvent(*row) for row in rows]


def read_logs(connection: Connection, table_ids: Sequence[int]) -> dict[int, list[StoredEvent]]:
    """Return all events of these tables, in order."""
    logs: dict[int, list[StoredEvent]] = {table_id: [] for table_id in table_ids}
    of_tables = _EVENTS.add_columns(EVENTS.c.table_id).where(EVENTS.c.table_id.in_(table_ids))
    for *event, table_id in connection.execute(of_tables.order_by(EVENTS.c.table_id, EVENTS.c.seq)):
        logs[table_id].append(StoredEvent(*event))
    return logs


def read_summaries(connection: Connection, table_id: int) -> list[bytes]:
    """Return the summaries of the packed games of a table."""
    query = select(GAMES.c.summary).where(GAMES.c.table_id == table_id).order_by(GAMES.c.number)
    return list(connection.scalars(query))


def read_game(connection: Connection, table_id: int, number: int) -> PackedGame | None:
    """Return a packed game of a table."""
    row = connection.execute(
        select(
            GAMES.c.number, GAMES.c.ended_at, GAMES.c.vocabulary, GAMES.c.summary, GAMES.c.body
        ).where(GAMES.c.table_id == table_id, GAMES.c.number == number)
    ).one_or_none()
    return None if row is None else PackedGame(*row)


def read_review(connection: Connection, table_id: int, number: int) -> KeptReview | None:
    """Return the review that is kept with a game."""
    row = connection.execute(
        select(
            REVIEWS.c.table_id,
            REVIEWS.c.number,
            REVIEWS.c.version,
            REVIEWS.c.made_at,
            REVIEWS.c.body,
        ).where(REVIEWS.c.table_id == table_id, REVIEWS.c.number == number)
    ).one_or_none()
    return None if row is None else KeptReview(*row)


def list_lobby(connection: Connection, limit: int) -> list[TableRow]:
    """Return the tables listed in the lobby, the most recently used first."""
    query = _ROWS.where(TABLES.c.listed).order_by(*_NEWEST_FIRST).limit(limit)
    return [read_row(row) for row in connection.execute(query)]


def list_tables(
    connection: Connection,
    public: bool | None,
    statuses: Sequence[str] | None,
    limit: int,
    offset: int,
) -> list[TableRow]:
    """Return a page of the tables of these statuses, the most recently used first."""
    query = _ROWS.where(*_chosen(public, statuses)).order_by(*_NEWEST_FIRST)
    return [read_row(row) for row in connection.execute(query.limit(limit).offset(offset))]


def count_tables(
    connection: Connection, public: bool | None, statuses: Sequence[str] | None
) -> int:
    """Count the tables of these statuses."""
    query = select(func.count()).select_from(TABLES).where(*_chosen(public, statuses))
    return connection.execute(query).scalar_one()


def list_unused(
    connection: Connection, status: str, before: float, limit: int, after: tuple[float, int]
) -> list[TableRow]:
    """Return sleeping tables of a status not used since a time, the least recently used first.

    ``after`` is the time and id of the last table on the page before.
    """
    at, table_id = after
    query = _ROWS.where(
        _ASLEEP,
        TABLES.c.status == status,
        TABLES.c.updated_at < before,
        TABLES.c.updated_at >= at,
        (TABLES.c.updated_at > at) | (TABLES.c.id > table_id),
    ).order_by(TABLES.c.updated_at, TABLES.c.id)
    return [read_row(row) for row in connection.execute(query.limit(limit))]


def list_older(connection: Connection, limit: int, after: int) -> list[TableRow]:
    """Return sleeping tables whose events have an earlier vocabulary, in the order of their ids."""
    query = _ROWS.where(_ASLEEP, TABLES.c.vocabulary < VOCABULARY, TABLES.c.id > after)
    return [read_row(row) for row in connection.execute(query.order_by(TABLES.c.id).limit(limit))]


def probe(connection: Connection) -> None:
    """Read something."""
    connection.execute(select(TABLES.c.id).limit(1))


def read_row(values: Iterable[Any]) -> TableRow:
    """Read a row of TABLE_COLUMNS."""
    names = (column.name for column in TABLE_COLUMNS)
    fields: dict[str, Any] = dict(zip(names, values, strict=True))
    fields["summary"] = fields["summary"] or b""
    return TableRow(**fields)


def _chosen(public: bool | None, statuses: Sequence[str] | None) -> list[ColumnElement[bool]]:
    chosen: list[ColumnElement[bool]] = []
    if statuses is not None:
        chosen.append(TABLES.c.status.in_(statuses))
    if public is not None:
        chosen.append(TABLES.c.public == public)
    return chosen
