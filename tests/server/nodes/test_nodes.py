"""Two nodes on one database: either serves any table, and one at a time owns it."""

import asyncio
import contextlib
import time
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest
from tests.server.at_once import ask_for_daily_at_once
from tests.server.client import Client
from tests.server.serving import Served, serving
from tests.server.waiting import wait_for
from websockets.exceptions import InvalidHandshake
from websockets.sync.client import connect

from tenback.records.daily import DailyKind
from tenback.server.config import NodeConfig
from tenback.server.nodes.channels import TRUNK
from tenback.server.nodes.inner import KEY_HEADER
from tenback.server.nodes.member import Member
from tenback.server.store import DatabaseUnreachableError, FencedError
from tenback.table.unions import Ready

pytestmark = pytest.mark.postgres
#: Long enough for a busy machine to renew it, and short enough to wait for its end.
LEASE = 4.0
#: Long enough for the other node to notice that the lease has run out.
FROZEN = LEASE + 4


@contextlib.contextmanager
def two_nodes(database: str) -> Generator[tuple[Served, Served]]:
    with (
        serving(database, node=NodeConfig("one", lease_seconds=LEASE)) as one,
        serving(database, node=NodeConfig("two", lease_seconds=LEASE)) as two,
    ):
        yield one, two


def member(served: Served) -> Member:
    ownership = served.hall.ownership
    assert isinstance(ownership, Member)
    return ownership


def freeze(served: Served, seconds: float) -> None:
    """Stop everything in a node for a while, as in a paused process."""

    async def block() -> None:
        time.sleep(seconds)

    served.run(block())


def seated(one: Served, two: Served) -> tuple[Client, Client, str]:
    """Open a table at one node, and take a seat by way of the other."""
    table = one.open(players=2, settings={"starter": "lot", "public": True})
    code = table["code"]
    guest = two.sit(code, "Bo")
    return (
        Client(one.socket_url(code), table["token"], 0),
        Client(two.socket_url(code), guest["token"], guest["seat"]),
        code,
    )


def test_a_table_is_reached_through_any_node(database: str) -> None:
    async def play(ana: Client, bo: Client) -> None:
        await ana.connect()
        await bo.connect()
        await bo.done("ready")
        await ana.done("start_game")
        await bo.until(lambda: bo.seq == ana.seq)
        assert bo.play == ana.play
        present = ana.messages("presence")[-1]
        assert present["connected"] == [True, True]
        await ana.disconnect()
        await bo.until(lambda: bo.messages("presence")[-1]["connected"] == [False, True])
        await bo.disconnect()

    with two_nodes(database) as (one, two):
        ana, bo, code = seated(one, two)
        listed = one.open(settings={"public": True}, players=3)["code"]
        for served in (one, two):
            told = served.ask("/api/tables").json["tables"]
            assert [table["code"] for table in told] == [listed]
        asyncio.run(play(ana, bo))
        assert (one.hall.tables_awake, two.hall.tables_awake) == (2, 0)
        games = two.ask(f"/api/tables/{code}/games").json
        assert games == one.ask(f"/api/tables/{code}/games").json
        assert len(games) == 1
        assert two.ask("/api/tables/ZZZZZZZ").status == 404


