"""The chaos test: nodes under load, and faults that happen to them."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from tests.server.postgres import PostgresServer

from tenback.server.config import NodeConfig
from tenback.server.remote.client import open_table, take_seat
from tenback.server.wire.http import NewSeat, NewTable, Seated
from tenback.table import Settings

from .cluster import Cluster
from .faults import DATABASE_FAULT, FAULTS
from .kill import raise_failure, see_all_go_on
from .ledger import Ledger
from .owners import verify_owners
from .person import Person
from .verify import Findings, verify_log

__all__ = ["LEASE", "PATIENCE", "ChaosReport", "Trouble", "run_chaos", "seat_all"]

#: The least and the most seconds before the next fault.
_GAP = (0.5, 2.5)
#: How many tables are opened at once.
_OPENERS = 16
#: Over how long people arrive, and how long it may take until all play.
_ARRIVAL_SECONDS, _SEATING_SECONDS = 5.0, 180.0
#: How long a client waits for an answer after a silence before it gives a connection up, as
#: browsers do.
PATIENCE = 1.5
#: A node's lease as it ships, in seconds.
LEASE = NodeConfig().lease_seconds


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault that happened, from when until when."""

    kind: str
    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class ChaosReport:
    """What happened, what it did to those who played, and whether anything was lost."""

    troubles: list[Trouble]
    findings: Findings
    ledger: Ledger
    tracebacks: list[str]
    seconds: float

    def waits(self, kind: str | None = None) -> list[float]:
        """Return the longest wait for an answer at each table, around each fault of a kind."""
        waits = self.waits_by_trouble()
        longest = [
            waited
            for trouble, waited in zip(self.troubles, waits, strict=True)
            if kind in (None, trouble.kind)
        ]
        return sorted(wait for waited in longest for wait in waited)

    def waits_by_trouble(self) -> list[list[float]]:
        """Return, for each fault, the longest wait for an answer around it at each table.

        While Postgres is down nobody can play; that time does not count.
        """
        back = [one.ended for one in self.troubles if one.kind == DATABASE_FAULT]
        all_waits: list[list[float]] = []
        for trouble in self.troubles:
            worst: dict[str, float] = {}
            for code, wanted, answered in self.ledger.waits:
                if answered >= trouble.began and wanted <= trouble.ended:
                    since = max([wanted, *(at for at in back if at < answered)])
                    worst[code] = max(worst.get(code, 0.0), answered - since)
            all_waits.append(sorted(worst.values()))
        return all_waits


def _say_nothing(number: int, kind: str) -> None:
    del number, kind


async def run_chaos(  # noqa: PLR0913 - what is varied from run to run
    postgres: PostgresServer,
    folder: Path,
    *,
    faults: int,
    tables: int,
    seats: int,
    seed: int,
    pause: float,
    every: float = 0.0,
    nodes: int = 3,
    lease: float = LEASE,
    kinds: Sequence[str] = tuple(FAULTS),
    progress: Callable[[int, str], None] = _say_nothing,
) -> ChaosReport:
    """Play at many tables of several nodes, through so many faults, and look at the log.

    From one fault to the next there are at least ``every`` seconds, and up to one second more.
    """
    dice, ledger = random.Random(seed), Ledger()
    cluster = Cluster(postgres, folder, nodes, lease)
    people: list[Person] = []
    tasks: list[asyncio.Task[None]] = []
    troubles: list[Trouble] = []
    began = monotonic()
    try:
        await cluster.start()
        for seated in await seat_all(
            [node.served.server for node in cluster.nodes], tables, seats, dice
        ):
            ledger.tables[seated[0].code].tokens.update({one.seat: one.token for one in seated})
            for one in seated:
                chance = random.Random(dice.getrandbits(64))
                first, *others = cluster.servers(dice)
                person = Person(first, one, ledger, chance, pause, others=others, patience=PATIENCE)
                people.append(person)
        for person in people:
            tasks.append(asyncio.create_task(person.play()))
            await asyncio.sleep(_ARRIVAL_SECONDS / len(people))
        await _see_all_play(people, tasks)
        began = monotonic()
        for number in range(faults):
            since_last = monotonic() - troubles[-1].began if troubles else every
            await asyncio.sleep(max(dice.uniform(*_GAP), every - since_last + dice.random()))
            raise_failure(tasks)
            troubles.append(await _do_harm(cluster, dice, kinds))
            progress(number + 1, troubles[-1].kind)
        for node in cluster.nodes:
            await node.settled()
        await see_all_go_on({person.code for person in people}, ledger, tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await cluster.close()
        for person in people:
            await person.client.close()
    seconds = monotonic() - began
    findings = await verify_log(cluster.database, ledger)
    verify_owners(ledger, findings)
    return ChaosReport(troubles, findings, ledger, _tracebacks(cluster.log), seconds)


async def _see_all_play(people: Sequence[Person], tasks: list[asyncio.Task[None]]) -> None:
    """Wait until everybody sits at a game: no fault may happen before that."""
    async with asyncio.timeout(_SEATING_SECONDS):
        while not all(person.is_playing for person in people):
            await asyncio.sleep(0.2)
            raise_failure(tasks)


async def _do_harm(cluster: Cluster, dice: random.Random, kinds: Sequence[str]) -> Trouble:
    """Wait until two nodes are well; choose a fault for one of them, and see it through."""
    while True:
        well = [node for node in cluster.nodes if node.is_well]
        if len(well) > 1:
            break
        await asyncio.sleep(0.1)
    kind = dice.choices(kinds, [FAULTS[one][1] for one in kinds])[0]
    began = monotonic()
    await FAULTS[kind][0](cluster, dice.choice(well), dice)
    ended = monotonic()
    if kind != DATABASE_FAULT:  # the node may be missed until its lease has run out
        ended = max(ended, began + cluster.lease)
    return Trouble(kind, began, ended)


async def seat_all(
    servers: Sequence[str], tables: int, seats: int, dice: random.Random
) -> list[list[Seated]]:
    """Open tables at these servers and take all their seats."""
    gate = asyncio.Semaphore(_OPENERS)

    async def seat(number: int, server: str) -> list[Seated]:
        bots = ("greedy",) if number % 10 == 9 else ()
        settings = Settings(pace=0, starter="lot")
        table = NewTable("original", "Person 1", seats, settings=settings, bots=bots)
        async with gate:
            host = await open_table(server, table)
            seated = [host]
            for other in range(1, seats - len(bots)):
                seated.append(await take_seat(server, host.code, NewSeat(f"Person {other + 1}")))
        return seated

    return await asyncio.gather(*(seat(number, dice.choice(servers)) for number in range(tables)))


def _tracebacks(log: Path) -> list[str]:
    """Return the last line of every traceback that the nodes logged."""
    found: Counter[str] = Counter()
    is_traceback = False
    for line in log.read_text(errors="replace").splitlines():
        if is_traceback and not line.startswith(" "):
            found[line] += 1
            is_traceback = False
        if line.startswith("Traceback"):
            is_traceback = True
        elif line.endswith("Exception Group Traceback (most recent call last):"):
            found["a group of exceptions"] += 1
    return [f"{count} times {line}" for line, count in found.items()]
