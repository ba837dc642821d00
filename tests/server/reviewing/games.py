"""Short games to review, in which one turn certainly cost something: the one that gave up."""

from dataclasses import replace
from functools import cache

from tests.analysis.reviewed_games import follow, played

from tenback.records import GameRecord, RecordedTurn, format_record

__all__ = ["given_up", "text_of"]


@cache
def given_up(players: int = 1, turns: int = 3) -> GameRecord:
    """Return a game that the player to move gave up after some turns."""
    record = played("original", players, 3, "greedy")
    state = follow(record, turns)
    entries = (*record.turns[:turns], RecordedTurn(state.seat, (), conceded=True))
    return replace(record, entries=entries, outcome=state.concede().outcome)


def text_of(players: int = 1, turns: int = 3) -> str:
    """Return the record of such a game as text."""
    return format_record(given_up(players, turns))
