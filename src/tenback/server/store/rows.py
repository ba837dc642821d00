"""What the store keeps."""

from dataclasses import dataclass

__all__ = ["Fold", "PackedGame", "StoredEvent", "TableRow"]


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of one table: its number (1, 2, 3, ...), unix time and body, opaque to the store.

    ``seat`` caused it by the command that its client had named ``command_id``.
    """

    seq: int
    at: float
    body: bytes
    seat: int | None = None
    command_id: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is known of a table without reading its events; times are unix times.

    ``vocabulary`` is the one all its events are written in. ``listed``: it stands in the lobby,
    with the words of ``summary``.
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


@dataclass(frozen=True, slots=True)
class PackedGame:
    """A finished game of a table, folded into one piece; ``body`` is opaque to the store."""

    number: int
    ended_at: float
    vocabulary: int
    summary: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class Fold:
    """Keeps these games, and puts ``base`` in the place of every event up to its number.

    Without a base the events are kept as well.
    """

    base: StoredEvent | None
    games: tuple[PackedGame, ...] = ()
