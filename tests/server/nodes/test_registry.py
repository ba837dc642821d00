"""Leases and owners in the database, by the clock of the database."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.server.store.support import add_table, make_event, opened

from tenback.server.nodes.lease import Lease
from tenback.server.nodes.registry import Registry
from tenback.server.store import FencedError, Store
from tenback.server.store.address import PostgresAddress, read_address

pytestmark = pytest.mark.postgres


def with_registry(database: str, test: Callable[[Store, Registry], Awaitable[None]]) -> None:
    async def main() -> None:
        async with opened(database) as store:
            address = read_address(database)
            assert isinstance(address, PostgresAddress)
            registry = Registry(address)
            try:
                await test(store, registry)
            finally:
                await registry.close()

    asyncio.run(main())


def test_a_node_lives_until_its_lease_has_run_out_and_it_is_buried(database: str) -> None:
    async def test(_: Store, registry: Registry) -> None:
        alive = await registry.join("alive", "127.0.0.1:1", "key", 1000)
        silent = await registry.join("silent", "127.0.0.1:2", "key", -1)
        assert [node.is_alive for node in await registry.nodes()] == [True, False]
        assert not await registry.bury(alive)
        assert await registry.renew(silent, -1)  # late, but nobody has noticed
        assert await registry.bury(silent)
        assert not await registry.bury(silent)
        assert not await registry.renew(silent, 1000)
        assert await registry.join("silent", "127.0.0.1:2", "key", 1000) not in (alive, silent)

    with_registry(database, test)


def test_a_table_is_taken_in_the_epoch_in_which_it_was_located(database: str) -> None:
    async def test(store: Store, registry: Registry) -> None:
        await add_table(store, "TABLEXY")
        one = await registry.join("one", "127.0.0.1:1", "key", 1000)
        two = await registry.join("two", "127.0.0.1:2", "key", 1000)
        found = await registry.locate("TABLEXY")
        assert found is not None
        row, owner = found
        assert (row.epoch, owner) == (0, None)
        taken = await asyncio.gather(registry.take(row, one), registry.take(row, two))
        [winner] = [one for one in taken if one is not None]
        assert winner.epoch == 1
        found = await registry.locate("TABLEXY")
        assert found is not None
        assert found[0] == winner
        assert found[1] is not None
        assert found[1].id == winner.owner
        await registry.release(row)  # of an epoch that is over: nothing happens
        await registry.release(winner)
        found = await registry.locate("TABLEXY")
        assert found is not None
        assert (found[0].owner, found[0].epoch) == (None, 2)
        assert await registry.locate("NOWHERE") is None

    with_registry(database, test)


def test_a_fenced_append_fails_none_that_shares_its_commit(database: str) -> None:
    async def test(store: Store, registry: Registry) -> None:
        rows = [await add_table(store, code) for code in ("TABLEXA", "TABLEXB", "TABLEXC")]
        node = await registry.join("one", "127.0.0.1:1", "key", 1000)
        taken = await registry.take(rows[1], node)
        assert taken is not None
        answers = await asyncio.gather(
            *(store.append(row.id, [make_event(2)]) for row in rows), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [type(None), FencedError, type(None)]
        await store.append(taken.id, [make_event(2)], epoch=taken.epoch)
        with pytest.raises(FencedError):
            await store.delete(rows[1])
        assert [len(await store.events(row.id)) for row in rows] == [2, 2, 2]

    with_registry(database, test)


def test_a_lease_counts_from_when_it_was_asked_for() -> None:
    now = 100.0
    lease = Lease(10.0, lambda: now)
    assert not lease.is_held
    lease.renew(95.0)  # the answer took five seconds
    assert lease.is_held
    now = 103.9
    assert lease.is_held
    now = 104.1  # some time before 105.0: clocks do not run equally fast
    assert not lease.is_held
    lease.renew(104.0)
    assert lease.is_held
    lease.lose()
    assert not lease.is_held
