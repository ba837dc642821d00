"""Games of the deal of the day: which count, how they end, and until when they are sealed."""

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial

from sqlalchemy import Connection

from tenback.records.daily import DailyDeal, DailyKind, daily_kinds
from tenback.records.record import Remark
from tenback.server.daily import rows
from tenback.server.daily.calendar import Calendar, end_of
from tenback.server.daily.lines import Lines
from tenback.server.gathering import Gathered
from tenback.server.store import Along, DatabaseUnreachableError, Store, StoreError
from tenback.table import Play, Stage, Table
from tenback.table.use_cases.hinting import hint_remark

__all__ = ["Daily", "DailyOnError", "Figures", "Score", "ended_game"]

_LOGGER = logging.getLogger("tenback.server.daily")
#: The longest sleep between two looks at the calendar; a machine may have slept meanwhile.
_LOOK_SECONDS = 600.0
#: How often a database that is away is asked at the start, and the time between.
_ATTEMPTS, _AGAIN_SECONDS = 20, 0.5
#: The person's seat; bots have the others.
_SEAT = 0


class DailyOnError(StoreError):
    """The client's game that counts is not over; ``code`` is its table."""

    def __init__(self, code: str) -> None:
        super().__init__(f"a game that counts is not over at table {code}")
        self.code = code


class _Note:
    """Notes a game as its table is created, unless the client's game that counts is not over.

    Looking and noting are one with the creation of the table. Of requests that come at the same
    time only one opens a table.
    """

    def __init__(self, day: date, kind: DailyKind, client: str, now: float) -> None:
        self._day = day
        self._kind = kind
        self._client = client
        self._now = now
        self.counts = False

    def __call__(self, connection: Connection, code: str) -> DailyOnError | None:
        """Note the game of a table."""
        rows.wait_for_others(connection)
        day, kind, client = self._day, self._kind, self._client
        running = rows.running_game(connection, day, kind, client) if client else None
        if running is not None:
            return DailyOnError(running)
        self.counts = rows.add_game(connection, rows.BegunGame(code, day, kind, client, self._now))
        return None


@dataclass(frozen=True, slots=True)
class Score:
    """How many games ended with so many cards left; in a duel with those of the loser."""

    won: bool
    score: int
    count: int


@dataclass(frozen=True, slots=True)
class Figures:
    """How many games that count were begun, over in time, won, and played with hints."""

    tried: int = 0
    over: int = 0
    won: int = 0
    hinted: int = 0
    scores: tuple[Score, ...] = ()


