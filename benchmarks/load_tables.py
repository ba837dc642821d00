"""Many tables at once against a real server: how long a move takes to reach the last seat.

    python benchmarks/load_tables.py                  # 500 tables of 4 seats, a move every 2-3 s
    python benchmarks/load_tables.py --fastest        # as many durable moves a second as it can
    python benchmarks/load_tables.py --nodes 3        # three nodes on a Postgres of its own

The server runs as a process of its own, this client beside it on the same machine. Every update
that a seat should see is counted: none may be missing.
"""

import argparse
import asyncio
import gc
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from robustness.served import ended_with_us
from tests.server.postgres import MISSING, find_programs, run_postgres

from tenback.server.remote.calls import RemoteError, call
from tenback.server.remote.client import Head, TableClient, open_table, take_seat
from tenback.server.wire.http import Health, NewSeat, NewTable
from tenback.server.wire.messages import Done
from tenback.server.wire.views import Legal
from tenback.table import Settings, Stage
from tenback.table.unions import EndTurn, Place, Ready, Rematch, StartGame


@dataclass
class Tally:
    """What was measured."""

    latencies: list[float] = field(default_factory=list[float])
    acknowledged: list[float] = field(default_factory=list[float])
    answers: Counter[str] = field(default_factory=Counter[str])
    moves: int = 0
    games: int = 0
    missing: int = 0


class LoadTable:
    """One table: a client at every seat, and the times at which each number arrived."""

    def __init__(self, servers: Sequence[str], seats: int, tally: Tally) -> None:
        self._servers = servers
        self.seats = seats
        self.tally = tally
        self.clients: list[TableClient] = []
        self._arrived: dict[int, list[float]] = {}
        self._seen: dict[int, asyncio.Event] = {}

    async def open(self) -> None:
        new = NewTable(
            "original", "Seat 1", self.seats, settings=Settings(starter="lot", take_back=False)
        )
        first = await open_table(self._any(), new)
        tokens = [first.token]
        for seat in range(1, self.seats):
            seated = await take_seat(self._any(), first.code, NewSeat(f"Seat {seat + 1}"))
            tokens.append(seated.token)
        for token in tokens:
            client = TableClient(self._any(), first.code, token, self._note, changes=True)
            await client.connect()
            self.clients.append(client)
        for client in self.clients[1:]:
            await client.do(Ready())
        await self.clients[0].do(StartGame())

    def _any(self) -> str:
        """Choose a node, as a load balancer would."""
        return random.choice(self._servers)

    def _note(self, head: Head, raw: bytes) -> None:
        del raw
        if head.type in ("change", "update"):
            arrived = self._arrived.setdefault(head.seq, [])
            arrived.append(time.perf_counter())
            if len(arrived) == self.seats and head.seq in self._seen:
                self._seen[head.seq].set()

    async def move(self) -> None:
        """Make one move; wait until every seat has seen it."""
        host = self.clients[0]
        play = host.table.play
        assert play is not None
        if host.table.stage is Stage.OVER:
            self.tally.games += 1
            for client in self.clients:
                await client.newer(host.seq - 1)
                await client.do(Rematch())
            for client in self.clients:
                while client.table.stage is Stage.OVER:
                    await client.newer(client.seq)
            return
        mover = self.clients[play.to_move]
        while mover.seq < host.seq:
            await mover.newer(mover.seq)
        own = mover.own
        assert own is not None
        command = EndTurn() if own.may_end else _choose(own.legal)
        started = time.perf_counter()
        reply = await mover.do(command)
        acknowledged = time.perf_counter()
        self.tally.answers[type(reply).__name__.lower()] += 1
        if not isinstance(reply, Done):
            return
        self.tally.moves += 1
        self.tally.acknowledged.append(acknowledged - started)
        await self._all_saw(reply.seq)
        self.tally.latencies.append(max(self._arrived[reply.seq]) - started)
        self._arrived = {seq: seen for seq, seen in self._arrived.items() if seq >= reply.seq}

    async def _all_saw(self, seq: int) -> None:
        if len(self._arrived.get(seq, ())) >= self.seats:
            return
        event = self._seen[seq] = asyncio.Event()
        try:
            async with asyncio.timeout(30):
                await event.wait()
        except TimeoutError:
            self.tally.missing += self.seats - len(self._arrived.get(seq, ()))
        finally:
            del self._seen[seq]

    async def close(self) -> None:
        for client in self.clients:
            await client.close()


class Disk:
    """How long the disk itself takes: 4 KiB are written and flushed, beside the server."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "flushed"
        self._seconds: list[float] = []

    @asynccontextmanager
    async def watched(self) -> AsyncGenerator[None]:
        """Measure for as long as the block runs, then print."""
        self._seconds = []
        task = asyncio.create_task(self._flush_often())
        try:
            yield
        finally:
            task.cancel()
            if self._seconds:
                shown = ", ".join(
                    f"p{p} {percentile(self._seconds, p / 100):.1f}" for p in (50, 99)
                )
                print(f"ms of the disk itself (fdatasync of 4 KiB beside it): {shown}")

    async def _flush_often(self) -> None:
        while True:
            self._seconds.append(await asyncio.to_thread(self._flush))
            await asyncio.sleep(0.1)

    def _flush(self) -> float:
        with self._path.open("ab") as file:
            os.write(file.fileno(), b"x" * 4096)
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            return time.perf_counter() - began


def _choose(legal: tuple[Legal, ...]) -> Place:
    best = min(legal, key=lambda one: (one.dooms, -10 if one.move == "jump" else one.by))
    return Place(best.card, best.pile)


def memory_of(processes: Sequence[int]) -> float:
    """Return the resident memory of processes in MiB."""
    total = 0
    for process in processes:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        total += int(line.split()[1])
    return total / 1024


def cpu_seconds(processes: Sequence[int]) -> float:
    """Return the CPU time that processes have used."""
    used = 0
    for process in processes:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
        fields = stat.rpartition(")")[2].split()
        used += int(fields[11]) + int(fields[12])  # utime and stime (proc(5))
    return used / os.sysconf("SC_CLK_TCK")


def percentile(values: list[float], share: float) -> float:
    """Return a percentile in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@asynccontextmanager
