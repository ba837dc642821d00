"""Many who write at once share a transaction, and each gets an answer of its own."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest
from sqlalchemy import Connection
from tests.server.store.support import add_table, make_event, make_events, opened, run, with_store

from tenback.server.store import (
    CodeTakenError,
    SequenceConflictError,
    Store,
    StoreError,
    TableRow,
    UnknownTableError,
)
from tenback.server.store.database import Database
from tenback.server.store.store import open_database

Result = TypeVar("Result")


class CountingDatabase:
    """Counts the transactions, and holds them back while ``gate`` is closed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.transactions = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        self.transactions += 1
        await self.gate.wait()
        return await self._database.write(work)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        return await self._database.read(work)

    async def verify(self) -> None:
        await self._database.verify()

    async def examine(self) -> list[str]:
        return await self._database.examine()

    async def close(self) -> None:
        await self._database.close()


def test_what_arrives_during_a_commit_shares_the_next(url: str) -> None:
    async def main() -> None:
        database = CountingDatabase(await open_database(url))
        store = Store(database)
        tables = [await add_table(store, f"T{number}") for number in range(50)]
        database.transactions = 0
        database.gate.clear()
        first = asyncio.create_task(store.append(tables[0].id, [make_event(2)]))
        while not database.transactions:
            await asyncio.sleep(0)
        others = [asyncio.create_task(store.append(t.id, [make_event(2)])) for t in tables[1:]]
        await asyncio.sleep(0)
        assert not first.done()
        database.gate.set()
        await asyncio.gather(first, *others)
        assert database.transactions == 2
        for table in tables:
            assert await store.events(table.id) == make_events(1, 2)
        await store.close()

    run(main())


def test_very_many_requests_share_few_transactions(url: str) -> None:
    async def main() -> None:
        database = CountingDatabase(await open_database(url))
        store = Store(database)
        table = await add_table(store)
        database.transactions = 0
        await asyncio.gather(*(store.append(table.id, [make_event(n)]) for n in range(2, 1302)))
        assert database.transactions == 3  # of up to 512 requests each
        assert await store.events(table.id) == make_events(1, 1301)
        await store.close()

    run(main())


def test_concurrent_writers_lose_nothing(url: str) -> None:
    async def write(store: Store, number: int) -> TableRow:
        table = await add_table(store, f"T{number}")
        for first in range(2, 20, 3):
            await store.append(table.id, make_events(first, first + 2), status=f"at {first}")
            assert await store.events(table.id, after=first) == make_events(first + 1, first + 2)
        return table

    async def test(store: Store) -> None:
        tables = await asyncio.gather(*(write(store, number) for number in range(40)))
        assert len({table.id for table in tables}) == 40
        for table in tables:
            assert await store.events(table.id) == make_events(1, 19)
        assert await store.count_tables(public=None, statuses=["at 17"]) == 40

    with_store(url, test)


def test_a_conflict_fails_only_its_own_request(url: str) -> None:
    async def test(store: Store) -> None:
        tables = [await add_table(store, f"T{number}") for number in range(3)]
        answers = await asyncio.gather(
            store.append(tables[0].id, make_events(2, 4)),
            store.append(tables[1].id, make_events(3, 4)),
            store.append(999, make_events(1, 2)),
            add_table(store, "T0"),
            add_table(store, "NEW"),
            add_table(store, "NEW"),
            store.append(tables[0].id, make_events(5, 5), status="over"),
            store.append(tables[0].id, make_events(5, 6), status="twice"),
            store.append(tables[0].id, make_events(6, 6)),
            store.append(tables[2].id, make_events(2, 2)),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [
            type(None),
            SequenceConflictError,
            UnknownTableError,
            CodeTakenError,
            TableRow,
            CodeTakenError,
            type(None),
            SequenceConflictError,
            type(None),
            type(None),
        ]
        assert await store.events(tables[0].id) == make_events(1, 6)
        assert await store.events(tables[1].id) == make_events(1, 1)
        assert await store.events(tables[2].id) == make_events(1, 2)
        first = await store.find("T0")
        assert first is not None
        assert (first.status, first.updated_at) == ("over", make_event(6).at)

    with_store(url, test)


def test_a_request_that_the_database_refuses_fails_alone(url: str) -> None:
    async def test(store: Store) -> None:
        table = await add_table(store)
        answers = await asyncio.gather(
            store.append(table.id, [make_event(2)]),
            add_table(store, "not text: \ud800"),
            add_table(store, "FINE"),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [type(None), StoreError, TableRow]
        await store.append(table.id, [make_event(3)])
        assert await store.events(table.id) == make_events(1, 3)
        assert await store.find("FINE") is not None

    with_store(url, test)


def test_a_fault_of_the_program_leaves_nobody_waiting(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: object, work: object) -> None:
        raise RuntimeError(f"no {type(work).__name__} today")

    async def main() -> None:
        database = CountingDatabase(await open_database(sqlite_url))
        store = Store(database)
        table = await add_table(store)
        with monkeypatch.context() as patch:
            patch.setattr(CountingDatabase, "write", fail)
            answers = await asyncio.gather(
                store.append(table.id, [make_event(2)]),
                add_table(store, "NEW"),
                return_exceptions=True,
            )
        assert [type(answer) for answer in answers] == [StoreError, StoreError]
        assert "no partial today" in str(answers[0])
        assert "the store failed unexpectedly" in caplog.text
        await store.append(table.id, [make_event(2)])
        await store.close()

    run(main())


def test_a_cancelled_request_is_written_nevertheless(url: str) -> None:
    async def test(store: Store) -> None:
        table = await add_table(store)
        cancelled = asyncio.create_task(store.append(table.id, [make_event(2)]))
        await asyncio.sleep(0)
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
        await store.append(table.id, [make_event(3)])
        assert await store.events(table.id) == make_events(1, 3)

    with_store(url, test)


def test_closing_waits_for_what_is_queued(url: str) -> None:
    async def main() -> None:
        store = await Store.open(url)
        table = await add_table(store)
        queued = [
            asyncio.create_task(store.append(table.id, [make_event(seq)])) for seq in range(2, 700)
        ]
        await asyncio.sleep(0)
        await store.close()
        assert all(task.done() and task.exception() is None for task in queued)
        async with opened(url) as again:
            assert await again.events(table.id) == make_events(1, 699)

    run(main())
