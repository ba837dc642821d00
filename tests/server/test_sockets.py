"""The WebSocket: who may come in, what is answered, what is closed."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.server.client import PATIENCE, Client, joined
from tests.server.serving import Json, Served, serving
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tenback.server.config import Limits

WRONG = "x" * 32
#: A rate so low that nothing is refilled during a test.
NEVER = 1e-9
#: The close code of a message that is too big (RFC 6455, 7.4.1).
TOO_BIG = 1009


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("sockets")
    with serving(folder / "tables.db", origins=("https://example.org",)) as server:
        yield server


async def knock(url: str, **options: Any) -> int:
    """Try to connect; return the HTTP status of the answer."""
    try:
        async with connect(url, **options):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def here(client: Client) -> tuple[list[bool], int] | None:
    """Return who is connected and how many watch, as a client was last told."""
    told = client.messages("presence")
    return (told[-1]["connected"], told[-1]["spectators"]) if told else None


# Who may come in


def test_people_bring_a_face_along(served: Served) -> None:
    opened = served.open(players=2)
    other = served.sit(opened["code"], "Bo")

    async def main() -> None:
        async with joined(served, opened) as (ana,):
            for face, shown in (("owl", "owl"), ("twenty-five", ""), ("", "")):
                hello = {"type": "hello", "token": other["token"], "face": face}
                async with connect(served.socket_url(opened["code"])) as line:
                    await line.send(json.dumps(hello))
                    await ana.until(lambda: here(ana) == ([True, True], 0))
                    faces = ana.messages("presence")[-1]["faces"]
                    assert faces == ["", shown or "owl"]  # no unknown face replaces it
                await ana.until(lambda: here(ana) == ([True, False], 0))

    asyncio.run(main())


def test_pages_of_other_origins_are_refused(served: Served) -> None:
    url = served.socket_url(served.open()["code"])
    asked = {
        None: 101,
        served.url: 101,
        "https://example.org": 101,
        "https://example.com": 403,
        "https://example.org.example.com": 403,
        "null": 403,
        served.url.replace("127.0.0.1", "localhost"): 403,
    }
    for origin, status in asked.items():
        assert (origin, asyncio.run(knock(url, origin=origin))) == (origin, status)


async def turned_away(served: Served, code: str, first: object) -> tuple[Any, Json]:
    """Connect with this first message; return how it was closed, and the last message."""
    client = Client(served.socket_url(code))
    await client.connect(hello=False)
    with suppress(ConnectionClosed):  # some are turned away before they can say anything
        await client.send(first)
    await client.until(lambda: client.closed)
    await client.disconnect()
    return client.closed, client.last


@pytest.mark.parametrize(
    ("first", "code", "reason"),
    [
        ({"type": "hello", "token": WRONG}, 4401, "TOKEN"),
        ({"type": "hello", "token": ""}, 4400, "NO_SPECTATORS"),
        ({"type": "ping"}, 4400, "HELLO"),
        ({"type": "hello", "seen": "much"}, 4400, "HELLO"),
        ("hello?", 4400, "HELLO"),
        (b"\xff\xfe", 4400, "HELLO"),
        ("[" * 10_000, 4400, "HELLO"),
    ],
    ids=str,
)
def test_who_does_not_introduce_themselves_is_turned_away(
    first: object, code: int, reason: str, served: Served
) -> None:
    table = served.open(settings={"spectators": False})["code"]
    closed, bye = asyncio.run(turned_away(served, table, first))
    assert closed == (code, reason)
    assert bye == {"type": "bye", "code": reason, "key": f"refusal.{reason}", "again": False}


@pytest.mark.parametrize("code", ["ABCDEFG", "nowhere", "A%20B", "x" * 300])
def test_there_is_no_such_table(code: str, served: Served) -> None:
    closed, bye = asyncio.run(turned_away(served, code, {"type": "hello"}))
    assert closed == (4404, "NO_TABLE")
    assert bye["code"] == "NO_TABLE"


def test_a_token_opens_no_seat_at_another_table(served: Served) -> None:
    token = served.open()["token"]
    other = served.open()["code"]
    closed, _ = asyncio.run(turned_away(served, other, {"type": "hello", "token": token}))
    assert closed == (4401, "TOKEN")


def test_the_token_of_a_freed_seat_opens_nothing(served: Served) -> None:
    host = served.open(players=2)
    guest = served.sit(host["code"], "Bob")

    async def unseat() -> None:
        async with joined(served, host, guest) as (ana, bob):
            await ana.done("unseat", seat=1)
            # Whoever sat there goes on watching.
            await bob.until(lambda: bob.messages("welcome")[-1]["you"] is None)
            assert (await bob.do("ready"))["code"] == "SPECTATOR"

    asyncio.run(unseat())
    hello = {"type": "hello", "token": guest["token"]}
    closed, _ = asyncio.run(turned_away(served, host["code"], hello))
    assert closed == (4401, "TOKEN")


# What is answered


def test_a_spectator_can_do_nothing(served: Served) -> None:
    opened = served.open(players=2)

    async def try_all() -> None:
        async with joined(served, opened, spectators=1) as (_, watching):
            for command in ("ready", "start_game", "leave", "end_turn", "concede"):
                assert (await watching.do(command))["code"] == "SPECTATOR"
            assert watching.own is None

    asyncio.run(try_all())


ODD: list[tuple[Any, str]] = [
    ("", ""),
    ("{", ""),
    ("[]", ""),
    ("null", ""),
    ('"do"', ""),
    (b"\x00\x01", ""),
    ({"type": "do"}, ""),
    ({"type": "do", "id": "a", "seen": 0, "command": {"type": "cheat"}}, "a"),
    ({"type": "do", "id": "b", "seen": 0, "command": {"type": "place", "card": "2"}}, "b"),
    ({"type": "do", "id": "c", "seen": 0, "command": {"type": "ready", "for": 1}}, "c"),
    ({"type": "do", "id": "d", "command": {"type": "ready"}}, "d"),
    ({"type": "do", "id": "", "seen": 0, "command": {"type": "ready"}}, ""),
    ({"type": "do", "id": "e" * 41, "seen": 0, "command": {"type": "ready"}}, "e" * 40),
    ({"type": "do", "id": "f", "seen": 1.5, "command": {"type": "ready"}}, "f"),
    ({"type": "do", "id": "g", "seen": 0, "command": {"type": "time_up", "turn": 0}}, "g"),
    ({"type": "do", "id": "h", "seen": 0, "command": {"type": "sit", "name": "X"}}, "h"),
    ({"type": "welcome"}, ""),
]


def test_what_cannot_be_read_is_refused_and_changes_nothing(served: Served) -> None:
    opened = served.open(players=2)

    async def send_all() -> None:
        async with joined(served, opened) as (host,):
            before = host.seq
            for message, command_id in ODD:
                count = len(host.messages("refused"))
                await host.send(message)
                await host.until(lambda n=count: len(host.messages("refused")) > n or host.closed)
                refused = host.messages("refused")[-1]
                assert (refused["id"], refused["code"]) == (command_id, "MESSAGE"), message
            await host.done("ready")
            assert host.seq == before + 1

    asyncio.run(send_all())


def test_a_ping_is_answered(served: Served) -> None:
    opened = served.open()

    async def ping() -> None:
        async with joined(served, opened) as (host,):
            await host.send({"type": "ping"})
            await host.until(lambda: host.messages("pong"))

    asyncio.run(ping())


def test_everybody_is_told_who_is_here(served: Served) -> None:
    host = served.open(players=2)
    guest = served.sit(host["code"], "Bob")

    async def come_and_go() -> None:
        async with joined(served, host) as (ana,):
            async with joined(served, guest, spectators=1):
                await ana.until(lambda: here(ana) == ([True, True], 1))
            await ana.until(lambda: here(ana) == ([True, False], 0))

    asyncio.run(come_and_go())


# What is closed


@pytest.fixture
def strict(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Served]:
    limits: Limits = request.param
    with serving(tmp_path / "tables.db", limits=limits) as server:
        yield server


@pytest.mark.parametrize("strict", [Limits()], indirect=True, ids=["usual limits"])
def test_a_message_that_is_too_large_closes_the_connection(strict: Served) -> None:
    opened = strict.open()

    async def send_much() -> None:
        async with joined(strict, opened) as (host,):
            await host.send("x" * (Limits().message_bytes + 1))
            await host.until(lambda: host.closed)
            assert host.closed is not None
            assert host.closed[0] == TOO_BIG
            await host.reconnect()
            await host.done("ready")

    asyncio.run(send_much())


@pytest.mark.parametrize(
    "strict", [Limits(messages=(5, NEVER), patience=3)], indirect=True, ids=["five messages"]
)
def test_too_many_messages_are_refused_then_closed(strict: Served) -> None:
    opened = strict.open()

    async def hurry() -> None:
        async with joined(strict, opened) as (host,):
            for number in range(9):
                await host.send(
                    {"type": "do", "id": f"n{number}", "command": {"type": "ready"}, "seen": 0}
                )
            await host.until(lambda: host.closed)
            assert host.closed == (4429, "RATE")
            refused = [one["id"] for one in host.messages("refused")]
            assert refused == ["n5", "n6", "n7"]
            assert host.last == {
                "type": "bye",
                "code": "RATE",
                "key": "refusal.RATE",
                "again": True,
            }

    asyncio.run(hurry())


@pytest.mark.parametrize(
    "strict", [Limits(messages_per_address=(1, 20.0))], indirect=True, ids=["one, then 20 a second"]
)
def test_connections_of_one_address_take_turns(strict: Served) -> None:
    opened = strict.open()

    async def ping_on_both() -> None:
        async with joined(strict, opened, spectators=1) as clients:
            began = time.monotonic()
            for client in clients:
                for _ in range(3):
                    await client.send({"type": "ping"})
            for client in clients:
                await client.until(lambda client=client: len(client.messages("pong")) == 3)
                assert not client.messages("refused")
            assert time.monotonic() - began >= 0.25  # the first at once, five more at 20 a second

    asyncio.run(ping_on_both())


@pytest.mark.parametrize(
    "strict",
    [Limits(sockets_per_address=2), Limits(connects=(2, NEVER))],
    indirect=True,
    ids=["two open", "two ever"],
)
def test_an_address_has_only_so_many_connections(strict: Served) -> None:
    url = strict.socket_url(strict.open()["code"])

    async def crowd() -> list[int]:
        async with connect(url), connect(url):
            return [await knock(url)]

    assert asyncio.run(crowd()) == [403]


@pytest.mark.parametrize(
    "strict",
    [Limits(connections_per_table=1, connections_per_seat=2)],
    indirect=True,
    ids=["one watches, two of a seat"],
)
def test_those_who_watch_keep_nobody_out_who_plays(strict: Served) -> None:
    opened = strict.open()
    code, own = opened["code"], {"type": "hello", "token": opened["token"]}

    async def crowd() -> None:
        async with joined(strict, opened, spectators=1):
            closed, bye = await turned_away(strict, code, {"type": "hello"})
            assert closed == (4409, "FULL")
            assert bye["again"]
            second = Client(strict.socket_url(code), opened["token"], 0)
            await second.connect()
            assert second.closed is None
            assert (await turned_away(strict, code, own))[0] == (4409, "FULL")
            await second.disconnect()

    asyncio.run(crowd())


@pytest.mark.parametrize("strict", [Limits(guesses=(2, NEVER))], indirect=True, ids=["two guesses"])
def test_tokens_cannot_be_guessed_in_bulk(strict: Served) -> None:
    code = strict.open()["code"]
    hello = {"type": "hello", "token": WRONG}
    reasons = [asyncio.run(turned_away(strict, code, hello))[0][1] for _ in range(3)]
    assert reasons == ["TOKEN", "TOKEN", "RATE"]


@pytest.mark.parametrize(
    "strict",
    [Limits(messages=(10**9, 1e9), messages_per_address=(10**9, 1e9), unsent_messages=20)],
    indirect=True,
    ids=["twenty unsent"],
)
def test_a_slow_reader_is_closed_and_nobody_waits_for_it(strict: Served) -> None:
    host = strict.open(players=2)
    guest = strict.sit(host["code"], "Bob")
    url = strict.socket_url(host["code"])

    def closed_as_slow() -> bool:
        counted = 'tenback_connections_closed_total{reason="SLOW"}'
        return counted in strict.hall.metrics.text().decode()

    async def dawdle() -> None:
        deaf = socket.create_connection(("127.0.0.1", int(strict.url.rpartition(":")[2])))
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        async with joined(strict, guest) as (bob,), connect(url, sock=deaf, max_queue=1) as slow:
            hello = f'{{"type": "hello", "token": "{host["token"]}"}}'

            async def keep_asking() -> None:
                while True:  # each is answered by a welcome that is never read
                    await slow.send(hello)

            asking = asyncio.create_task(keep_asking())
            async with asyncio.timeout(PATIENCE):
                while not closed_as_slow():
                    await asyncio.sleep(0.01)
            asking.cancel()
            await bob.until(lambda: here(bob) == ([False, True], 0))
            await bob.done("ready")
            slow.transport.abort()

    asyncio.run(dawdle())
