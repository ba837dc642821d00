"""Ending the turn; cards are drawn with it."""

from dataclasses import replace

from tenback.table.base import CommandStruct, EventStruct
from tenback.table.guards import verify_mover
from tenback.table.model import Table
from tenback.table.registry import Draft, applies, decides

__all__ = ["EndTurn", "TurnEnded", "end_turn_now"]


class EndTurn(CommandStruct, frozen=True, tag="end_turn"):
    """End the own turn."""


class TurnEnded(EventStruct, frozen=True, tag="turn_ended"):
    """The mover ended the turn."""

    seat: int


@decides(EndTurn)
def end_turn(draft: Draft, seat: int, command: EndTurn) -> None:
    """End the turn."""
    del command
    end_turn_now(draft, seat)


def end_turn_now(draft: Draft, seat: int) -> None:
    """End the turn if the rules allow it."""
    verify_mover(draft, seat).state.verify_end()
    draft.add(TurnEnded(seat))


@applies(TurnEnded)
def turn_ended(table: Table, event: TurnEnded) -> Table:
    """End it."""
    del event
    assert table.play is not None
    return replace(table, play=table.play.stepped(table.play.state.end()))
