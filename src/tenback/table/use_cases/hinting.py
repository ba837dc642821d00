"""Asking for a hint at a table where all others are bots; the record mentions it."""

from msgspec.structs import replace

from tenback.rules import Refusal
from tenback.table.base import CommandStruct, IdleEvent
from tenback.table.codes import TableCode
from tenback.table.guards import verify_mover
from tenback.table.model import SeatKind, Table
from tenback.table.registry import Draft, applies, decides

__all__ = ["AskHint", "HintTaken", "hint_remark"]


def hint_remark(seat: int) -> str:
    """Return what the record says when a seat takes a hint."""
    return f"P{seat + 1} took a hint"


class AskHint(CommandStruct, frozen=True, tag="ask_hint"):
    """Ask which turns are best now; the answer comes as a ``hint``."""


class HintTaken(IdleEvent, frozen=True, tag="hint_taken"):
    """Somebody took a hint."""

    seat: int


@decides(AskHint)
def ask_hint(draft: Draft, seat: int, command: AskHint) -> None:
    """Note that a hint is taken, once for each position."""
    del command
    play = verify_mover(draft, seat)
    others = (other for number, other in enumerate(draft.table.seats) if number != seat)
    if any(other is not None and other.kind is not SeatKind.BOT for other in others):
        raise Refusal(TableCode.HINT_TABLE)
    if play.hinted != (play.state.turns, len(play.state.laid)):
        draft.add(HintTaken(seat))


@applies(HintTaken)
def hint_taken(table: Table, event: HintTaken) -> Table:
    """Add it to the record."""
    play = table.play
    assert play is not None
    hinted = (play.state.turns, len(play.state.laid))
    told = play.remarked(hint_remark(event.seat))
    return replace(table, play=replace(told, hinted=hinted))
