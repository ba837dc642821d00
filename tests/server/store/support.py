"""What the tests of the store share."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from typing import Any

from tests.server import postgres

from tenback.server.store import Store, StoredEvent, TableRow

__all__ = [
    "add_table",
    "execute_outside",
    "make_event",
    "make_events",
    "opened",
    "run",
    "with_store",
]


def run(main: Coroutine[Any, Any, None]) -> None:
    asyncio.run(main)


@contextlib.asynccontextmanager
async def opened(url: str) -> AsyncGenerator[Store]:
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


def with_store(url: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await test(store)

    run(main())


def make_event(seq: int, at: float | None = None) -> StoredEvent:
    """Make an event that differs from those of other numbers."""
    body = b'{"number": %d, "raw": "\x00\xff"}' % seq
    seat = None if seq % 5 == 0 else seq % 5
    return StoredEvent(seq, 1000.25 + seq if at is None else at, body, seat, f"command {seq}")


def make_events(first: int, last: int) -> list[StoredEvent]:
    return [make_event(seq) for seq in range(first, last + 1)]


async def add_table(
    store: Store, code: str = "ABCD", *, status: str = "open", public: bool = True, last: int = 1
) -> TableRow:
    return await store.create_table(code, "original", 3, public, status, make_events(1, last))


async def execute_outside(url: str, statement: str) -> None:
    """Run a statement as another program would."""

    def execute() -> None:
        if url.startswith("postgresql"):
            postgres.execute(url, statement)
            return
        with contextlib.closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            connection.execute(statement)
            connection.commit()

    await asyncio.to_thread(execute)
