"""Games of a table read again from its events."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenback.server.store import StoredEvent
from tenback.server.wire.happenings import Happening
from tenback.server.wire.narrate import narrate
from tenback.table import Play, Table, decode_event, fold

__all__ = ["GameMoments", "read_game", "read_games"]

Moment = tuple[tuple[Happening, ...], Table, Play]


@dataclass(frozen=True, slots=True)
class GameMoments:
    """A game, moment by moment: what happened, and the table and game after it."""

    moments: tuple[Moment, ...]

    @property
    def last(self) -> Play:
        """The game as it stands, or as it ended."""
        return self.moments[-1][2]


def read_games(stored: Sequence[StoredEvent]) -> list[Play]:
    """Give every game of a table as it stands or ended."""
    games: dict[int, Play] = {}
    table: Table | None = None
    for one in stored:
        table = fold([decode_event(one.body)], table)
        if table.play is not None:
            games[table.play.number] = table.play
    return list(games.values())


def read_game(stored: Sequence[StoredEvent], number: int) -> GameMoments | None:
    """Give one game of a table moment by moment; None if there is none of that number."""
    moments: list[Moment] = []
    table: Table | None = None
    for one in stored:
        event = decode_event(one.body)
        before, table = table, fold([event], table)
        play = table.play
        if play is None or play.number != number:
            continue
        if before is not None and before.play == play:
            continue  # somebody came, left or was made host: nothing of the game
        moments.append((tuple(narrate(before, event, table)), table, play))
    return GameMoments(tuple(moments)) if moments else None
