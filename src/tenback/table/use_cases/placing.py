"""Laying a card, which everybody sees at once, or a whole turn in one command, for programs."""

from msgspec.structs import replace

from tenback.rules import Code, Placement, Refusal
from tenback.table.base import CommandStruct, EventStruct
from tenback.table.codes import TableCode
from tenback.table.facts import GameEnded, TurnPassed, follow, what_followed
from tenback.table.guards import verify_mover
from tenback.table.model import Stage, Table
from tenback.table.registry import Draft, applies, decides
from tenback.table.use_cases.ending import end_turn_now

__all__ = ["CardPlaced", "Place", "PlayTurn"]


class Place(CommandStruct, frozen=True, tag="place"):
    """Lay a card on a pile, by the pile's index."""

    card: int
    pile: int


class PlayTurn(CommandStruct, frozen=True, tag="play_turn"):
    """Lay these cards in order and end the turn: all of it or nothing.

    A card that closes the turn by itself must be the last.
    """

    placements: tuple[Placement, ...]


class CardPlaced(EventStruct, frozen=True, tag="card_placed"):
    """A card was laid on a pile; this may end the turn or the game."""

    seat: int
    card: int
    pile: int
    passed: TurnPassed | None = None
    ended: GameEnded | None = None


def _lay(draft: Draft, seat: int, placement: Placement) -> None:
    card, pile = placement
    play = verify_mover(draft, seat)
    if not 0 <= pile < len(play.state.tops):
        raise Refusal(TableCode.NO_PILE, pile=pile, piles=len(play.state.tops))
    after = play.state.place(placement)
    draft.add(CardPlaced(seat, card, pile, *what_followed(play.state, after)), play.stepped(after))


@decides(Place)
def place(draft: Draft, seat: int, command: Place) -> None:
    """Lay a card."""
    _lay(draft, seat, Placement(command.card, command.pile))


@decides(PlayTurn)
def play_turn(draft: Draft, seat: int, command: PlayTurn) -> None:
    """Lay a turn."""
    turn = verify_mover(draft, seat).state.turns
    for placement in command.placements:
        if not _is_open(draft.table, turn):  # the next turn may belong to the same seat
            raise Refusal(Code.TURN_OVER)
        _lay(draft, seat, placement)
    if _is_open(draft.table, turn):
        end_turn_now(draft, seat)


def _is_open(table: Table, turn: int) -> bool:
    play = table.play
    return table.stage is Stage.PLAYING and play is not None and play.state.turns == turn


@applies(CardPlaced)
def card_placed(table: Table, event: CardPlaced) -> Table:
    """Apply the placement."""
    play = table.play
    assert play is not None
    laid = play.state.laid_on(Placement(event.card, event.pile))
    return replace(table, play=play.stepped(follow(laid, event.passed, event.ended)))