async def running_server(database: str) -> AsyncGenerator[tuple[str, int]]:
    """Run a server in a process of its own; yield its address and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tenback", "serve", "--port", str(port), "--unlimited"]
    command += ["--database", database, "--log-level", "warning"]
    process = subprocess.Popen(ended_with_us(command))
    server = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            try:
                call(f"{server}/health", Health)
                break
            except RemoteError:
                await asyncio.sleep(0.1)
        yield server, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


async def open_all(servers: Sequence[str], count: int, seats: int, tally: Tally) -> list[LoadTable]:
    tables = [LoadTable(servers, seats, tally) for _ in range(count)]
    gate = asyncio.Semaphore(20)

    async def open_one(table: LoadTable) -> None:
        async with gate:
            await table.open()

    await asyncio.gather(*map(open_one, tables))
    return tables


async def steady(
    options: argparse.Namespace, servers: Sequence[str], processes: Sequence[int], disk: Disk
) -> None:
    """Make a move at each table every 2-3 seconds."""
    tally = Tally()
    before = memory_of(processes)
    tables = await open_all(servers, options.tables, options.seats, tally)
    connections = options.tables * options.seats
    after = memory_of(processes)
    started, used = time.perf_counter(), cpu_seconds(processes)
    own = time.process_time()

    async def play(table: LoadTable) -> None:
        await asyncio.sleep(random.uniform(0, 2.5))
        while time.perf_counter() - started < options.seconds:
            next_move = time.perf_counter() + random.uniform(2, 3)
            await table.move()
            await asyncio.sleep(max(0, next_move - time.perf_counter()))

    async with disk.watched():
        await asyncio.gather(*map(play, tables))
    took = time.perf_counter() - started
    print(f"{options.tables} tables x {options.seats} seats, {connections} sockets, {took:.0f} s")
    print(f"moves {tally.moves} ({tally.moves / took:.0f}/s), games over {tally.games}")
    print(f"answers {dict(tally.answers)}, updates missing {tally.missing}")
    _print_latencies(tally)
    now = memory_of(processes)
    print(f"server memory {before:.0f} -> {after:.0f} MiB at the start, {now:.0f} now:")
    print(f"  {1024 * (after - before) / connections:.0f} KiB a connection (tables included)")
    _print_cores(processes, used, took, own, tally.moves)
    await asyncio.gather(*(table.close() for table in tables))


async def fastest(
    options: argparse.Namespace, servers: Sequence[str], processes: Sequence[int], disk: Disk
) -> None:
    """Make as many moves as the server takes, each safely stored before the next."""
    for seats in (1, options.seats):
        tally = Tally()
        tables = await open_all(servers, options.writers, seats, tally)
        started, used = time.perf_counter(), cpu_seconds(processes)
        own = time.process_time()

        async def play(table: LoadTable, until: float) -> None:
            while time.perf_counter() < until:
                await table.move()

        async with disk.watched():
            await asyncio.gather(*(play(table, started + options.seconds) for table in tables))
        took = time.perf_counter() - started
        print(f"{options.writers} tables x {seats} seats, no pause, {took:.0f} s")
        print(f"durable moves {tally.moves / took:.0f}/s, updates missing {tally.missing}")
        _print_latencies(tally)
        _print_cores(processes, used, took, own, tally.moves)
        await asyncio.gather(*(table.close() for table in tables))


def _print_cores(
    processes: Sequence[int], used: float, took: float, own: float, moves: int
) -> None:
    cpu = cpu_seconds(processes) - used
    print(f"cores: server {cpu / took:.2f}, this client {(time.process_time() - own) / took:.2f};")
    print(
        f"  {1000 * cpu / moves:.3f} ms of a core a move, {moves / cpu:.0f} moves a second a core"
    )


def _print_latencies(tally: Tally) -> None:
    for name, values in (("acknowledged", tally.acknowledged), ("last seat", tally.latencies)):
        if values:
            shown = ", ".join(
                f"p{p:g} {percentile(values, p / 100):.1f}" for p in (50, 95, 99, 99.9)
            )
            print(f"ms from sending to {name}: {shown}, max {1000 * max(values):.1f}")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--fastest", action="store_true")
    parser.add_argument("--writers", type=int, default=100)
    parser.add_argument("--database", default="")
    parser.add_argument("--folder", help="where the database is kept meanwhile")
    parser.add_argument("--nodes", type=int, default=0, help="on a Postgres of its own")
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 20000), hard), hard))
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        database = options.database or str(Path(folder) / "tables.db")
        async with AsyncExitStack() as stack:
            if options.nodes and not options.database:
                programs = find_programs()
                assert programs is not None, MISSING
                postgres = stack.enter_context(run_postgres(programs, flush=True))
                database = await asyncio.to_thread(postgres.create_database)
            running = [
                await stack.enter_async_context(running_server(database))
                for _ in range(options.nodes or 1)
            ]
            servers, processes = zip(*running, strict=True)
            await (fastest if options.fastest else steady)(
                options, servers, processes, Disk(Path(folder))
            )


if __name__ == "__main__":
    gc.disable()  # its pauses would count as the server's
    asyncio.run(main())
