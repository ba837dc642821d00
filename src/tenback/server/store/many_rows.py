"""The statements of almost every commit: many rows in one statement, in plain SQL.

A statement for each row would release the GIL each time, and a busy event loop is slow to give it
back. SQLite takes rows by a list of values, in pieces of a power of two, so that there are few
different statements to prepare; Postgres takes them by columns.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import TypeAlias

from sqlalchemy import Connection

from tenback.server.store.schema import EVENTS

__all__ = ["EventRow", "advance_tables", "insert_events", "read_heads"]

#: The table, number, time, seat, command id and body of an event.
EventRow: TypeAlias = tuple[int, int, float, int | None, str, bytes]

_Row: TypeAlias = tuple[object, ...]

_MOST_ROWS = 256
_INSERT_EVENTS = "INSERT INTO events (table_id, seq, at, seat, command_id, body)"
_ADVANCE_TABLES = "UPDATE tables SET last_seq = new.seq, updated_at = new.at"


def read_heads(connection: Connection, table_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return the number of the last event and the epoch of each of these tables.

    Nobody else may change them before the transaction ends.
    """
    sqlite = _sqlite(connection)
    if sqlite is not None:
        # One row: fetching each of many releases the GIL, too.
        [told] = sqlite.execute(
            "SELECT group_concat(id || ' ' || last_seq || ' ' || epoch) FROM tables"
            " WHERE id IN (SELECT value FROM json_each(?))",
            (str(list(table_ids)),),
        ).fetchone()
        triples = (map(int, part.split()) for part in (told or "").split(",") if part)
        return {table_id: (seq, epoch) for table_id, seq, epoch in triples}
    rows = connection.exec_driver_sql(
        "SELECT id, last_seq, epoch FROM tables WHERE id = ANY($1::bigint[])"
        " ORDER BY id FOR UPDATE",  # in one order, or two nodes could wait for each other
        (list(table_ids),),
    )
    return {row.id: (row.last_seq, row.epoch) for row in rows}


def insert_events(connection: Connection, rows: Sequence[EventRow]) -> None:
    """Add events."""
    sqlite = _sqlite(connection)
    if sqlite is not None:
        for piece in _pieces(rows):
            statement = f"{_INSERT_EVENTS} VALUES {_places(len(piece), len(EVENTS.c))}"
            sqlite.execute(statement, tuple(chain.from_iterable(piece)))
        return
    connection.exec_driver_sql(
        f"{_INSERT_EVENTS} SELECT * FROM unnest("
        "$1::bigint[], $2::int[], $3::float8[], $4::smallint[], $5::text[], $6::bytea[])",
        _columns(rows),
    )


def advance_tables(connection: Connection, changes: Mapping[int, tuple[int, float]]) -> None:
    """Note the number and the time of the last event of tables."""
    rows = [(table_id, seq, at) for table_id, (seq, at) in changes.items()]
    sqlite = _sqlite(connection)
    if sqlite is not None:
        for piece in _pieces(rows):
            sqlite.execute(
                "WITH new(id, seq, at) AS (VALUES "
                f"{_places(len(piece), 3)}) {_ADVANCE_TABLES} FROM new WHERE tables.id = new.id",
                tuple(chain.from_iterable(piece)),
            )
        return
    connection.exec_driver_sql(
        f"{_ADVANCE_TABLES} FROM unnest($1::bigint[], $2::int[], $3::float8[])"
        " AS new(id, seq, at) WHERE tables.id = new.id",
        _columns(rows),
    )


def _sqlite(connection: Connection) -> sqlite3.Connection | None:
    """Return the driver's own connection, which costs less; None if it is another database."""
    driver = connection.connection.dbapi_connection
    return driver if isinstance(driver, sqlite3.Connection) else None


def _pieces(rows: Sequence[_Row]) -> Iterator[Sequence[_Row]]:
    at = 0
    while at < len(rows):
        count = min(_MOST_ROWS, 1 << ((len(rows) - at).bit_length() - 1))
        yield rows[at : at + count]
        at += count


@cache
def _places(rows: int, columns: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return ", ".join([row] * rows)


def _columns(rows: Sequence[_Row]) -> tuple[list[object], ...]:
    return tuple(map(list, zip(*rows, strict=True)))
