"""What is written to the database, many requests in one transaction."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, bindparam, func, insert, select, update

from tenback.server.store.errors import (
    CodeTakenError,
    SequenceConflictError,
    StoreError,
    UnknownTableError,
)
from tenback.server.store.migrate import prove_writable
from tenback.server.store.rows import StoredEvent, TableRow
from tenback.server.store.schema import EVENTS, TABLES

__all__ = ["Append", "NewTable", "Outcome", "Probe", "Request", "write_batch"]


@dataclass(frozen=True, slots=True)
class NewTable:
    """Create a table with its first events."""

    code: str
    game: str
    players: int
    public: bool
    status: str
    events: Sequence[StoredEvent]


@dataclass(frozen=True, slots=True)
class Append:
    """Add events to a table, and change its status unless that is None."""

    table_id: int
    events: Sequence[StoredEvent]
    status: str | None


@dataclass(frozen=True, slots=True)
class Probe:
    """Change nothing, but see whether one could."""


Request: TypeAlias = NewTable | Append | Probe
Outcome: TypeAlias = TableRow | StoreError | None
_Values: TypeAlias = dict[str, Any]

_LAST_SEQS = (
    select(TABLES.c.id, TABLES.c.last_seq)
    .where(TABLES.c.id.in_(bindparam("ids", expanding=True)))
    .with_for_update()
)
_TAKEN_CODES = select(TABLES.c.code).where(TABLES.c.code.in_(bindparam("codes", expanding=True)))
_INSERT_TABLE = insert(TABLES)
_INSERT_EVENTS = insert(EVENTS)
_UPDATE_TABLES = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("of_table"))
    .values(
        last_seq=bindparam("new_seq"),
        updated_at=func.coalesce(
            bindparam("new_time", type_=TABLES.c.updated_at.type), TABLES.c.updated_at
        ),
        status=func.coalesce(bindparam("new_status", type_=TABLES.c.status.type), TABLES.c.status),
    )
)


def write_batch(connection: Connection, requests: Sequence[Request]) -> list[Outcome]:
    """Write all requests but those that conflict with what is there, and say how each fared."""
    batch = _Batch(connection, requests)
    outcomes = [batch.add(request) for request in requests]
    batch.flush()
    return outcomes


class _Batch:
    def __init__(self, connection: Connection, requests: Sequence[Request]) -> None:
        self._connection = connection
        self._last_seqs: dict[int, int] = {}
        self._taken: set[str] = set()
        self._events: list[_Values] = []
        self._changes: dict[int, _Values] = {}
        ids = {request.table_id for request in requests if isinstance(request, Append)}
        codes = {request.code for request in requests if isinstance(request, NewTable)}
        if ids:
            rows = connection.execute(_LAST_SEQS, {"ids": sorted(ids)})
            self._last_seqs = {row.id: row.last_seq for row in rows}
        if codes:
            self._taken = set(connection.scalars(_TAKEN_CODES, {"codes": sorted(codes)}))

    def add(self, request: Request) -> Outcome:
        match request:
            case Append():
                return self._append(request)
            case NewTable():
                return self._create(request)
            case Probe():
                return prove_writable(self._connection)

    def flush(self) -> None:
        if self._events:
            self._connection.execute(_INSERT_EVENTS, self._events)
        if self._changes:
            self._connection.execute(_UPDATE_TABLES, list(self._changes.values()))

    def _append(self, request: Append) -> StoreError | None:
        table_id, events = request.table_id, request.events
        last_seq = self._last_seqs.get(table_id)
        if last_seq is None:
            return UnknownTableError(table_id)
        if conflict := _conflict(events, last_seq):
            return conflict
        self._take_events(table_id, events)
        self._last_seqs[table_id] = last_seq + len(events)
        earlier = self._changes.get(table_id, {})
        self._changes[table_id] = {
            "of_table": table_id,
            "new_seq": last_seq + len(events),
            "new_time": events[-1].at if events else earlier.get("new_time"),
            "new_status": request.status or earlier.get("new_status"),
        }
        return None

    def _create(self, request: NewTable) -> TableRow | StoreError:
        events = request.events
        if request.code in self._taken:
            return CodeTakenError(request.code)
        if conflict := _conflict(events, 0):
            return conflict
        self._taken.add(request.code)
        values: _Values = {
            "code": request.code,
            "game": request.game,
            "players": request.players,
            "status": request.status,
            "public": request.public,
            "created_at": events[0].at if events else time.time(),
        }
        values["updated_at"] = events[-1].at if events else values["created_at"]
        created = self._connection.execute(_INSERT_TABLE, values | {"last_seq": len(events)})
        key = created.inserted_primary_key
        assert key is not None
        self._take_events(key.id, events)
        return TableRow(id=key.id, **values)

    def _take_events(self, table_id: int, events: Sequence[StoredEvent]) -> None:
        self._events.extend(
            {
                "table_id": table_id,
                "seq": event.seq,
                "at": event.at,
                "seat": event.seat,
                "command_id": event.command_id,
                "body": event.body,
            }
            for event in events
        )


def _conflict(events: Sequence[StoredEvent], last_seq: int) -> SequenceConflictError | None:
    for expected, event in enumerate(events, last_seq + 1):
        if event.seq != expected:
            return SequenceConflictError(expected, event.seq)
    return None
