"""What a live table must know about its events: read from the log, updated event by event."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenback.server.live.journal import Journal
from tenback.server.store import StoredEvent
from tenback.table import POSITION_EVENTS, Event, Stage, Table, decode_event, fold
from tenback.table.unions import SEATING_EVENTS, GameAdopted, GameDealt

__all__ = ["Memory", "remember"]

_DEALS = (GameDealt, GameAdopted)


@dataclass(slots=True)
class Memory:
    """Positions in the log that matter later."""

    table: Table
    journal: Journal
    #: The first event that is stored.
    first_seq: int
    #: The last event that made earlier commands about the position, or about seats, stale.
    position_seq: int = 0
    seating_seq: int = 0
    #: The deal of the game on the table, the table before it, and the event that ended the game.
    dealt_seq: int = 0
    ended_seq: int = 0
    before_deal: Table = None  # type: ignore[assignment] # set with the first game

    def note(self, before: Table | None, event: Event, after: Table) -> None:
        """Take note of an event."""
        self.table = after
        if isinstance(event, POSITION_EVENTS):
            self.position_seq = after.seq
        if isinstance(event, SEATING_EVENTS):
            self.seating_seq = after.seq
        if before is None:
            return
        if isinstance(event, _DEALS):
            self.dealt_seq, self.before_deal = after.seq, before
        if after.stage is Stage.OVER and (
            before.stage is not Stage.OVER or isinstance(event, GameAdopted)
        ):
            self.ended_seq = after.seq


def remember(stored: Sequence[StoredEvent]) -> Memory:
    """Read all stored events of a table, in the current vocabulary."""
    table = fold([decode_event(stored[0].body)])
    memory = Memory(table, Journal(stored[-1].seq), stored[0].seq)
    for one in stored[1:]:
        event = decode_event(one.body)
        before, table = table, fold([event], table)
        memory.note(before, event, table)
        if one.command_id and one.seat is not None:
            sitting = before.seats[one.seat]
            if sitting is not None:
                memory.journal.note_command(sitting.key, one.command_id, one.seq)
    if table.seq != stored[-1].seq:
        raise ValueError(f"the last event has the number {stored[-1].seq}, not {table.seq}")
    return memory
