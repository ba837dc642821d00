"""The life of a table in the store: listed, folded, rewritten, closed, deleted."""

import time
from typing import Any

import pytest
from sqlalchemy import create_engine, event, text
from tests.server.store.support import (
    add_table,
    execute_outside,
    make_event,
    make_events,
    opened,
    run,
    with_store,
)

from tenback.server.store import (
    DatabaseNewerError,
    DatabaseOlderError,
    Fold,
    PackedGame,
    SequenceConflictError,
    Store,
    StoredEvent,
    UnknownTableError,
)
from tenback.server.store.queries import list_lobby
from tenback.server.store.schema import REVISION_TABLE
from tenback.table import VOCABULARY

GAME = PackedGame(1, 1234.5, VOCABULARY, b'{"number":1}', b"\x00packed\xff")


def test_only_listed_tables_stand_in_the_lobby(url: str) -> None:
    async def test(store: Store) -> None:
        for number, listed in enumerate((True, False, True, True)):
            await store.create_table(
                f"T{number}",
                "duel",
                2,
                True,
                "gathering",
                [make_event(1, at=100.0 + number)],
                listed=listed,
                summary=b"%d" % number,
            )
        assert [row.code for row in await store.lobby(10)] == ["T3", "T2", "T0"]
        assert [row.summary for row in await store.lobby(2)] == [b"3", b"2"]
        await store.append(1, [make_event(2, at=999.0)], summary=b"new")
        await store.append(3, [make_event(2, at=998.0)], listed=False)
        found = await store.lobby(10)
        assert [(row.code, row.summary) for row in found] == [("T0", b"new"), ("T3", b"3")]

    with_store(url, test)


def test_the_lobby_reads_its_index_and_sorts_nothing(sqlite_url: str) -> None:
    """However many tables are stored, a lobby costs what its page costs."""

    async def test(store: Store) -> None:
        await add_table(store)

    with_store(sqlite_url, test)
    engine = create_engine(sqlite_url)
    asked: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
        asked.append((statement, parameters))

    with engine.connect() as connection:
        event.listen(connection, "before_cursor_execute", note)
        list_lobby(connection, 50)
        event.remove(connection, "before_cursor_execute", note)
        ((statement, parameters),) = asked
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
    engine.dispose()
    told = " ".join(str(step[-1]) for step in plan)
    assert "USING INDEX ix_tables_listed" in told
    assert "TEMP B-TREE" not in told


def test_events_are_folded_in_the_same_transaction(url: str) -> None:
    async def test(store: Store) -> None:
        table, other = await add_table(store, last=9), await add_table(store, "EFGH", last=9)
        base = StoredEvent(10, 77.0, b"base")
        events = [make_event(10), make_event(11)]
        await store.append(table.id, events, status="playing", fold=Fold(base, (GAME,)))
        assert await store.events(table.id) == [base, make_event(11)]
        assert await store.events(other.id) == make_events(1, 9)
        assert await store.game(table.id, 1) == GAME
        assert await store.game(table.id, 2) is None
        assert await store.game_summaries(table.id) == [GAME.summary]
        assert await store.game_summaries(other.id) == []
        await store.append(table.id, [make_event(12)])
        row = await store.find("ABCD")
        assert row is not None
        assert (row.status, row.last_seq) == ("playing", 12)
        # Without a base the events stay.
        await store.append(table.id, [make_event(13)], fold=Fold(None, (GAME,)))
        assert len(await store.events(table.id)) == 4

    with_store(url, test)