def test_a_client_that_asks_two_nodes_at_once_has_one_deal_of_the_day(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two_nodes(database) as nodes:
        assert nodes[0].ask("/api/daily").status == 200
        answers = ask_for_daily_at_once(nodes, DailyKind("original", 1), "twice", monkeypatch)
        assert sorted(answer.status for answer in answers) == [201, 409]
        assert nodes[0].run(nodes[0].store.count_tables()) == 1


def test_one_client_cannot_end_the_line_of_all(database: str) -> None:
    async def play(ana: Client, bo: Client, rude: Client) -> None:
        await ana.connect()
        await bo.connect()
        await rude.connect(hello=False)
        await rude.send(b"\xff" * 6000)
        await rude.until(lambda: rude.closed is not None)
        await bo.done("ready")
        await bo.disconnect()
        await ana.disconnect()
        assert bo.messages("bye") == bo.messages("moved") == []

    with two_nodes(database) as (one, two):
        ana, bo, code = seated(one, two)
        asyncio.run(play(ana, bo, Client(two.socket_url(code))))
        # What is no address once it is decoded is no reason to fail, at either node.
        assert {served.ask("/api/reviews/%0A").status for served in (one, two)} == {400}


def test_a_node_that_is_gone_loses_its_tables_and_tells_nothing_more(database: str) -> None:
    async def outlive(ana: Client, bo: Client, one: Served, two: Served) -> None:
        await ana.connect()
        await bo.connect()
        await bo.done("ready")
        told = len(ana.frames)
        frozen = asyncio.get_running_loop().run_in_executor(None, freeze, one, FROZEN)
        await bo.until(lambda: bo.closed is not None)
        assert bo.last["code"] == "MOVED"
        assert bo.last["again"]
        await bo.connect(bo.seq)
        assert two.hall.tables_awake == 1
        await bo.done("ready", ready=False)
        await frozen
        await ana.until(lambda: ana.closed is not None)
        assert [one["type"] for one in ana.messages()[told:]] == ["bye"]
        assert ana.last["again"]
        while ana.seq < bo.seq:  # it may be sent away until the node has another lease
            await ana.reconnect()
        assert ana.seq == bo.seq
        await bo.done("ready")
        await ana.until(lambda: ana.seq == bo.seq)
        await ana.done("start_game")
        await bo.until(lambda: bo.seq == ana.seq)
        await ana.disconnect()
        await bo.disconnect()

    with two_nodes(database) as (one, two):
        ana, bo, _ = seated(one, two)
        asyncio.run(outlive(ana, bo, one, two))
        assert member(one).losses >= 1
        assert member(two).takeovers == 1
        assert (one.hall.tables_awake, two.hall.tables_awake) == (0, 1)


def test_a_client_of_another_node_stays_when_its_table_moves(database: str) -> None:
    async def outlive(ana: Client, bo: Client, one: Served, two: Served) -> None:
        await ana.connect()
        await bo.connect(hello=False)
        await bo.send({"type": "hello", "token": bo.token, "stays": True})
        await bo.until(lambda: bool(bo.messages("welcome")))
        await ana.done("ready")
        await bo.until(lambda: bo.seq == ana.seq)
        frozen = asyncio.get_running_loop().run_in_executor(None, freeze, one, FROZEN)
        await bo.until(lambda: bool(bo.messages("moved")))
        assert bo.messages("moved")[0]["owner"].startswith("two/")
        await bo.until(lambda: len(bo.messages("welcome")) > 1)
        again = bo.messages("welcome")[1]
        assert again["seq"] == ana.seq
        assert again["complete"]
        assert again["happenings"] == []  # nothing was missed, and nothing is told twice
        assert bo.closed is None
        await bo.done("ready")
        assert two.hall.tables_awake == 1
        await frozen
        await ana.until(lambda: ana.closed is not None)
        await bo.disconnect()

    with two_nodes(database) as (one, two):
        ana, bo, _ = seated(one, two)
        asyncio.run(outlive(ana, bo, one, two))
        assert member(two).takeovers == 1


def test_a_late_append_is_fenced_and_the_table_leaves_memory(database: str) -> None:
    with two_nodes(database) as (one, two):
        stays, goes = one.open(players=2)["code"], one.open(players=2)["code"]
        for code in (stays, goes):
            one.sit(code, "Bo")
        live = one.run(one.hall.find(goes))
        other = one.run(one.hall.find(stays))
        assert live is not None
        assert other is not None

        async def steal() -> Any:
            """Take the table for a made-up node, as if its owner were buried without noticing."""
            registry = member(two).registry
            found = await registry.locate(goes)
            assert found is not None
            return await registry.take(found[0], 10**9)

        assert two.run(steal()).epoch == live.row.epoch + 1

        async def act() -> list[Any]:
            acting = [table.act(1, Ready()) for table in (live, other)]
            return await asyncio.gather(*acting, return_exceptions=True)

        fenced, done = one.run(act())
        assert isinstance(fenced, FencedError)
        assert len(done) == 1
        assert one.hall.tables_awake == 1


def test_a_node_that_stops_hands_its_tables_over(database: str) -> None:
    async def outlive(ana: Client, bo: Client, leave: Any) -> None:
        await ana.connect()
        await bo.connect()
        await asyncio.to_thread(leave)
        for client in (ana, bo):
            await client.until(lambda client=client: client.closed is not None)
            assert client.last["code"] == "MOVED"
            assert client.last["again"]
        await bo.connect(bo.seq)
        await bo.done("ready")
        await bo.disconnect()

    with contextlib.ExitStack() as stack:
        two = stack.enter_context(serving(database, node=NodeConfig("two", lease_seconds=60)))
        leaving = contextlib.ExitStack()
        one = leaving.enter_context(serving(database, node=NodeConfig("one", lease_seconds=60)))
        with leaving:
            ana, bo, _ = seated(one, two)
            asyncio.run(outlive(ana, bo, leaving.close))
        assert two.hall.tables_awake == 1


def test_a_node_keeps_its_tables_while_the_database_is_away(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenback.server.live.live_table._OUTAGE_SECONDS", 1e9)
    monkeypatch.setattr("tenback.server.nodes.member._AWAY", 1e9)

    async def outlive(ana: Client, bo: Client, one: Served, two: Served) -> None:
        await ana.connect()
        await bo.connect()
        with monkeypatch.context() as away:

            async def fail(*_: object, **__: object) -> None:
                raise DatabaseUnreachableError("the database system is starting up")

            for served in (one, two):
                registry = member(served).registry
                for name in ("renew", "bury", "nodes", "locate", "take"):
                    away.setattr(registry, name, fail)
                away.setattr(served.store, "append", fail)
                away.setattr(served.store, "log", fail)
            await asyncio.to_thread(wait_for, lambda: not member(one).is_held)
            told = len(ana.messages("update"))
            waiting = asyncio.create_task(bo.done("ready"))
            await ana.send({"type": "ping"})
            await ana.until(lambda: bool(ana.messages("pong")))
            assert not waiting.done()
            assert len(ana.messages("update")) == told
        await waiting
        await ana.until(lambda: ana.seq == bo.seq)
        assert ana.closed is None
        assert bo.closed is None
        await ana.disconnect()
        await bo.disconnect()

    with two_nodes(database) as (one, two):
        ana, bo, _ = seated(one, two)
        asyncio.run(outlive(ana, bo, one, two))
        assert (member(one).losses, member(two).takeovers) == (0, 0)
        assert one.hall.tables_awake == 1


def test_a_sleeping_table_belongs_to_nobody(database: str) -> None:
    with (
        serving(database, node=NodeConfig("one"), sleep_seconds=0.1) as one,
        serving(database, node=NodeConfig("two")) as two,
    ):
        code = one.open(players=2)["code"]
        wait_for(lambda: one.hall.tables_awake == 0)
        wait_for(lambda: getattr(one.run(one.store.find(code)), "owner", 0) is None)
        assert two.ask(f"/api/tables/{code}").status == 200
        assert two.hall.tables_awake == 1


def is_taken(url: str, headers: dict[str, str]) -> bool:
    """Whether a connection from another node is accepted."""
    try:
        with connect(url, additional_headers=headers, proxy=None):
            return True
    except InvalidHandshake:
        return False


def test_the_inner_door_opens_with_the_key_alone(database: str) -> None:
    with serving(database, node=NodeConfig("one")) as one:
        address = member(one).address
        inner = replace(one, url=f"http://{address}")
        assert inner.ask("/api/tables").status == 403
        assert inner.ask("/api/tables", headers={KEY_HEADER: "wrong"}).status == 403
        key = {KEY_HEADER: member(one).key}
        assert inner.ask("/api/tables", headers=key).status == 200
        assert is_taken(f"ws://{address}{TRUNK}", key)
        assert not is_taken(f"ws://{address}{TRUNK}", {KEY_HEADER: "wrong"})
        assert not is_taken(f"{one.url.replace('http', 'ws', 1)}{TRUNK}", key)
