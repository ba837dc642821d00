"""Leaving and returning. Leaving keeps the seat during a game and frees it between games."""

from msgspec.structs import replace

from tenback.table.base import CommandStruct, IdleEvent
from tenback.table.guards import seat_at
from tenback.table.model import SeatKind, Table
from tenback.table.registry import Draft, applies, decides
from tenback.table.use_cases.conceding import settle_concession
from tenback.table.use_cases.rematch import settle_rematch
from tenback.table.use_cases.seating import free_seat
from tenback.table.use_cases.standing_in import settle_stand_ins
from tenback.table.use_cases.starting import settle_starter

__all__ = ["CameBack", "GoAway", "Leave", "Return", "WentAway"]


class Leave(CommandStruct, frozen=True, tag="leave"):
    """Leave the table; during a game you may come back with the same key."""

    def is_always_heard(self, table: Table) -> bool:
        """Let everybody leave between games; during a game it is enough to disconnect."""
        return table.is_seating


class GoAway(CommandStruct, frozen=True, tag="go_away"):
    """From the application: nobody has been connected at this seat for a while."""


class Return(CommandStruct, frozen=True, tag="return"):
    """From the application: the holder is connected at this seat again."""


class WentAway(IdleEvent, frozen=True, tag="went_away"):
    """The holder of this seat is away; ``host`` runs the table meanwhile."""

    seat: int
    host: int | None = None


class CameBack(IdleEvent, frozen=True, tag="came_back"):
    """The holder is back, and a bot that stood in stops. A table always has a host."""

    seat: int


@decides(Leave)
def leave(draft: Draft, seat: int, command: Leave) -> None:
    """Free the seat, or keep it while a game is running."""
    del command
    seat_at(draft.table, seat)
    if draft.table.is_seating:
        free_seat(draft, seat)
    else:
        _go_away(draft, seat)


@decides(GoAway)
def go_away(draft: Draft, seat: int, command: GoAway) -> None:
    """Note that the holder is away."""
    del command
    _go_away(draft, seat)


def _go_away(draft: Draft, seat: int) -> None:
    """Note that the holder is away; this may settle what the others have agreed on."""
    table = draft.table
    there = seat_at(table, seat)
    if there.away or there.kind is SeatKind.BOT:
        return
    host = table.host
    if host == seat:
        host = next((other for other in table.people if other != seat), seat)
    draft.add(WentAway(seat, host))
    if draft.table.people:
        settle_starter(draft)
        settle_concession(draft)
        settle_rematch(draft)
        settle_stand_ins(draft)


@decides(Return)
def come_back(draft: Draft, seat: int, command: Return) -> None:
    """Note that the holder is back."""
    del command
    if seat_at(draft.table, seat).away:
        draft.add(CameBack(seat))


@applies(WentAway)
def went_away(table: Table, event: WentAway) -> Table:
    """Mark the seat as away; the wishes of its holder are dropped."""
    gone = {event.seat}
    play = table.play
    if play is not None:
        play = replace(play, conceding=play.conceding - gone)
    seat = replace(table.holder(event.seat), away=True)
    table = table.with_seat(event.seat, seat)
    agreed = frozenset((by, absent) for by, absent in table.standing_in if by != event.seat)
    return replace(
        table,
        host=event.host,
        play=play,
        rematching=table.rematching - gone,
        standing_in=agreed,
    )


@applies(CameBack)
def came_back(table: Table, event: CameBack) -> Table:
    """Mark the seat as present."""
    seat = replace(table.holder(event.seat), away=False, stand_in="")
    agreed = frozenset((by, absent) for by, absent in table.standing_in if absent != event.seat)
    host = table.host
    if host is None or not (sitting := table.seats[host]) or sitting.away:
        host = event.seat
    return replace(table.with_seat(event.seat, seat), standing_in=agreed, host=host)
