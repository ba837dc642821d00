"""The store of tables and their events, which are committed before anybody is told."""

from tenback.server.store.errors import (
    CodeTakenError,
    DatabaseInUseError,
    DatabaseMovedError,
    DatabaseNewerError,
    DatabaseOlderError,
    DatabaseUnreachableError,
    FencedError,
    SequenceConflictError,
    StoreError,
    UnknownTableError,
)
from tenback.server.store.requests import Along
from tenback.server.store.rows import Fold, KeptReview, PackedGame, StoredEvent, TableRow
from tenback.server.store.store import Store

__all__ = [
    "Along",
    "CodeTakenError",
    "DatabaseInUseError",
    "DatabaseMovedError",
    "DatabaseNewerError",
    "DatabaseOlderError",
    "DatabaseUnreachableError",
    "FencedError",
    "Fold",
    "KeptReview",
    "PackedGame",
    "SequenceConflictError",
    "Store",
    "StoreError",
    "StoredEvent",
    "TableRow",
    "UnknownTableError",
]
