"""Lines of a day that is over: the best game that counted, and the solver's."""

import gzip
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

import msgspec

from tenback.records import GameRecord, RecordedTurn, format_record, parse_record
from tenback.records.daily import DailyDeal, DailyKind
from tenback.records.proof import draw_lot
from tenback.server.daily.rows import CountedGame, DailyLine, keep_line, read_line
from tenback.server.store import Store
from tenback.server.thinking import RetellError, Thinkers, ThinkersClosedError
from tenback.server.thinking.messages import SolvedDeal

__all__ = ["BEST", "SOLVER", "Lines", "RecordOf"]

_LOGGER = logging.getLogger("tenback.server.daily")
BEST, SOLVER = "best", "solver"
#: The time for the solver; what it has not decided by then stays undecided.
_SECONDS = 6.0
#: Returns the record of the first game of a table, None if it is gone.
RecordOf = Callable[[str], Awaitable[str | None]]
_read_solved = msgspec.json.Decoder(SolvedDeal).decode


class Lines:
    """Finds and keeps lines, in a worker and once each."""

    def __init__(self, store: Store, thinkers: Thinkers, record_of: RecordOf) -> None:
        self._store = store
        self._thinkers = thinkers
        self._record_of = record_of

    async def find(
        self, day: date, kind: DailyKind, dealt: DailyDeal, counted: Sequence[CountedGame]
    ) -> None:
        """Find what is missing of a day."""
        for author in (BEST, SOLVER):
            known = partial(read_line, day=day, kind=kind, author=author)
            if await self._store.read(known) is not None:
                continue
            best = author == BEST
            line = await (self._best(kind, counted) if best else self._solve(day, kind, dealt))
            if line is not None:
                await self._store.write(partial(keep_line, day=day, line=line))

    async def _best(self, kind: DailyKind, counted: Sequence[CountedGame]) -> DailyLine | None:
        for game in sorted(counted, key=_rank):
            text = await self._record_of(game.code)
            if text is not None:
                ended = game.ended
                record = format_record(_nameless(parse_record(text)))
                return DailyLine(kind, BEST, "", ended.won, ended.score, record)
        return None

    async def _solve(self, day: date, kind: DailyKind, dealt: DailyDeal) -> DailyLine | None:
        players = dealt.rules.players
        starter = draw_lot(dealt.salt, range(players)) if players > 1 else 0
        names = tuple(f"P{seat + 1}" for seat in range(players))
        record = GameRecord(
            dealt.rules, dealt.decks, starter, names, date=day.isoformat(), salt=dealt.salt
        )
        try:
            told = await self._thinkers.solve(format_record(record), _SECONDS)
        except (RetellError, ThinkersClosedError) as error:
            _LOGGER.warning("the deal of %s, %s, was not solved: %s", day, kind, error)
            return None
        found = _read_solved(gzip.decompress(told))
        return DailyLine(kind, SOLVER, found.verdict, found.won, found.score, found.record)


def _rank(game: CountedGame) -> tuple[bool, bool, int, float]:
    """Order games: won ones, without hints, then by cards left; the earliest of equals."""
    ended = game.ended
    is_duel_won = ended.won and ended.score > 0  # then it is the loser who has cards left
    score = -ended.score if is_duel_won else ended.score
    return not ended.won, ended.hints > 0, score, ended.ended_at


def _nameless(record: GameRecord) -> GameRecord:
    """Leave out names and remarks: the line is what is told, not who found it."""
    bots = dict(record.bots)
    names = tuple(bots.get(seat, f"P{seat + 1}") for seat in range(record.rules.players))
    turns = tuple(entry for entry in record.entries if isinstance(entry, RecordedTurn))
    return replace(record, names=names, entries=turns)
