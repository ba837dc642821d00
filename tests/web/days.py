"""Days with a past for the deal of the day: a chain of keys, games of others, and own results."""

import json
import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial

from tests.server.serving import Served
from tests.web.guest import Guest

from tenback.records.daily import DailyKind, KeyChain, daily_kinds
from tenback.server.daily.rows import (
    BegunGame,
    DailyLine,
    EndedGame,
    add_chain,
    add_game,
    end_game,
    keep_line,
)

__all__ = ["TODAY", "Days", "seeded_results"]

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
TODAY = NOON.date()
START = date(2026, 11, 1)


def seeded_results(kind: DailyKind, count: int) -> Iterator[tuple[bool, int]]:
    """Yield results such as people might have: (won, cards left), from a seed."""
    chance = random.Random(f"{kind} {count}")
    for _ in range(count):
        won = chance.random() < 0.35
        score = 0 if won and kind.game != "duel" else round(abs(chance.gauss(14, 11))) + 1
        yield won, score


class Days:
    """A server on a day in November, with a past."""

    def __init__(self, served: Served) -> None:
        self._served = served
        served.hall.daily.calendar.clock = NOON.timestamp

    def live(self, guest: Guest, streak: int = 12) -> None:
        """Let others have played today and yesterday, and this guest for some days."""
        served = self._served
        if served.run(served.hall.daily.calendar.chain(START)) is None:
            chain = KeyChain(START, 3653, "5" * 64)
            served.run(served.store.write(partial(add_chain, chain=chain)))
            for number, kind in enumerate(daily_kinds()):
                self._play(TODAY, kind, 31 - 4 * number)
                self._play(TODAY - timedelta(days=1), kind, 58 - 5 * number)
        begun = [
            {
                "code": f"DAY{number:04}",
                "date": (TODAY - timedelta(days=number)).isoformat(),
                "game": "original",
                "players": 1,
                "counts": True,
            }
            for number in range(streak)
        ]
        games = [
            {
                **{name: one[name] for name in ("code", "game", "players")},
                "number": 1,
                "score": 7 * number % 31,
                "won": number % 3 == 0,
                "team": True,
                "seat": 0,
                "at": NOON.timestamp() * 1000,
                "daily": one["date"],
            }
            for number, one in enumerate(begun)
        ]
        for name, value in (("daily.begun", begun), ("games", games)):
            told = json.dumps(json.dumps(value))
            guest.context.add_init_script(f"localStorage.setItem('tenback.{name}', {told})")

    def _play(self, day: date, kind: DailyKind, count: int) -> None:
        served = self._served
        noon = datetime.combine(day, NOON.timetz()).timestamp()

        async def play() -> None:
            results = list(seeded_results(kind, count))
            for number, (won, score) in enumerate(results):
                code = f"{day}-{kind}-{number}"
                game = BegunGame(code, day, kind, f"{number}", noon)
                await served.store.write(partial(add_game, game=game))
                ended = EndedGame(noon + number, won, score, 0)
                await served.store.write(partial(end_game, code=code, ended=ended))
            if day < TODAY:
                team = kind.game != "duel"
                best = min((not won, score) for won, score in results)
                verdict = "winnable" if team else "undecided"
                for author, told, won, score in (
                    ("best", "", not best[0], best[1]),
                    ("solver", verdict, team, 0),
                ):
                    line = DailyLine(kind, author, told, won, score, "" if not team else "-")
                    await served.store.write(partial(keep_line, day=day, line=line))

        served.run(play())
