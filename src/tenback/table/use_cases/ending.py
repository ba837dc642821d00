"""Ending the turn, which also draws cards."""

from msgspec.structs import replace

from tenback.table.base import CommandStruct, EventStruct
from tenback.table.facts import GameEnded, TurnPassed, follow, what_followed
from tenback.table.guards import verify_mover
from tenback.table.model import Table
from tenback.table.registry import Draft, applies, decides

__all__ = ["EndTurn", "TurnEnded", "end_turn_now"]


class EndTurn(CommandStruct, frozen=True, tag="end_turn"):
    """End your turn."""


class TurnEnded(EventStruct, frozen=True, tag="turn_ended"):
    """The mover ended the turn; this may end the game."""

    seat: int
    passed: TurnPassed | None = None
    ended: GameEnded | None = None


@decides(EndTurn)
def end_turn(draft: Draft, seat: int, command: EndTurn) -> None:
    """End the turn."""
    del command
    end_turn_now(draft, seat)


def end_turn_now(draft: Draft, seat: int) -> None:
    """End the turn if the rules allow it."""
    play = verify_mover(draft, seat)
    after = play.state.end()
    draft.add(TurnEnded(seat, *what_followed(play.state, after)), play.stepped(after))


@applies(TurnEnded)
def turn_ended(table: Table, event: TurnEnded) -> Table:
    """Apply the end of the turn."""
    play = table.play
    assert play is not None
    return replace(table, play=play.stepped(follow(play.state, event.passed, event.ended)))
