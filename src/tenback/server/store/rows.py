"""What the store keeps."""

from dataclasses import dataclass

__all__ = ["StoredEvent", "TableRow"]


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
    """What is known of a table without reading its events; times are unix times."""

    id: int
    code: str
    game: str
    players: int
    status: str
    public: bool
    created_at: float
    updated_at: float
