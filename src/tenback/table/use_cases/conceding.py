"""Giving up: a team agrees on it, a duellist decides alone."""

from dataclasses import replace

from tenback.table.base import CommandStruct, EventStruct
from tenback.table.guards import running_play
from tenback.table.model import Table
from tenback.table.registry import Draft, applies, decides

__all__ = ["Concede", "ConcessionWished", "GameConceded", "settle_concession"]


class Concede(CommandStruct, frozen=True, tag="concede"):
    """Wish to give up, or with ``wish`` false not any more."""

    wish: bool = True


class ConcessionWished(EventStruct, frozen=True, tag="concession_wished"):
    """Somebody would give up, or not any more."""

    seat: int
    wish: bool = True


class GameConceded(EventStruct, frozen=True, tag="game_conceded"):
    """The game is given up for this seat."""

    seat: int


@decides(Concede)
def concede(draft: Draft, seat: int, command: Concede) -> None:
    """Give up, as soon as everybody present agrees."""
    play = running_play(draft.table)
    if (seat in play.conceding) != command.wish:
        draft.add(ConcessionWished(seat, command.wish))
    settle_concession(draft)


def settle_concession(draft: Draft) -> None:
    """End the game once it is agreed."""
    table, play = draft.table, draft.table.play
    if play is None or not play.conceding or play.state.outcome is not None:
        return
    if not table.rules.game.is_team_game:
        draft.add(GameConceded(min(play.conceding)))
    elif set(table.people) <= play.conceding:
        draft.add(GameConceded(play.state.seat))


@applies(ConcessionWished)
def concession_wished(table: Table, event: ConcessionWished) -> Table:
    """Note it."""
    play = table.play
    assert play is not None
    one = frozenset({event.seat})
    wishes = play.conceding | one if event.wish else play.conceding - one
    return replace(table, play=replace(play, conceding=wishes))


@applies(GameConceded)
def game_conceded(table: Table, event: GameConceded) -> Table:
    """End the game."""
    assert table.play is not None
    return replace(table, play=table.play.conceded(event.seat))
