"""Time per turn, with a mild consequence: a simple bot finishes the turn; nobody loses a seat."""

from msgspec.structs import replace

from tenback.table.base import CommandStruct, EventStruct
from tenback.table.model import Stage, Table
from tenback.table.registry import Draft, applies, decides

__all__ = ["TimeRanOut", "TimeUp"]


class TimeUp(CommandStruct, frozen=True, tag="time_up"):
    """From the application: the time for this turn of this game is over."""

    game: int
    turn: int


class TimeRanOut(EventStruct, frozen=True, tag="time_ran_out"):
    """The mover's time is over; a bot finishes the turn."""

    seat: int


@decides(TimeUp)
def time_up(draft: Draft, seat: int, command: TimeUp) -> None:
    """Help the mover, unless the turn is over already."""
    del seat
    table, play = draft.table, draft.table.play
    if table.stage is not Stage.PLAYING or play is None or table.bot_to_move is not None:
        return
    if (play.number, play.state.turns) == (command.game, command.turn):
        draft.add(TimeRanOut(play.state.seat))


@applies(TimeRanOut)
def time_ran_out(table: Table, event: TimeRanOut) -> Table:
    """Let the bot finish the turn; the record says so."""
    assert table.play is not None
    told = f"P{event.seat + 1} ran out of time; a bot finished the turn"
    return replace(table, play=replace(table.play.remarked(told), helped=True))
