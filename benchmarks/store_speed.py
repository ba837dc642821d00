"""How many appends a second reach the disk, alone and by group commit, and what they cost.

python benchmarks/store_speed.py [--database postgresql://...] [--seconds 3]

Without --database it measures SQLite on the disk of the current folder. "alone" gives each append a
transaction of its own, "grouped" is the store as it is, "paced" appends a thousand times a second.
CPU is that of this process, event loop and store together, as a share of one core.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from tenback.server.store import Store, StoredEvent

WRITERS = (1, 10, 100, 500)
PACED_WRITERS, PACED_RATE = 100, 1000
BODY = b'{"type": "placed", "seat": 2, "card": 57, "pile": 3, "note": "%s"}' % (b"x" * 120)

Append = Callable[[int, StoredEvent], Awaitable[None]]


class Writers:
    """Tables to which events are appended, each as soon as the last one is confirmed."""

    def __init__(self, append: Append, tables: dict[int, int]) -> None:
        self._append = append
        self._tables = tables
        self._latencies: list[float] = []

    async def measure(self, label: str, count: int, seconds: float, pause: float = 0) -> None:
        self._latencies = []
        cpu, started = time.process_time(), time.perf_counter()
        chosen = list(self._tables)[:count]
        delays = [pause * number / count for number in range(count)]
        await asyncio.gather(
            *(
                self._write(table, started + delay, started + seconds, pause)
                for table, delay in zip(chosen, delays, strict=True)
            )
        )
        wall, cpu = time.perf_counter() - started, time.process_time() - cpu
        appends = len(self._latencies)
        cuts = statistics.quantiles(self._latencies, n=100)
        print(
            f"{label:8} {count:4} writers  {appends / wall:7.0f} appends/s"
            f"  p50 {cuts[49] * 1e3:6.1f} ms  p99 {cuts[98] * 1e3:6.1f} ms"
            f"  CPU {cpu / wall:4.0%}, {cpu / appends * 1e6:5.0f} us each"
        )

    async def _write(self, table: int, at: float, end: float, pause: float) -> None:
        while max(at, time.perf_counter()) < end:
            if pause:
                await asyncio.sleep(max(0.0, at - time.perf_counter()))
            sent = time.perf_counter()
            seq = self._tables[table] + 1
            await self._append(table, StoredEvent(seq, time.time(), BODY, 2, "0123456789abcdef"))
            self._tables[table] = seq
            self._latencies.append(time.perf_counter() - sent)
            at += pause


async def measure(url: str, seconds: float) -> None:
    store = await Store.open(url)
    run = f"{time.time_ns():x}"
    rows = await asyncio.gather(
        *(
            store.create_table(f"{run}-{number}", "original", 4, False, "measured", [])
            for number in range(max(WRITERS))
        )
    )
    tables = {row.id: 0 for row in rows}
    turn = asyncio.Lock()

    async def alone(table: int, event: StoredEvent) -> None:
        async with turn:
            await store.append(table, [event])

    async def grouped(table: int, event: StoredEvent) -> None:
        await store.append(table, [event])

    for count in WRITERS:
        await Writers(alone, tables).measure("alone", count, seconds)
        await Writers(grouped, tables).measure("grouped", count, seconds)
    pause = PACED_WRITERS / PACED_RATE
    await Writers(grouped, tables).measure("paced", PACED_WRITERS, seconds, pause)
    await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", help="address of an empty database; else a new SQLite file")
    parser.add_argument("--seconds", type=float, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix=".store_speed-", dir=Path.cwd()) as folder:
        asyncio.run(measure(options.database or f"{folder}/store.db", options.seconds))


if __name__ == "__main__":
    main()
