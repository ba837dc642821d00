"""What is kept, and how it is found again."""

import pytest
from sqlalchemy import Connection
from tests.server.store.support import add_table, make_event, make_events, opened, run, with_store

from tenback.server.store import (
    CodeTakenError,
    SequenceConflictError,
    Store,
    StoredEvent,
    StoreError,
    TableRow,
    UnknownTableError,
)
from tenback.table import VOCABULARY


def test_a_new_table_is_found_by_its_code(url: str) -> None:
    async def test(store: Store) -> None:
        row = await store.create_table("WXYZ", "extreme", 4, False, "open", make_events(1, 3))
        facts = (row.id, "WXYZ", "extreme", 4, "open", False, 1001.25, 1003.25)
        assert row == TableRow(*facts, VOCABULARY, listed=False, summary=b"", last_seq=3)
        assert await store.find("WXYZ") == row
        assert await store.find("wxyz") is None
        assert await store.events(row.id) == make_events(1, 3)

    with_store(url, test)


def test_a_table_without_events_has_the_time_of_its_making(url: str) -> None:
    async def test(store: Store) -> None:
        row = await store.create_table("WXYZ", "duel", 2, True, "open", [])
        assert row.created_at == row.updated_at > 1_700_000_000
        assert await store.find("WXYZ") == row
        assert await store.events(row.id) == []
        await store.append(row.id, [make_event(1)])

    with_store(url, test)


def test_events_are_appended_in_order(url: str) -> None:
    async def test(store: Store) -> None:
        one, other = await add_table(store, "ONE"), await add_table(store, "OTHER")
        await store.append(one.id, make_events(2, 6))
        await store.append(one.id, make_events(7, 12))
        assert await store.events(one.id) == make_events(1, 12)
        assert await store.events(one.id, after=9) == make_events(10, 12)
        assert await store.events(one.id, after=12) == []
        assert await store.events(other.id) == make_events(1, 1)

    with_store(url, test)


def test_an_event_comes_back_as_it_was(url: str) -> None:
    plain = StoredEvent(2, 0.0, b"")
    rich = StoredEvent(3, 1_789_012_345.678901, bytes(range(256)) * 400, 4, "ä→🂡 'quoted' \\ id")

    async def test(store: Store) -> None:
        table = await add_table(store)
        await store.append(table.id, [plain, rich])
        assert await store.events(table.id, after=1) == [plain, rich]

    with_store(url, test)


def test_an_append_changes_time_and_status(url: str) -> None:
    async def test(store: Store) -> None:
        table = await add_table(store, status="open")
        await store.append(table.id, [make_event(2, at=5000.5)])
        after_event = await store.find("ABCD")
        assert after_event is not None
        assert (after_event.status, after_event.updated_at) == ("open", 5000.5)
        await store.append(table.id, [make_event(3, at=6000.0)], status="over")
        await store.append(table.id, [make_event(4, at=7000.0)])
        after_end = await store.find("ABCD")
        assert after_end is not None
        assert (after_end.status, after_end.updated_at) == ("over", 7000.0)
        assert after_end.created_at == table.created_at
        await store.append(table.id, [], status="asleep")
        asleep = await store.find("ABCD")
        assert asleep is not None
        assert (asleep.status, asleep.updated_at) == ("asleep", 7000.0)

    with_store(url, test)


@pytest.mark.parametrize("seqs", [(3,), (5,), (4, 6), (4, 4), (1,), (0,), (4, 5, 3)])
def test_events_that_do_not_follow_are_refused_whole(url: str, seqs: tuple[int, ...]) -> None:
    async def test(store: Store) -> None:
        table = await add_table(store, last=3)
        before = await store.find("ABCD")
        with pytest.raises(SequenceConflictError, match="the next event must have the number"):
            await store.append(table.id, [make_event(seq) for seq in seqs], status="over")
        assert await store.events(table.id) == make_events(1, 3)
        assert await store.find("ABCD") == before

    with_store(url, test)


def test_a_table_begins_with_event_one(url: str) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(SequenceConflictError) as refusal:
            await store.create_table("ABCD", "duel", 2, True, "open", make_events(2, 3))
        assert (refusal.value.expected, refusal.value.found) == (1, 2)
        assert await store.find("ABCD") is None

    with_store(url, test)


