"""What has changed between two views: written by the server, put together by a client."""

from typing import Any

import msgspec
from msgspec.structs import astuple

from tenback.server.wire.messages import Change
from tenback.server.wire.views import Own, TableView

__all__ = ["changed_fields", "changed_own", "changed_table", "with_change"]

_Fields = dict[str, Any]


def changed_fields(before: msgspec.Struct, after: msgspec.Struct) -> _Fields:
    """Return the fields of a view that differ from those of another of its type."""
    fields = zip(after.__struct_fields__, astuple(before), astuple(after), strict=True)
    return {name: new for name, old, new in fields if old is not new and old != new}


def changed_table(before: TableView, after: TableView) -> tuple[_Fields, _Fields]:
    """Return the fields of a table that changed, and those of its game."""
    table = changed_fields(before, after)
    if before.play is None or after.play is None or "play" not in table:
        return table, {}
    del table["play"]
    return table, changed_fields(before.play, after.play)


def changed_own(before: Own | None, after: Own | None) -> _Fields | None:
    """Return the fields of the own part that changed; None if there is no own part any more."""
    if after is None:
        return None if before is not None else {}
    if before is None:
        return msgspec.structs.asdict(after)
    return changed_fields(before, after)


def with_change(table: _Fields, own: _Fields | None, change: Change) -> tuple[_Fields, Any]:
    """Return a table and an own part, both as plain JSON, after a change."""
    table = {**table, **change.table}
    if change.play:
        table["play"] = {**table["play"], **change.play}
    if change.own is None:
        return table, None
    return table, {**own, **change.own} if own is not None else change.own or None
