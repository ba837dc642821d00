"""Keeps tables and their events: committed before anybody is told."""

from tenback.server.store.errors import (
    CodeTakenError,
    DatabaseInUseError,
    DatabaseNewerError,
    DatabaseUnreachableError,
    SequenceConflictError,
    StoreError,
    UnknownTableError,
)
from tenback.server.store.rows import StoredEvent, TableRow
from tenback.server.store.store import Store

__all__ = [
    "CodeTakenError",
    "DatabaseInUseError",
    "DatabaseNewerError",
    "DatabaseUnreachableError",
    "SequenceConflictError",
    "Store",
    "StoreError",
    "StoredEvent",
    "TableRow",
    "UnknownTableError",
]
