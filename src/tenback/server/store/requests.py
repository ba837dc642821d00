"""Requests to write to the store."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import msgspec
from sqlalchemy import Connection

from tenback.server.store.errors import StoreError
from tenback.server.store.rows import Fold, KeptReview, PackedGame, StoredEvent, TableRow

__all__ = [
    "Along",
    "Append",
    "Delete",
    "KeepReview",
    "Probe",
    "Request",
    "Rewrite",
    "TableToStore",
    "Touch",
    "Work",
    "WriteResult",
]


#: What is written along with a new table of a code; an error that it returns refuses both.
Along: TypeAlias = Callable[[Connection, str], StoreError | None]


@dataclass(frozen=True, slots=True)
class TableToStore:
    """Create a table with its first events, and what is written along with it."""

    code: str
    game: str
    players: int
    public: bool
    status: str
    events: Sequence[StoredEvent]
    listed: bool = False
    summary: bytes = b""
    owner: int | None = None
    along: Along | None = None


class Append(msgspec.Struct, frozen=True):
    """Add events to a table in its epoch, and change the fields of its row that are not None."""

    table_id: int
    events: Sequence[StoredEvent]
    status: str | None = None
    public: bool | None = None
    listed: bool | None = None
    summary: bytes | None = None
    fold: Fold | None = None
    epoch: int = 0


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Replace all events of a table by these, in the current vocabulary.

    It is refused if the table has events after ``last_seq``, or is in another epoch, because it has
    changed since.
    """

    table_id: int
    last_seq: int
    epoch: int
    events: Sequence[StoredEvent]
    status: str
    listed: bool
    summary: bytes
    games: Sequence[PackedGame] = ()


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete a table with its events and games, unless it has changed since it was looked at."""

    table_id: int
    last_seq: int
    epoch: int


@dataclass(frozen=True, slots=True)
class KeepReview:
    """Keep the review of a game, instead of an earlier one."""

    review: KeptReview

    @property
    def table_id(self) -> int:
        """The table that played the game."""
        return self.review.table_id


@dataclass(frozen=True, slots=True)
class Touch:
    """Store that these tables were visited."""

    table_ids: Sequence[int]
    at: float


@dataclass(frozen=True, slots=True)
class Probe:
    """Check that the database can be written, without changing data."""


@dataclass(frozen=True, slots=True)
class Work:
    """Do something else in the transaction."""

    do: Callable[[Connection], object]


Request: TypeAlias = TableToStore | Append | Rewrite | Delete | KeepReview | Touch | Probe | Work
WriteResult: TypeAlias = TableRow | StoreError | object
