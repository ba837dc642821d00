"""Over real sockets: commands that wait while a seat changes hands, and cards of earlier rounds."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.client import Client
from tests.server.serving import Json, Served, serving

from tenback.server.store import Store

#: Seconds that a slow commit takes, and seconds after which the next command comes: during it.
COMMIT, MEANWHILE = 0.15, 0.05


@pytest.fixture
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("seats") / "tables.db") as server:
        yield server


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every commit take a while, so that commands wait for the table."""
    append, post = Store.append, Store.post

    async def dawdle(store: Store, *arguments: Any, **more: Any) -> None:
        await append(store, *arguments, **more)
        await asyncio.sleep(COMMIT)

    def tell_late(store: Store, request: Any, tell: Any) -> None:
        loop = asyncio.get_running_loop()
        post(store, request, lambda outcome: loop.call_later(COMMIT, tell, outcome))

    monkeypatch.setattr(Store, "append", dawdle)
    monkeypatch.setattr(Store, "post", tell_late)


def hands(client: Client) -> list[Json]:
    """Return every own part that a client was ever shown."""
    shown = (message.get("own") for message in client.messages())
    return [own for own in shown if own is not None]


async def connected(served: Served, seat: Json, count: int) -> list[Client]:
    url = served.socket_url(seat["code"])
    clients = [Client(url, seat["token"], seat["seat"]) for _ in range(count)]
    for client in clients:
        await client.connect()
    return clients


@pytest.mark.usefixtures("slow")
def test_nobody_speaks_or_leaves_for_who_took_the_seat(served: Served) -> None:
    host = served.open(players=2, settings={"text": True})
    guest = served.sit(host["code"], "Bob")

    async def play() -> None:
        leaver, *others = await connected(served, guest, 4)
        leaving = asyncio.create_task(leaver.do("leave"))
        await asyncio.sleep(MEANWHILE)
        sitting = asyncio.create_task(asyncio.to_thread(served.sit, host["code"], "Cyd"))
        await asyncio.sleep(MEANWHILE)
        wanted: tuple[tuple[str, Json], ...] = (
            ("say", {"text": "it is me"}),
            ("leave", {}),
            ("ready", {}),
        )
        waiting = [
            asyncio.create_task(client.do(name, **fields))
            for client, (name, fields) in zip(others, wanted, strict=True)
        ]
        await asyncio.gather(leaving, sitting)
        replies = await asyncio.gather(*waiting)
        assert [reply.get("code") for reply in replies] == ["SPECTATOR"] * 3
        for client in others:
            await client.until(lambda c=client: c.messages("welcome")[-1]["you"] is None)
            await client.disconnect()
        await leaver.disconnect()

    asyncio.run(play())
    seats = served.ask(f"/api/tables/{host['code']}").json
    assert seats["names"] == ["Ana", "Cyd"]


@pytest.mark.usefixtures("slow")
def test_nobody_is_shown_the_hand_of_who_took_the_seat(served: Served) -> None:
    host = served.open("duel", settings={"pace": 0})
    guest = served.sit(host["code"], "Bob")

    async def play() -> None:
        (ana,) = await connected(served, host, 1)
        bob, late = await connected(served, guest, 2)
        await bob.done("ready")
        await ana.done("start_game")
        await ana.done("concede")
        known = len(hands(late))
        await late.until(lambda: late.is_over)
        leaving = asyncio.create_task(bob.do("leave"))
        await asyncio.sleep(MEANWHILE)
        sitting = asyncio.create_task(asyncio.to_thread(served.sit, host["code"], "Cyd"))
        await asyncio.sleep(MEANWHILE)
        asked = [asyncio.create_task(late.do("rematch")) for _ in range(3)]
        await asyncio.gather(leaving, sitting, *asked)
        newcomer = sitting.result()
        (cyd,) = await connected(served, newcomer, 1)
        await cyd.done("rematch")
        await ana.done("rematch")
        await cyd.until(lambda: cyd.play["number"] == 2)
        await late.send({"type": "hello", "token": guest["token"], "seen": 0})
        await late.do("place", card=2, pile=0)
        later = [own for own in hands(late)[known:] if own["hand"]]
        assert all(message["own"] is None for message in late.messages("update")[-2:])
        assert not [own for own in later if own["hand"] == hands(cyd)[-1]["hand"]]
        await late.reconnect(seen=0)
        await late.until(lambda: late.closed is not None)
        assert late.closed is not None
        assert late.closed[1] == "TOKEN"
        for client in (ana, bob, cyd):
            await client.disconnect()

    asyncio.run(play())


def told_cards(client: Client) -> list[int]:
    last = [one for one in client.messages() if one["type"] in ("welcome", "resync")][-1]
    return [one["card"] for one in last["happenings"] if one["type"] == "card_placed"]


@pytest.mark.parametrize("memory", [True, False])
def test_cards_of_earlier_rounds_are_told_only_where_the_table_tells_them_all(
    served: Served, memory: bool
) -> None:
    settings = {"pace": 0, "starter": "lot", "memory": memory}
    host = served.open(players=1, settings=settings, start=True)

    async def play() -> None:
        (ana,) = await connected(served, host, 1)
        turns: list[list[int]] = []
        for _ in range(6):
            turns.append([])
            while not (ana.own or {})["may_end"]:
                legal = [one for one in (ana.own or {})["legal"] if not one.get("dooms")]
                card = min(legal, key=lambda one: one["by"])
                await ana.done("place", card=card["card"], pile=card["pile"])
                turns[-1].append(card["card"])
            await ana.done("end_turn")
        everything = [card for turn in turns for card in turn]
        watcher = Client(served.socket_url(host["code"]))
        for seen in (0, 1, 2, 10**9, -5):
            await watcher.connect(seen=seen)
            expected = everything if memory else turns[-1]
            assert told_cards(watcher) == expected
            await watcher.disconnect()
        await ana.send({"type": "hello", "seen": 1})
        await ana.do("end_turn", seen=1)
        assert told_cards(ana) == expected
        await ana.disconnect()

    asyncio.run(play())
