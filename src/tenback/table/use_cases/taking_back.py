"""Taking back the last card of one's open turn, until something new is revealed.

A drawn card reveals something, and so does a signal or a message of anybody: cards laid before it
stay.
"""

from msgspec.structs import replace

from tenback.rules import Refusal
from tenback.table.base import CommandStruct, IdleEvent
from tenback.table.codes import TableCode
from tenback.table.guards import verify_mover
from tenback.table.model import Table
from tenback.table.registry import Draft, applies, decides

__all__ = ["CardTakenBack", "TakeBack"]


class TakeBack(CommandStruct, frozen=True, tag="take_back"):
    """Take the last card back into the hand."""


class CardTakenBack(IdleEvent, frozen=True, tag="card_taken_back"):
    """The last card is in the hand again."""

    seat: int
    card: int
    pile: int


@decides(TakeBack)
def take_back(draft: Draft, seat: int, command: TakeBack) -> None:
    """Take the last card back."""
    del command
    play = verify_mover(draft, seat)
    if not play.takeable or not draft.table.settings.take_back:
        raise Refusal(TableCode.NOTHING_TO_TAKE_BACK)
    card, pile = play.state.laid[-1]
    draft.add(CardTakenBack(seat, card, pile))


@applies(CardTakenBack)
def card_taken_back(table: Table, event: CardTakenBack) -> Table:
    """Undo the last card."""
    del event
    play = table.play
    assert play is not None
    return replace(table, play=replace(play, state=play.takeable[-1], takeable=play.takeable[:-1]))
