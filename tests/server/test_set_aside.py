"""A table that cannot be read is set aside alone, and a database that fails is reported."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.client import Client, joined
from tests.server.serving import Served, serving
from tests.server.waiting import wait_for

BROKEN = (
    b'{"type":"from_the_future"}',
    b"not even JSON",
    b'{"type":"card_placed","seat":0,"card":5,"pile":0}',
    b'{"type":"seat_taken"}',
)


def spoil(database: Path, code: str, body: bytes) -> None:
    with closing(sqlite3.connect(database)) as connection:
        ((table_id, last_seq),) = connection.execute(
            "SELECT id, last_seq FROM tables WHERE code = ?", (code,)
        )
        connection.execute(
            "UPDATE events SET body = ? WHERE table_id = ? AND seq = ?", (body, table_id, last_seq)
        )
        connection.commit()


@pytest.mark.parametrize("body", BROKEN)
def test_one_broken_table_disturbs_no_other(
    tmp_path: Path, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "tables.db"
    with serving(database, sleep_seconds=0.2) as served:
        broken = served.open(players=2, settings={"public": True})
        sound = served.open(players=2, settings={"public": True})
        wait_for(lambda: served.hall.tables_awake == 0)
        spoil(database, broken["code"], body)
        for _ in range(3):
            lobby = served.ask("/api/tables")
            assert lobby.status == 200
            codes = {table["code"] for table in lobby.json["tables"]}
            assert codes == {broken["code"], sound["code"]}
            answer = served.ask(f"/api/tables/{broken['code']}")
            assert (answer.status, answer.json["code"]) == (503, "UNREADABLE")
            assert "cannot be read" in answer.json["message"]
        assert served.ask(f"/api/tables/{broken['code']}/seats", {"name": "Bob"}).status == 503
        assert served.ask(f"/api/tables/{broken['code']}/games").status == 503
        assert served.ask(f"/api/tables/{sound['code']}").status == 200
        assert "tenback_tables_set_aside 1.0" in served.ask("/metrics").text
        assert served.ask("/health").status == 200

        async def visit() -> None:
            client = Client(served.socket_url(broken["code"]), broken["token"])
            await client.connect(hello=False)
            await client.until(lambda: client.closed is not None)
            assert client.last == {
                "type": "bye",
                "code": "UNREADABLE",
                "key": "refusal.UNREADABLE",
                "again": False,
            }

        asyncio.run(visit())
    told = [record for record in caplog.records if broken["code"] in record.getMessage()]
    assert len(told) == 1
    assert "Traceback" not in caplog.text


def test_a_deleted_database_is_told_at_once_and_loudly(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "tables.db"
    with serving(database) as served:
        host = served.open(players=1, start=True)

        async def play() -> None:
            async with joined(served, host) as (ana,):
                legal = (ana.own or {})["legal"]
                await ana.done("place", card=legal[0]["card"], pile=legal[0]["pile"])
                database.unlink()
                seq = ana.seq
                for _ in range(3):
                    reply = await ana.do("take_back")
                    assert (reply["type"], reply["code"]) == ("refused", "STORAGE")
                assert ana.seq == seq

        asyncio.run(play())
        for _ in range(2):
            health = served.ask("/health")
            assert (health.status, health.json["code"]) == (503, "STORAGE")
            opened = served.ask("/api/tables", {"game": "original", "name": "Ana"})
            assert (opened.status, opened.json["code"]) == (503, "STORAGE")
        assert not database.exists()
        metrics = served.ask("/metrics").text
        failures = next(
            line
            for line in metrics.splitlines()
            if line.startswith("tenback_storage_failures_total")
        )
        assert float(failures.split()[1]) >= 5
    assert not database.exists()
    assert "nothing is written any more" in caplog.text


def test_a_table_that_is_gone_from_the_store_lets_everybody_go(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with serving(database) as served:
        host = served.open(players=1, start=True)

        async def play() -> None:
            client = Client(served.socket_url(host["code"]), host["token"], 0)
            await client.connect()
            await asyncio.to_thread(served.run, delete(served, host["code"]))
            legal = (client.own or {})["legal"]
            reply = await client.do("place", card=legal[0]["card"], pile=legal[0]["pile"])
            assert reply["type"] != "done"
            await client.until(lambda: client.closed is not None)
            assert client.closed == (4404, "NO_TABLE")

        asyncio.run(play())
        assert served.ask(f"/api/tables/{host['code']}").status == 404


async def delete(served: Served, code: str) -> None:
    row = await served.store.find(code)
    assert row is not None
    await served.store.delete(row)
