"""The kill test: a server under load is killed again and again, and must lose nothing."""

import asyncio
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

from tenback.rules import find_game
from tenback.server.remote.calls import RemoteError
from tenback.server.remote.client import open_table, take_seat
from tenback.server.wire.http import NewSeat, NewTable, Seated
from tenback.table import SeatKind, Settings

from .ledger import Ledger
from .person import Person, watch_table
from .served import ServedProcess
from .verify import Findings, verify_log

__all__ = ["KillReport", "raise_failure", "run_kill_test", "see_all_go_on"]

_SHORTEST, _LONGEST = 0.05, 1.5
#: One start in so many is killed before it serves.
_EARLY = 10
#: How long it may take until every table has moved on after the last restart.
_CALM_SECONDS = 120.0
_OPENING_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class KillReport:
    """What happened, and whether anything was lost."""

    kills: int
    early_kills: int
    start_seconds: list[float]
    findings: Findings
    ledger: Ledger
    complaints: list[str]


def _new_table(number: int, dice: random.Random) -> tuple[NewTable, int]:
    """Describe the table of a number, and how many more people sit down at it."""
    game = ("original", "extreme", "duel")[number % 3]
    players = dice.choice(tuple(find_game(game).player_range))
    bots = ("greedy",) * dice.randint(1, players - 1) if number % 4 == 3 and players > 1 else ()
    settings = Settings(pace=0, starter=dice.choice(("vote", "lot")), public=number % 5 == 0)
    layout = "random" if game == "extreme" else ""
    table = NewTable(game, "Person 1", players, layout=layout, settings=settings, bots=bots)
    return table, players - 1 - len(bots)


async def _seat_everybody(server: str, number: int, dice: random.Random) -> list[Seated]:
    table, others = _new_table(number, dice)
    host = await open_table(server, table)
    seats = [host]
    for other in range(others):
        kind = SeatKind.PROGRAM if dice.random() < 0.3 else SeatKind.PERSON
        seats.append(await take_seat(server, host.code, NewSeat(f"Person {other + 2}", kind)))
    return seats


async def _open_more(server: str, ledger: Ledger) -> None:
    """Open tables while the server dies: what was answered must be there."""
    while True:
        await asyncio.sleep(_OPENING_SECONDS)
        try:
            seated = await open_table(server, NewTable("original", secrets.token_hex(4), 1))
        except RemoteError:
            continue  # nobody was told of it
        ledger.tables[seated.code].tokens[seated.seat] = seated.token


async def run_kill_test(  # noqa: PLR0913 - what is varied from run to run
    database: str,
    log: Path,
    *,
    kills: int,
    tables: int,
    seed: int,
    progress: Callable[[int], None] = lambda _: None,
) -> KillReport:
    """Play at many tables, kill the server so many times, and look at what its log holds."""
    dice, ledger = random.Random(seed), Ledger()
    served = ServedProcess(database, log, "--unlimited", "--keep-events", "--workers", "1")
    people: list[Person] = []
    tasks: list[asyncio.Task[None]] = []
    try:
        await served.start()
        for number in range(tables):
            seats = await _seat_everybody(served.server, number, dice)
            code = seats[0].code
            ledger.tables[code].tokens.update({one.seat: one.token for one in seats})
            chances = [random.Random(dice.getrandbits(64)) for _ in seats]
            people += map(Person, repeat(served.server), seats, repeat(ledger), chances)
            if number % 2:
                tasks.append(asyncio.create_task(watch_table(served.server, code, ledger)))
        tasks += [asyncio.create_task(person.play()) for person in people]
        tasks.append(asyncio.create_task(_open_more(served.server, ledger)))
        early = await _kill_again_and_again(served, kills, dice, tasks, progress)
        await see_all_go_on({person.code for person in people}, ledger, tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if served.is_running:
            await served.stop()
        for person in people:
            await person.client.close()
    findings = await verify_log(database, ledger)
    return KillReport(kills, early, served.start_seconds, findings, ledger, served.complaints())


async def _kill_again_and_again(
    served: ServedProcess,
    kills: int,
    dice: random.Random,
    tasks: list[asyncio.Task[None]],
    progress: Callable[[int], None],
) -> int:
    """Kill and start again; return how often it was also killed before it served."""
    early = 0
    for number in range(kills):
        await asyncio.sleep(dice.uniform(_SHORTEST, _LONGEST))
        raise_failure(tasks)
        served.kill()
        if number % _EARLY == _EARLY - 1:
            served.launch()
            await asyncio.sleep(dice.uniform(0, max(served.start_seconds)))
            served.kill()
            early += 1
        await served.start()
        progress(number + 1)
    return early


async def see_all_go_on(codes: set[str], ledger: Ledger, tasks: list[asyncio.Task[None]]) -> None:
    """Wait until every table has moved on after the last restart."""
    before = {code: ledger.tables[code].last_seq for code in codes}
    waiting = codes
    try:
        async with asyncio.timeout(_CALM_SECONDS):
            while waiting := {c for c in before if ledger.tables[c].last_seq <= before[c]}:
                raise_failure(tasks)
                await asyncio.sleep(0.05)
    except TimeoutError:
        ledger.faults += [f"{code}: the table did not go on" for code in sorted(waiting)]


def raise_failure(tasks: list[asyncio.Task[None]]) -> None:
    """Let a client that failed end the test; no client should ever end by itself."""
    for task in tasks:
        if task.done():
            task.result()