def test_a_table_is_rewritten_unless_it_has_gone_on(url: str) -> None:
    async def test(store: Store) -> None:
        table = await add_table(store, last=5)
        await store.append(table.id, [make_event(6)])
        new = [StoredEvent(6, 5.0, b"all of it")]
        facts: dict[str, Any] = {"status": "over", "listed": False, "summary": b"told"}
        with pytest.raises(SequenceConflictError):
            await store.rewrite(table, new, **facts)
        row = await store.find("ABCD")
        assert row is not None
        await store.rewrite(row, new, **facts, games=[GAME])
        await store.rewrite(row, new, **facts, games=[GAME])
        assert await store.events(table.id) == new
        assert await store.game(table.id, 1) == GAME
        await store.append(table.id, [make_event(7)])
        found = await store.find("ABCD")
        assert found is not None
        assert (found.status, found.summary, found.vocabulary) == ("over", b"told", VOCABULARY)

    with_store(url, test)


def test_a_deleted_table_is_gone_with_everything(url: str) -> None:
    async def test(store: Store) -> None:
        table = await add_table(store, last=5)
        await store.append(table.id, [make_event(6)], fold=Fold(None, (GAME,)))
        with pytest.raises(SequenceConflictError):
            await store.delete(table)
        row = await store.find("ABCD")
        assert row is not None
        await store.delete(row)
        assert await store.find("ABCD") is None
        assert await store.events(table.id) == []
        assert await store.game_summaries(table.id) == []
        with pytest.raises(UnknownTableError):
            await store.delete(row)
        with pytest.raises(UnknownTableError):
            await store.append(table.id, [make_event(7)])
        await add_table(store)

    with_store(url, test)


def test_unused_tables_are_found_page_by_page(url: str) -> None:
    async def test(store: Store) -> None:
        for number in range(7):
            await store.create_table(
                f"T{number}", "duel", 2, True, "over", [make_event(1, at=100.0 + number // 2)]
            )
        await add_table(store, "NEW", status="gathering")
        seen: list[str] = []
        after = (-1.0, 0)
        while rows := await store.unused("over", 103.0, 2, after):
            seen += [row.code for row in rows]
            after = (rows[-1].updated_at, rows[-1].id)
        assert seen == ["T0", "T1", "T2", "T3", "T4", "T5"]
        await store.touch([1, 2], time.time())
        assert [row.code for row in await store.unused("over", 103.0, 9)] == [
            "T2",
            "T3",
            "T4",
            "T5",
        ]

    with_store(url, test)


def test_tables_of_an_earlier_vocabulary_are_found(url: str) -> None:
    async def main() -> None:
        async with opened(url) as store:
            for code in ("A", "B", "C"):
                await add_table(store, code)
            assert await store.older(10) == []
        await execute_outside(url, "UPDATE tables SET vocabulary = 1 WHERE code <> 'B'")
        async with opened(url) as store:
            assert [row.code for row in await store.older(10)] == ["A", "C"]
            assert [row.code for row in await store.older(10, after=1)] == ["C"]

    run(main())


def test_events_of_a_newer_vocabulary_are_refused_at_the_start(url: str) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await add_table(store)
        await execute_outside(url, f"UPDATE tenback_vocabulary SET version = {VOCABULARY + 1}")
        for kind in (Store.open, Store.look_at):
            with pytest.raises(DatabaseNewerError) as refusal:
                await kind(url)
            assert str(refusal.value) == (
                "the database is newer than this program (events of vocabulary "
                f"{VOCABULARY + 1}, known up to {VOCABULARY}); upgrade tenback or use another "
                "database"
            )
        await execute_outside(url, "UPDATE tenback_vocabulary SET version = 1")
        async with opened(url) as store:  # an older one is brought up
            assert await store._read(_vocabulary) == VOCABULARY  # pyright: ignore

    run(main())


def _vocabulary(connection: object) -> int:
    return connection.execute(text("SELECT version FROM tenback_vocabulary")).scalar_one()  # type: ignore[attr-defined]


def test_only_a_server_brings_a_database_up(url: str) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await add_table(store)
        await execute_outside(url, f"UPDATE {REVISION_TABLE} SET version_num = '0001'")
        with pytest.raises(DatabaseOlderError, match="start a server"):
            await Store.look_at(url)

    run(main())
