"""Writing many requests to the database in one transaction."""

import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from tenback.server.store.errors import (
    CodeTakenError,
    FencedError,
    SequenceConflictError,
    StoreError,
    UnknownTableError,
)
from tenback.server.store.many_rows import (
    EventRow,
    advance_tables,
    insert_events,
    read_heads,
)
from tenback.server.store.migrate import prove_writable
from tenback.server.store.requests import (
    Append,
    Delete,
    KeepReview,
    Probe,
    Request,
    Rewrite,
    TableToStore,
    Touch,
    Work,
    WriteResult,
)
from tenback.server.store.rows import Fold, KeptReview, PackedGame, StoredEvent, TableRow
from tenback.server.store.schema import EVENTS, GAMES, REVIEWS, TABLES
from tenback.table import VOCABULARY

__all__ = ["write_batch"]

_Values: TypeAlias = dict[str, Any]

_TAKEN_CODES = select(TABLES.c.code).where(TABLES.c.code.in_(bindparam("codes", expanding=True)))
_INSERT_TABLE = insert(TABLES)
_INSERT_GAMES = insert(GAMES)
_DELETE_EVENTS = delete(EVENTS).where(EVENTS.c.table_id == bindparam("of_table"))
_DELETE_GAMES = delete(GAMES).where(GAMES.c.table_id == bindparam("of_table"))
_DELETE_GAME = _DELETE_GAMES.where(GAMES.c.number == bindparam("of_number"))
_INSERT_REVIEW = insert(REVIEWS)
_DELETE_REVIEWS = delete(REVIEWS).where(REVIEWS.c.table_id == bindparam("of_table"))
_DELETE_REVIEW = _DELETE_REVIEWS.where(REVIEWS.c.number == bindparam("of_number"))
_DELETE_TABLE = delete(TABLES).where(TABLES.c.id == bindparam("of_table"))
_TOUCH = (
    update(TABLES)
    .where(TABLES.c.id.in_(bindparam("ids", expanding=True)))
    .values(updated_at=bindparam("at"))
)


def _or_as_it_is(name: str) -> Any:
    column = TABLES.c[name]
    return func.coalesce(bindparam(f"new_{name}", type_=column.type), column)


_CHANGED = ("status", "public", "listed", "summary")
_RICH = tuple(f"new_{name}" for name in _CHANGED)
_SAME_FACE = (None,) * len(_CHANGED)
_UPDATE_TABLES = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("of_table"))
    .values({name: _or_as_it_is(name) for name in _CHANGED})
)


def write_batch(connection: Connection, requests: Sequence[Request]) -> list[WriteResult]:
    """Write all requests except those that conflict; return the result of each."""
    batch = _Batch(connection, requests)
    outcomes = [batch.add(request) for request in requests]
    batch.flush()
    return outcomes


