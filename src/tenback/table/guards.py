"""Checks that most commands make first."""

from tenback.rules import Code, Phase, Refusal
from tenback.table.codes import TableCode
from tenback.table.model import Play, Seat, Table
from tenback.table.registry import Draft

__all__ = ["running_play", "seat_at", "verify_host", "verify_mover", "verify_seating"]


def seat_at(table: Table, number: int) -> Seat:
    """Return who holds the seat, or refuse."""
    if not 0 <= number < len(table.seats):
        raise Refusal(TableCode.NO_SEAT, seat=number, seats=len(table.seats))
    seat = table.seats[number]
    if seat is None:
        raise Refusal(TableCode.SEAT_FREE, seat=number)
    return seat


def verify_host(table: Table, seat: int) -> None:
    """Refuse anybody but the host."""
    if table.host != seat:
        raise Refusal(TableCode.NOT_HOST)


def verify_seating(table: Table) -> None:
    """Refuse while a game is running."""
    if not table.is_seating:
        raise Refusal(TableCode.GAME_ON)


def running_play(table: Table) -> Play:
    """Return the running game, or refuse."""
    play = table.play
    if play is None:
        raise Refusal(TableCode.NO_GAME)
    match play.state.phase:
        case Phase.PLAYING:
            return play
        case Phase.STARTING:
            raise Refusal(Code.NOT_STARTED)
        case Phase.OVER:
            raise Refusal(TableCode.GAME_OVER)


def verify_mover(draft: Draft, seat: int) -> Play:
    """Return the running game if it is this seat's own turn, or refuse.

    The application moves only for bots: while one was thinking, the player for whom it plays may
    have come back.
    """
    play = running_play(draft.table)
    is_bots = draft.table.bot_to_move is not None
    if play.state.seat != seat or (draft.by_operator and not is_bots):
        raise Refusal(TableCode.NOT_YOUR_TURN, seat=play.state.seat)
    if is_bots and not draft.by_operator:
        raise Refusal(TableCode.BOT_PLAYS)
    return play
