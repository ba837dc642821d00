"""A bot crashes, exceeds its time or wants an illegal move: a simple move is played instead."""

from msgspec.structs import replace

from tenback.table.base import CommandStruct, EventStruct
from tenback.table.guards import running_play
from tenback.table.model import Table
from tenback.table.registry import Draft, applies, decides

__all__ = ["BotStumbled", "NoteStumble"]


class NoteStumble(CommandStruct, frozen=True, tag="note_stumble"):
    """From the application: the bot to move failed; a simple move will be played for it."""


class BotStumbled(EventStruct, frozen=True, tag="bot_stumbled"):
    """The bot at this seat failed."""

    seat: int


@decides(NoteStumble)
def note_stumble(draft: Draft, seat: int, command: NoteStumble) -> None:
    """Note the failure."""
    del command
    running_play(draft.table)
    draft.add(BotStumbled(seat))


@applies(BotStumbled)
def bot_stumbled(table: Table, event: BotStumbled) -> Table:
    """Add it to the record."""
    assert table.play is not None
    told = f"the bot of P{event.seat + 1} failed; a simple move stood in"
    return replace(table, play=table.play.remarked(told))
