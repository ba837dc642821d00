"""The fuzz: hostile messages against live tables, which must neither change nor suffer."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

from tenback.server.remote.client import (
    ConnectionLostError,
    Head,
    TableClient,
    open_table,
    take_seat,
)
from tenback.server.store import Store
from tenback.server.wire.http import NewSeat, NewTable
from tenback.table import Settings

from .hostile import Attacker, Shot
from .ledger import Ledger
from .person import Person
from .raids import Raider
from .served import ServedProcess
from .target import Target, set_up_target
from .verify import verify_log

__all__ = ["FuzzReport", "run_fuzz"]

#: Messages sent at once; where there are limits, more than they allow.
_VOLLEY, _HEAVY_VOLLEY = 40, 150
_PATIENCE_SECONDS, _GLANCE_SECONDS = 60.0, 0.005
_ANSWERS = ("refused", "resync", "done", "pong", "welcome")
#: Of all messages: requests over HTTP, and attacks on the connection itself.
_REQUESTS, _RAIDS = 0.06, 0.01
#: How much more memory the server may hold at the end than after the first part.
_MOST_GROWTH_MIB = 16.0
#: How many parts the run is measured in; the first one warms up.
_PARTS = 4


@dataclass(slots=True)
class FuzzReport:
    """What was sent and answered, and everything that should not have happened."""

    sent: Counter[str] = field(default_factory=Counter[str])
    answers: Counter[str] = field(default_factory=Counter[str])
    statuses: Counter[str] = field(default_factory=Counter[str])
    closed: dict[str, int] = field(default_factory=dict[str, int])
    rss_mib: list[float] = field(default_factory=list[float])
    moves: list[int] = field(default_factory=list[int])
    faults: list[str] = field(default_factory=list[str])

    @property
    def messages(self) -> int:
        """How much was sent in all."""
        return self.sent.total()


class _Lane:
    """One connection that sends volleys and compares every answer with what is right."""

    def __init__(
        self, target: Target, seat: int | None, limited: bool, dice: random.Random
    ) -> None:
        token = "" if seat is None else target.seats[seat].token
        self._attacker = Attacker(target, seat, dice)
        self.is_limited = limited
        self._answers: list[Head] = []
        self._who = f"{target.code} seat {seat}"
        self.client = TableClient(target.server, target.code, token, self._note)

    def _note(self, head: Head, _: bytes) -> None:
        if head.type in _ANSWERS:
            self._answers.append(head)

    async def fire(self, count: int, report: FuzzReport) -> None:
        """Send so many messages at once and wait for as many answers."""
        if not self.client.is_connected:
            await self.client.connect()
        shots = [self._attacker.shot() for _ in range(count)]
        self._answers.clear()
        report.sent["messages"] += count
        try:
            for shot in shots:
                await self.client.send(shot.payload, text=shot.text)
            async with asyncio.timeout(_PATIENCE_SECONDS):
                while len(self._answers) < count:
                    if not self.client.is_connected:
                        raise ConnectionLostError("by the server")
                    await asyncio.sleep(_GLANCE_SECONDS)
        except ConnectionLostError as lost:
            report.answers[f"closed {lost.code}"] += 1
            if not self.is_limited:
                report.faults.append(f"{self._who}: the connection was lost: {lost}")
        except TimeoutError:
            report.faults.append(f"{self._who}: {len(self._answers)} answers to {count} messages")
        for shot, head in zip(shots, self._answers, strict=False):
            self._judge(shot, head, report)

    def _judge(self, shot: Shot, head: Head, report: FuzzReport) -> None:
        told = f"{head.type} {head.code}".strip()
        report.answers[told] += 1
        right = told in shot.right or head.type in shot.right
        if not right and not (self.is_limited and head.code == "RATE"):
            shown = shot.payload[:120]
            report.faults.append(f"{self._who}: {shown!r} was answered with {told!r}")
        if head.code in ("INTERNAL", "STORAGE"):
            report.faults.append(f"{self._who}: {shot.payload[:120]!r}: {head.code}")


@dataclass(slots=True)
class _Game:
    """A game of people who mean well, at another table."""

    people: list[Person]
    ledger: Ledger
    tasks: list[asyncio.Task[None]]

    @property
    def seq(self) -> int:
        return self.ledger.tables[self.people[0].code].last_seq

    async def end(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for person in self.people:
            await person.client.close()


async def _start_game(server: str, dice: random.Random, pause: float) -> _Game:
    settings = Settings(pace=0, starter="lot")
    host = await open_table(server, NewTable("original", "Ann", 2, settings=settings))
    seats = [host, await take_seat(server, host.code, NewSeat("Bob"))]
    ledger = Ledger()
    people = [Person(server, one, ledger, random.Random(dice.random()), pause) for one in seats]
    return _Game(people, ledger, [asyncio.create_task(person.play()) for person in people])


async def run_fuzz(  # noqa: PLR0913 - what is varied from run to run
    database: str,
    log: Path,
    *,
    messages: int,
    seed: int,
    limited: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> FuzzReport:
    """Send so many messages to a server; if ``limited``, it keeps its default limits."""
    dice, report = random.Random(seed), FuzzReport()
    options = () if limited else ("--unlimited",)
    served = ServedProcess(database, log, *options, "--keep-events", "--workers", "1")
    game: _Game | None = None
    targets: list[Target] = []
    try:
        await served.start()
        targets = [
            await set_up_target(served.server, "original", 3),
            await set_up_target(served.server, "extreme", 4, text=True),
            await set_up_target(served.server, "duel", 2),
        ]
        game = await _start_game(served.server, dice, 0.2 if limited else 0.02)
        await _attack(served, targets, game, messages, limited, dice, report, progress)
        if not served.is_running:
            report.faults.append("the server ended")
    finally:
        if game is not None:
            await game.end()
        for keeper in (keeper for target in targets for keeper in target.keepers):
            if not keeper.is_connected:
                report.faults.append(f"{keeper.code}: somebody who only looked on was cut off")
            await keeper.close()
        if served.is_running:
            await served.stop()
    report.faults += served.complaints()
    await _verify_unchanged(database, targets, report)
    if game is not None:
        report.faults += (await verify_log(database, game.ledger)).faults
    return report


async def _attack(  # noqa: PLR0913, PLR0917 - what the parts of an attack share
    served: ServedProcess,
    targets: list[Target],
    game: _Game,
    messages: int,
    limited: bool,
    dice: random.Random,
    report: FuzzReport,
    progress: Callable[[int], None],
) -> None:
    lanes = [
        _Lane(target, seat, limited, random.Random(dice.getrandbits(64)))
        for target in targets
        for seat in (*range(len(target.seats)), None)
    ]
    raiders = [Raider(target, random.Random(dice.getrandbits(64))) for target in targets]
    for part in range(1, _PARTS + 1):
        before = game.seq
        while report.messages < messages * part // _PARTS:
            await asyncio.gather(
                *(_fire(lane, report) for lane in lanes),
                *(
                    _raid(raider, len(lanes) * _VOLLEY // len(raiders), report)
                    for raider in raiders
                ),
            )
            progress(min(report.messages, messages))
        report.rss_mib.append(served.rss_mib())
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                while game.seq == before:
                    await asyncio.sleep(_GLANCE_SECONDS)
        except TimeoutError:
            report.faults.append(f"the other table stood still in part {part}")
        report.moves.append(game.seq - before)
    for lane in lanes:
        await lane.client.close()
    for raider in raiders:
        raider.release()
        report.faults += raider.faults
        report.statuses.update(raider.statuses)
    growth = report.rss_mib[-1] - report.rss_mib[0]
    if growth > _MOST_GROWTH_MIB:
        report.faults.append(f"the server's memory grew by {growth:.1f} MiB")
    await _verify_released(served, len(game.people) + sum(len(t.seats) for t in targets), report)


async def _fire(lane: _Lane, report: FuzzReport) -> None:
    try:
        await lane.fire(_HEAVY_VOLLEY if lane.is_limited else _VOLLEY, report)
    except ConnectionLostError as lost:
        report.answers[f"not connected {lost.code}"] += 1
        await asyncio.sleep(0.5)


async def _raid(raider: Raider, share: int, report: FuzzReport) -> None:
    requests, raids = round(share * _REQUESTS), max(1, round(share * _RAIDS))
    report.sent["requests"] += requests
    report.sent["raids"] += raids
    for _ in range(requests):
        await raider.request()
    await asyncio.gather(*(raider.raid() for _ in range(raids)))


async def _verify_released(served: ServedProcess, expected: int, report: FuzzReport) -> None:
    """See that the server has let go of everybody who is gone."""
    text = ""
    for _ in range(200):
        text = await asyncio.to_thread(_read_metrics, served.server)
        if f"tenback_connections {expected:.1f}" in text:
            break
        await asyncio.sleep(0.1)
    else:
        report.faults.append(f"more than {expected} connections are left")
    for line in text.splitlines():
        if line.startswith("tenback_connections_closed_total"):
            name, _, count = line.partition(" ")
            report.closed[name.partition('"')[2].rstrip('"}')] = int(float(count))


def _read_metrics(server: str) -> str:
    with urlopen(f"{server}/metrics", timeout=10) as answer:
        return answer.read().decode()


async def _verify_unchanged(database: str, targets: list[Target], report: FuzzReport) -> None:
    """See that the log of each target ends where it did before."""
    store = await Store.open(database)
    try:
        for target in targets:
            report.faults += target.changes
            row = await store.find(target.code)
            events = [] if row is None else await store.events(row.id)
            if len(events) != target.seq:
                report.faults.append(
                    f"{target.code}: {target.seq} events before, {len(events)} after"
                )
    finally:
        await store.close()
