"""A process that is killed at any moment has kept everything it had acknowledged."""

import asyncio
import random
from collections.abc import Callable

from sqlalchemy import Connection
from tests.server.store.processes import started
from tests.server.store.support import execute_outside, make_events, opened

from tenback.server.store.store import open_database

ROUNDS = 4
TABLES = 20
#: How SQLite writes ``synchronous = FULL``.
FULL = 2


async def count_kept(url: str, told: dict[str, int]) -> int:
    """Count the events of the database; all that were told must be among them."""
    total = 0
    async with opened(url) as store:
        for code, last in told.items():
            table = await store.find(code)
            assert table is not None
            events = await store.events(table.id)
            assert len(events) >= last
            assert events == make_events(1, len(events))
            total += len(events)
    return total


def test_a_commit_is_flushed_to_disk(url: str) -> None:
    """A kill cannot show this: the operating system still writes what it was given."""

    def setting(name: str) -> Callable[[Connection], object]:
        return lambda connection: connection.exec_driver_sql(name).scalar_one()

    async def main() -> None:
        if url.startswith("sqlite"):
            database = await open_database(url)
            assert await database.write(setting("PRAGMA journal_mode")) == "wal"
            assert await database.write(setting("PRAGMA synchronous")) == FULL
        else:
            name = url.removeprefix("postgresql:///").partition("?")[0]
            await execute_outside(url, f"ALTER DATABASE {name} SET synchronous_commit = off")
            database = await open_database(url)
            assert await database.write(setting("SHOW synchronous_commit")) == "on"
        await database.close()

    asyncio.run(main())


def test_what_was_acknowledged_survives_a_kill(url: str) -> None:
    source = random.Random(4)
    told: dict[str, int] = {}
    for _ in range(ROUNDS):
        before = sum(told.values())
        with started("append", url, str(TABLES)) as child:
            assert child.stdout is not None
            lines = [child.stdout.readline() for _ in range(source.randrange(1, 400))]
            child.kill()
            lines += child.stdout.readlines()
        for line in lines:
            if line.endswith("\n"):  # else it was killed in the middle of a line
                code, last = line.split()
                told[code] = int(last)
        assert sum(told.values()) > before
        assert asyncio.run(count_kept(url, told)) >= sum(told.values())
