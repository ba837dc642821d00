"""Saying that one is ready; the host deals when everybody is ready."""

from msgspec.structs import replace

from tenback.table.base import CommandStruct, IdleEvent
from tenback.table.guards import seat_at, verify_seating
from tenback.table.model import Table
from tenback.table.registry import Draft, applies, decides

__all__ = ["ReadinessChanged", "Ready"]


class Ready(CommandStruct, frozen=True, tag="ready"):
    """Say that you are ready or, with ``ready`` false, not yet."""

    ready: bool = True


class ReadinessChanged(IdleEvent, frozen=True, tag="readiness_changed"):
    """Somebody is ready, or no longer is."""

    seat: int
    ready: bool


@decides(Ready)
def ready(draft: Draft, seat: int, command: Ready) -> None:
    """Note that somebody is ready, or not yet."""
    verify_seating(draft.table)
    if seat_at(draft.table, seat).ready != command.ready:
        draft.add(ReadinessChanged(seat, command.ready))


@applies(ReadinessChanged)
def readiness_changed(table: Table, event: ReadinessChanged) -> Table:
    """Mark the seat as ready, or not yet."""
    seat = table.holder(event.seat)
    return table.with_seat(event.seat, replace(seat, ready=event.ready))