class _Batch:
    def __init__(self, connection: Connection, requests: Sequence[Request]) -> None:
        self._connection = connection
        self._last_seqs: dict[int, int] = {}
        #: Rows are locked as they are read, so nobody can take a table before this is on disk.
        self._epochs: dict[int, int] = {}
        self._taken: set[str] = set()
        self._events: list[EventRow] = []
        #: Most events change only the number and the time of the row.
        self._advanced: dict[int, tuple[int, float]] = {}
        self._changes: dict[int, _Values] = {}
        self._is_proven = False
        ids = {
            request.table_id
            for request in requests
            if isinstance(request, Append | Rewrite | Delete | KeepReview)
        }
        codes = {request.code for request in requests if isinstance(request, TableToStore)}
        if ids:
            for table_id, (last_seq, epoch) in read_heads(connection, sorted(ids)).items():
                self._last_seqs[table_id] = last_seq
                self._epochs[table_id] = epoch
        if codes:
            self._taken = set(connection.scalars(_TAKEN_CODES, {"codes": sorted(codes)}))

    def add(self, request: Request) -> WriteResult:
        match request:
            case Append():
                return self._append(request)
            case TableToStore():
                return self._create(request)
            case Rewrite():
                return self._rewrite(request)
            case Delete():
                return self._delete(request)
            case KeepReview(review):
                return self._keep_review(review)
            case Touch(table_ids, at):
                self._connection.execute(_TOUCH, {"ids": list(table_ids), "at": at})
                return None
            case Probe():
                if not self._is_proven:
                    prove_writable(self._connection)
                    self._is_proven = True
                return None
            case Work(do):
                self.flush()
                return do(self._connection)

    def flush(self) -> None:
        if self._events:
            insert_events(self._connection, self._events)
            self._events = []
        if self._advanced:
            advance_tables(self._connection, self._advanced)
            self._advanced = {}
        if self._changes:
            values = [dict.fromkeys(_RICH) | change for change in self._changes.values()]
            self._connection.execute(_UPDATE_TABLES, values)
            self._changes = {}

    def _append(self, request: Append) -> StoreError | None:
        table_id, events = request.table_id, request.events
        last_seq = self._last_seqs.get(table_id)
        if last_seq is None:
            return UnknownTableError(table_id)
        if self._epochs[table_id] != request.epoch:
            return FencedError(table_id, request.epoch, self._epochs[table_id])
        if conflict := _conflict(events, last_seq):
            return conflict
        self._take_events(table_id, events)
        last_seq = self._last_seqs[table_id] = last_seq + len(events)
        if events:
            self._advanced[table_id] = last_seq, events[-1].at
        face = (request.status, request.public, request.listed, request.summary)
        if face != _SAME_FACE:
            change = {name: new for name, new in zip(_RICH, face, strict=True) if new is not None}
            self._changes.setdefault(table_id, {"of_table": table_id}).update(change)
        if request.fold is not None:
            self._fold(table_id, request.fold)
        return None

    def _fold(self, table_id: int, fold: Fold) -> None:
        self.flush()
        if fold.base is not None:
            up_to = _DELETE_EVENTS.where(EVENTS.c.seq <= bindparam("of_seq"))
            self._connection.execute(up_to, {"of_table": table_id, "of_seq": fold.base.seq})
            self._take_events(table_id, [fold.base])
        self._keep_games(table_id, fold.games)

    def _create(self, request: TableToStore) -> TableRow | StoreError:
        events = request.events
        if request.code in self._taken:
            return CodeTakenError(request.code)
        if conflict := _conflict(events, 0):
            return conflict
        if request.along and (refused := request.along(self._connection, request.code)):
            return refused
        self._taken.add(request.code)
        created_at = events[0].at if events else time.time()
        values: _Values = {
            "code": request.code,
            "game": request.game,
            "players": request.players,
            "status": request.status,
            "public": request.public,
            "created_at": created_at,
            "updated_at": events[-1].at if events else created_at,
            "vocabulary": VOCABULARY,
            "listed": request.listed,
            "summary": request.summary,
            "last_seq": len(events),
            "owner": request.owner,
            "epoch": 0 if request.owner is None else 1,
        }
        created = self._connection.execute(_INSERT_TABLE, values)
        key = created.inserted_primary_key
        assert key is not None
        self._take_events(key.id, events)
        return TableRow(id=key.id, **values)

    def _rewrite(self, request: Rewrite) -> StoreError | None:
        if fault := self._changed_since(request):
            return fault
        self.flush()
        self._connection.execute(_DELETE_EVENTS, {"of_table": request.table_id})
        self._take_events(request.table_id, request.events)
        self._keep_games(request.table_id, request.games)
        self._connection.execute(
            update(TABLES)
            .where(TABLES.c.id == request.table_id)
            .values(
                status=request.status,
                listed=request.listed,
                summary=request.summary,
                vocabulary=VOCABULARY,
            )
        )
        return None

    def _delete(self, request: Delete) -> StoreError | None:
        if fault := self._changed_since(request):
            return fault
        self.flush()
        for statement in (_DELETE_EVENTS, _DELETE_GAMES, _DELETE_REVIEWS, _DELETE_TABLE):
            self._connection.execute(statement, {"of_table": request.table_id})
        del self._last_seqs[request.table_id]
        return None

    def _keep_review(self, review: KeptReview) -> StoreError | None:
        if review.table_id not in self._last_seqs:
            return UnknownTableError(review.table_id)
        which = {"of_table": review.table_id, "of_number": review.number}
        self._connection.execute(_DELETE_REVIEW, which)
        self._connection.execute(_INSERT_REVIEW, asdict(review))
        return None

    def _changed_since(self, request: Rewrite | Delete) -> StoreError | None:
        table_id = request.table_id
        there = self._last_seqs.get(table_id)
        if there is None:
            return UnknownTableError(table_id)
        if self._epochs[table_id] != request.epoch:
            return FencedError(table_id, request.epoch, self._epochs[table_id])
        return None if there == request.last_seq else SequenceConflictError(there, request.last_seq)

    def _keep_games(self, table_id: int, games: Sequence[PackedGame]) -> None:
        for game in games:
            self._connection.execute(_DELETE_GAME, {"of_table": table_id, "of_number": game.number})
        values = [
            {
                "table_id": table_id,
                "number": game.number,
                "ended_at": game.ended_at,
                "vocabulary": game.vocabulary,
                "summary": game.summary,
                "body": game.body,
            }
            for game in games
        ]
        if values:
            self._connection.execute(_INSERT_GAMES, values)

    def _take_events(self, table_id: int, events: Sequence[StoredEvent]) -> None:
        for event in events:
            row = (table_id, event.seq, event.at, event.seat, event.command_id, event.body)
            self._events.append(row)


def _conflict(events: Sequence[StoredEvent], last_seq: int) -> SequenceConflictError | None:
    for expected, event in enumerate(events, last_seq + 1):
        if event.seq != expected:
            return SequenceConflictError(expected, event.seq)
    return None