class Daily:
    """Notes the games of each day's deal."""

    def __init__(self, store: Store, calendar: Calendar, lines: Lines) -> None:
        self._store = store
        self._lines = lines
        self.calendar = calendar
        self.kinds = daily_kinds()
        #: Tables whose cards are sealed until their day is over.
        self._days: dict[str, date] = {}
        #: Tables whose game is not over.
        self._running: set[str] = set()
        self._begun = Gathered(self._find_begun)
        self._tasks: set[asyncio.Task[None]] = set()
        self._finished_day: date | None = None

    async def start(self) -> None:
        """Read which games are sealed, and see to the days that are over."""
        begun = await self._list_begun()
        self._days = {one.code: one.day for one in begun}
        self._running = {one.code for one in begun if not one.is_over}
        self._do(self._follow_days(), "days")

    async def _list_begun(self) -> list[rows.Sealed]:
        """Read the games of yesterday and today, from a database that may be just starting."""
        work, left = partial(rows.list_begun, since=self.calendar.yesterday), _ATTEMPTS
        while True:
            try:
                return await self._store.read(work)
            except DatabaseUnreachableError:
                left -= 1
                if not left:
                    raise
                await asyncio.sleep(_AGAIN_SECONDS)

    async def learn(self, code: str) -> None:
        """Read whether a table plays a deal of the day: it may have begun at another node."""
        if code not in self._days:
            begun = await self._begun.get(code)
            if begun is not None and begun.day >= self.calendar.yesterday:
                self._days[code] = begun.day
                if not begun.is_over:
                    self._running.add(code)

    async def _find_begun(self, codes: list[str]) -> dict[str, rows.Sealed]:
        return await self._store.read(partial(rows.find_begun, codes=codes))

    async def close(self) -> None:
        """Stop; results that are being noted are noted first."""
        tasks = list(self._tasks)
        for task in tasks:
            if task.get_name() == "days":
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _do(self, work: Awaitable[None], name: str) -> None:
        async def run() -> None:
            await work

        task = asyncio.create_task(run(), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow_days(self) -> None:
        while True:
            yesterday = self.calendar.yesterday
            if self._finished_day != yesterday:
                try:
                    await self.finish(yesterday)
                    self._finished_day = yesterday
                except Exception as error:  # another node may have the best game's table just now
                    _LOGGER.error("the deal of %s was not looked after: %r", yesterday, error)
            left = end_of(self.calendar.today) - self.calendar.clock()
            await asyncio.sleep(min(left + 1, _LOOK_SECONDS))

    async def finish(self, day: date) -> None:
        """Find the lines of a day that is over, and forget the seals of the days before."""
        self._days = {code: one for code, one in self._days.items() if one >= day}
        if await self.calendar.chain(day) is None:
            return
        counted = await self._counted(day)
        for kind in self.kinds:
            dealt = await self.calendar.deal(day, kind)
            if dealt is not None:
                await self._lines.find(day, kind, dealt, [c for c in counted if c.kind == kind])

    # Playing ----------------------------------------------------------------------------------

    async def begin(
        self, kind: DailyKind, client: str, open_table: Callable[[DailyDeal, Along], Awaitable[str]]
    ) -> tuple[date, bool]:
        """Open a table with the cards of today; return the day and whether the game counts.

        The first game of a client's key counts. While it is not over no other is opened for that
        key, which is a DailyOnError: it would show the cards that are still to come.
        """
        day = self.calendar.today
        dealt = await self.calendar.deal(day, kind)
        assert dealt is not None
        note = _Note(day, kind, _hash_client(day, client), self.calendar.clock())
        code = await open_table(dealt, note)
        self._days[code] = day
        self._running.add(code)
        return day, note.counts

    def look(self, code: str, table: Table) -> None:
        """Note the result of a game that is over."""
        play = table.play
        if code not in self._running or play is None:
            return
        if play.number == 1 and table.stage is Stage.OVER:
            self._running.discard(code)
            ended = ended_game(play, self.calendar.clock())
            self._do(self._end(code, ended), f"daily {code}")

    async def _end(self, code: str, ended: rows.EndedGame) -> None:
        try:
            await self._store.write(partial(rows.end_game, code=code, ended=ended))
        except StoreError as error:
            self._running.add(code)
            _LOGGER.error("the result of the daily game %s was not noted: %s", code, error)

    def is_sealed(self, code: str, number: int) -> bool:
        """Whether only its player may know a game: its deal is today's."""
        day = self._days.get(code)
        return number == 1 and day is not None and not self.calendar.is_over(day)

    # Telling ----------------------------------------------------------------------------------

    async def _counted(self, day: date) -> list[rows.CountedGame]:
        return await self._store.read(partial(rows.list_counted, day=day, before=end_of(day)))

    async def figures(self, day: date) -> dict[DailyKind, Figures]:
        """Tell what came of a day's games that count and were over before midnight."""
        begun = await self._store.read(partial(rows.count_begun, day=day))
        counted = await self._counted(day)
        return {
            kind: _figures(begun.get(kind, 0), [one.ended for one in counted if one.kind == kind])
            for kind in self.kinds
        }

    async def lines(self, day: date) -> list[rows.DailyLine]:
        """Return the lines of a day, none before it is over."""
        if not self.calendar.is_over(day):
            return []
        return await self._store.read(partial(rows.list_lines, day=day))

    async def line(self, day: date, kind: DailyKind, author: str) -> rows.DailyLine | None:
        """Return a line of a day that is over."""
        if not self.calendar.is_over(day):
            return None
        return await self._store.read(partial(rows.read_line, day=day, kind=kind, author=author))

    async def settle(self) -> None:
        """Wait until every result is noted."""
        waiting = [task for task in self._tasks if task.get_name() != "days"]
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*waiting)


def _hash_client(day: date, client: str) -> str:
    """Return what is kept of a client's key: another hash every day, so nobody can be followed."""
    return hashlib.sha256(f"daily {day} {client}".encode()).hexdigest() if client else ""


def ended_game(play: Play, now: float) -> rows.EndedGame:
    """Return the result of a game that is over, for the person at the table."""
    outcome = play.state.outcome
    assert outcome is not None
    hints = list(play.entries).count(Remark(hint_remark(_SEAT)))
    return rows.EndedGame(now, _SEAT in outcome.winners, outcome.score, hints)


def _figures(tried: int, ended: list[rows.EndedGame]) -> Figures:
    counts = Counter((one.won, one.score) for one in ended)
    return Figures(
        tried,
        len(ended),
        sum(one.won for one in ended),
        sum(one.hints > 0 for one in ended),
        tuple(Score(won, score, count) for (won, score), count in sorted(counts.items())),
    )
