"""A bot stands in for somebody who is away, if all present agree, until they return."""

from msgspec.structs import replace

from tenback.rules import Refusal
from tenback.table.base import CommandStruct, EventStruct, IdleEvent
from tenback.table.codes import TableCode
from tenback.table.guards import seat_at
from tenback.table.model import Stage, Table
from tenback.table.registry import Draft, applies, decides

__all__ = ["AgreeStandIn", "StandInAgreed", "StandInSeated", "settle_stand_ins"]


class AgreeStandIn(CommandStruct, frozen=True, tag="agree_stand_in"):
    """Agree that a bot stands in for somebody who is away."""

    seat: int


class StandInAgreed(IdleEvent, frozen=True, tag="stand_in_agreed"):
    """Somebody agrees that a bot stands in for ``absent``."""

    seat: int
    absent: int


class StandInSeated(EventStruct, frozen=True, tag="stand_in_seated"):
    """A bot stands in at this seat until its holder comes back."""

    seat: int
    bot: str


@decides(AgreeStandIn)
def agree_stand_in(draft: Draft, seat: int, command: AgreeStandIn) -> None:
    """Count the agreement."""
    table = draft.table
    absent = seat_at(table, command.seat)
    if table.stage not in (Stage.DEALT, Stage.PLAYING):
        raise Refusal(TableCode.NO_GAME)
    if not absent.away:
        raise Refusal(TableCode.NOT_AWAY, name=absent.name)
    if not table.settings.stand_in:
        raise Refusal(TableCode.NO_STAND_IN)
    if not absent.stand_in and (seat, command.seat) not in table.standing_in:
        draft.add(StandInAgreed(seat, command.seat))
        settle_stand_ins(draft)


def settle_stand_ins(draft: Draft) -> None:
    """Seat the bots that everybody present has agreed on."""
    agreed, bot = draft.table.standing_in, draft.table.settings.stand_in
    if not bot or draft.table.is_seating:
        return
    for absent in sorted({absent for _, absent in agreed}):
        if all((seat, absent) in agreed for seat in draft.table.people):
            draft.add(StandInSeated(absent, bot))


@applies(StandInAgreed)
def stand_in_agreed(table: Table, event: StandInAgreed) -> Table:
    """Note the agreement."""
    return replace(table, standing_in=table.standing_in | {(event.seat, event.absent)})


@applies(StandInSeated)
def stand_in_seated(table: Table, event: StandInSeated) -> Table:
    """Let the bot play."""
    seat = replace(table.holder(event.seat), stand_in=event.bot)
    agreed = frozenset((by, absent) for by, absent in table.standing_in if absent != event.seat)
    return replace(table.with_seat(event.seat, seat), standing_in=agreed)
