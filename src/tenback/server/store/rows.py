"""The values that the store keeps."""

from dataclasses import dataclass

import msgspec

__all__ = ["Fold", "KeptReview", "PackedGame", "StoredEvent", "TableRow"]


class StoredEvent(msgspec.Struct, frozen=True, gc=False):
    """One event of one table: its number (1, 2, 3, ...), Unix time and a body opaque to the store.

    ``seat`` caused it, with the command that its client named ``command_id``.
    """

    seq: int
    at: float
    body: bytes
    seat: int | None = None
    command_id: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is known about a table without reading its events; times are Unix times.

    ``vocabulary`` is that of all its events. If it is ``listed``, the lobby shows its ``summary``.
    ``owner`` is the node that has it in memory, ``epoch`` how often it has changed hands.
    """

    id: int
    code: str
    game: str
    players: int
    status: str
    public: bool
    created_at: float
    updated_at: float
    vocabulary: int = 1
    listed: bool = False
    summary: bytes = b""
    last_seq: int = 0
    owner: int | None = None
    epoch: int = 0


@dataclass(frozen=True, slots=True)
class PackedGame:
    """A finished game of a table, packed; ``body`` is opaque to the store."""

    number: int
    ended_at: float
    vocabulary: int
    summary: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class KeptReview:
    """The review of a finished game, by an evaluator of a version; ``body`` is opaque."""

    table_id: int
    number: int
    version: str
    made_at: float
    body: bytes


@dataclass(frozen=True, slots=True)
class Fold:
    """Stores these games, and replaces every event up to the number of ``base`` by it.

    Without a base the events are kept as well.
    """

    base: StoredEvent | None
    games: tuple[PackedGame, ...] = ()
