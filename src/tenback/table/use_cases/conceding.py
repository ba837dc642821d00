"""Conceding: a team agrees on it, a duellist decides alone."""

from msgspec.structs import replace

from tenback.table.base import CommandStruct, EventStruct, IdleEvent
from tenback.table.facts import GameEnded, follow, what_followed
from tenback.table.guards import running_play
from tenback.table.model import Table
from tenback.table.registry import Draft, applies, decides

__all__ = ["Concede", "ConcessionWished", "GameConceded", "give_up", "settle_concession"]


class Concede(CommandStruct, frozen=True, tag="concede"):
    """Wish to concede or, with ``wish`` false, no longer."""

    wish: bool = True

    def is_always_heard(self, table: Table) -> bool:
        """Let everybody concede."""
        del table
        return self.wish


class ConcessionWished(IdleEvent, frozen=True, tag="concession_wished"):
    """Somebody wishes to concede, or no longer does."""

    seat: int
    wish: bool = True


class GameConceded(EventStruct, frozen=True, tag="game_conceded"):
    """The game is conceded for this seat."""

    seat: int
    ended: GameEnded


@decides(Concede)
def concede(draft: Draft, seat: int, command: Concede) -> None:
    """Concede as soon as everybody present agrees."""
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
        give_up(draft, min(play.conceding))
    elif set(table.people) <= play.conceding:
        give_up(draft, play.state.seat)


def give_up(draft: Draft, seat: int) -> None:
    """End the game for a seat."""
    play = draft.table.play
    assert play is not None
    _, ended = what_followed(play.state, play.state.concede(seat))
    assert ended is not None
    draft.add(GameConceded(seat, ended))


@applies(ConcessionWished)
def concession_wished(table: Table, event: ConcessionWished) -> Table:
    """Note the wish."""
    play = table.play
    assert play is not None
    one = frozenset({event.seat})
    wishes = play.conceding | one if event.wish else play.conceding - one
    return replace(table, play=replace(play, conceding=wishes))


@applies(GameConceded)
def game_conceded(table: Table, event: GameConceded) -> Table:
    """End the game."""
    play = table.play
    assert play is not None
    return replace(table, play=play.conceded(event.seat, follow(play.state, None, event.ended)))