def test_a_code_is_used_once(url: str) -> None:
    async def test(store: Store) -> None:
        table = await add_table(store, "ABCD")
        with pytest.raises(CodeTakenError, match="ABCD"):
            await store.create_table("ABCD", "duel", 2, False, "over", make_events(1, 9))
        assert await store.find("ABCD") == table
        assert await store.events(table.id) == make_events(1, 1)

    with_store(url, test)


def test_a_table_and_what_is_written_along_with_it_are_one(url: str) -> None:
    met: list[str] = []

    def allow(connection: Connection, code: str) -> None:
        assert connection.in_transaction()
        met.append(code)

    def refuse(_: Connection, code: str) -> StoreError:
        return StoreError(f"no {code}")

    async def test(store: Store) -> None:
        first = make_events(1, 1)
        await store.create_table("ABCD", "duel", 2, True, "open", first, along=allow)
        with pytest.raises(CodeTakenError):  # of a table that cannot be, nothing is written
            await store.create_table("ABCD", "duel", 2, True, "open", first, along=allow)
        assert met == ["ABCD"]
        with pytest.raises(StoreError, match="no EFGH"):
            await store.create_table("EFGH", "duel", 2, True, "open", first, along=refuse)
        assert await store.find("EFGH") is None

    with_store(url, test)


def test_an_unknown_table_takes_no_events(url: str) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(UnknownTableError, match="there is no table 77"):
            await store.append(77, [make_event(1)])
        assert await store.events(77) == []

    with_store(url, test)


def test_tables_are_listed_by_newest_activity(url: str) -> None:
    async def test(store: Store) -> None:
        quiet = await add_table(store, "QUIET")
        lively = await add_table(store, "LIVELY")
        hidden = await add_table(store, "HIDDEN", public=False)
        over = await add_table(store, "OVER", status="over")
        await store.append(lively.id, [make_event(2, at=9000.0)])

        async def codes(public: bool | None, *statuses: str, limit: int = 9, offset: int = 0):
            rows = await store.list_tables(
                public=public, statuses=statuses, limit=limit, offset=offset
            )
            return [row.code for row in rows]

        assert await codes(None, "open") == ["LIVELY", "HIDDEN", "QUIET"]
        assert await codes(True, "open") == ["LIVELY", "QUIET"]
        assert await codes(False, "open", "over") == ["HIDDEN"]
        assert await codes(None, "over", "open") == ["LIVELY", "OVER", "HIDDEN", "QUIET"]
        assert await codes(None, "open", limit=2) == ["LIVELY", "HIDDEN"]
        assert await codes(None, "open", limit=2, offset=2) == ["QUIET"]
        assert await codes(None) == []
        listed = await store.list_tables(public=None, statuses=["over"], limit=1)
        assert listed == [over]
        assert len({quiet.id, lively.id, hidden.id, over.id}) == 4

    with_store(url, test)


def test_tables_are_counted(url: str) -> None:
    async def test(store: Store) -> None:
        for number in range(5):
            await add_table(store, f"T{number}", public=number < 2)
        await add_table(store, "OVER", status="over")
        assert await store.count_tables(public=None, statuses=["open"]) == 5
        assert await store.count_tables(public=True, statuses=["open", "over"]) == 3
        assert await store.count_tables(public=None, statuses=["asleep"]) == 0

    with_store(url, test)


def test_all_is_there_after_reopening(url: str) -> None:
    async def main() -> None:
        async with opened(url) as store:
            table = await add_table(store)
            await store.append(table.id, make_events(2, 40), status="over")
            before = await store.find("ABCD")
        async with opened(url) as store:
            assert await store.find("ABCD") == before
            assert await store.events(table.id) == make_events(1, 40)
            await store.append(table.id, [make_event(41)])

    run(main())


def test_an_open_store_is_healthy(url: str) -> None:
    with_store(url, Store.check)


def test_a_closed_store_takes_nothing(url: str) -> None:
    async def main() -> None:
        async with opened(url) as store:
            table = await add_table(store)
            await store.close()
            for attempt in (
                store.append(table.id, [make_event(2)]),
                store.find("ABCD"),
                store.check(),
                add_table(store, "NEW"),
            ):
                with pytest.raises(StoreError, match="closed"):
                    await attempt

    run(main())
