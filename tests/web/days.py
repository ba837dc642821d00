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

__all__ = ["TODAY", "Days", "own_games", "seeded_results"]

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
            guest.context.add_init_script(f"localStorage['tenback.{name}'] ??= {told}")

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


def own_games(guest: Guest) -> list[dict[str, object]]:
    """Let this guest have played some games, a third of them reviewed; all from a formula."""
    kinds = (("original", 1, True, 18), ("original", 3, True, 9), ("duel", 2, False, 12))
    games: list[dict[str, object]] = []
    for game, players, team, count in kinds:
        for number in range(count):
            score = (number * 37 + players * 12) % 24 if team else 1 + (number * 7) % 23
            won = score == 0 if team else number % 3 > 0
            one: dict[str, object] = {
                "code": f"{game}{players}",
                "number": number,
                "game": game,
                "players": players,
                "team": team,
                "score": score,
                "won": won,
                "excellent": team and 0 < score < 10,
                "seat": 0,
                "names": ["Ana", "Steady", "Steady 2"][:players],
                "bots": ["", "steady", "steady"][:players],
                "at": int(NOON.timestamp() * 1000) - 86_400_000 * (count - number),
            }
            if number % 3 == 0 or (game == "original" and players == 1):
                one["review"] = _review(number, won)
            games.append(one)
    kept = json.dumps(json.dumps(games))
    guest.context.add_init_script(
        f"localStorage['tenback.given'] ??= (localStorage['tenback.games'] = {kept}, 'yes')"
    )
    return games


def _review(number: int, won: bool) -> dict[str, object]:
    """What a review might have said."""
    chance = random.Random(number)
    curve = [0.45]
    for _ in range(23):
        curve.append(min(0.97, max(0.03, curve[-1] + chance.gauss(0, 0.09))))
    adjusted = 0.2 + 0.5 * chance.random()
    return {
        "luck": round(100 * (won - adjusted) * 0.6, 1),
        "accuracy": round(78 + 18 * chance.random(), 1),
        "adjusted": round(adjusted, 3),
        "curve": [round(one, 3) for one in [*curve, float(won)]],
    }
