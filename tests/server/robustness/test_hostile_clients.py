"""Clients that break the rules below the protocol are cut off, and nobody else notices."""

import asyncio
import contextlib
import socket
import struct
from collections.abc import Generator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Served, serving

from tenback.server.config import Limits
from tenback.server.remote.client import ConnectionLostError, TableClient
from tenback.server.store import Store, StoredEvent
from tenback.server.wire.messages import Done
from tenback.table.unions import Ready

PATIENCE = 120


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    with serving(tmp_path_factory.mktemp("hostile") / "tables.db") as server:
        yield server


def frame(data: bytes, opcode: int = 1, *, fin: bool = True) -> bytes:
    """Write a short frame as a client does, masked with zeros."""
    return struct.pack("!BB4x", fin << 7 | opcode, 0x80 | len(data)) + data


def connect_raw(served: Served, code: str) -> socket.socket:
    """Connect as a spectator whose receive buffer is small."""
    host, _, port = served.url.removeprefix("http://").partition(":")
    connected = socket.socket()
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connected.settimeout(PATIENCE)
    connected.connect((host, int(port)))
    connected.sendall(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    connected.recv(1000)
    connected.sendall(frame(b'{"type":"hello"}'))
    return connected


def send_until_cut(connected: socket.socket, flood: bytes) -> None:
    """Send without reading until the server cuts the connection, which it must."""

    def send_for_ever() -> None:
        while True:  # if the server does not cut it, this fails with a timeout
            connected.sendall(flood)

    with pytest.raises(ConnectionError), connected:
        send_for_ever()


def test_pings_without_end_are_cut_off(served: Served) -> None:
    code = served.open()["code"]
    send_until_cut(connect_raw(served, code), frame(b"x" * 125, opcode=9) * 100)


def test_a_message_in_endless_pieces_is_cut_off(served: Served) -> None:
    code = served.open()["code"]
    connected = connect_raw(served, code)
    connected.sendall(frame(b"x", fin=False))
    send_until_cut(connected, frame(b"", opcode=0, fin=False) * 1000)


def test_who_never_reads_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenback.server.web.protocol._LINGER_SECONDS", 0.1)
    monkeypatch.setattr("tenback.server.web.socket._BYE_SECONDS", 0.1)
    limits = Limits(unsent_bytes=64 * 1024, messages=(1_000_000, 1e6))
    with serving(tmp_path / "tables.db", limits=limits) as served:
        code = served.open()["code"]
        send_until_cut(connect_raw(served, code), frame(b'{"type":"hello"}') * 100)
        assert 'closed_total{reason="SLOW"} 1.0' in served.ask("/metrics").text


def test_text_that_is_not_unicode_closes_the_connection(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    code = served.open()["code"]

    async def send() -> None:
        client = TableClient(served.url, code)
        await client.connect()
        await client.send(b"\xff\xfe")
        with pytest.raises(ConnectionLostError):
            await client.newer(client.seq)

    asyncio.run(send())
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.parametrize(
    "body", [b"[" * 15_000, b'{"game":' * 1500, b'{"game":"original","name":"\xff"}', b"\xff", b""]
)
def test_a_body_that_is_no_json_is_refused(served: Served, body: bytes) -> None:
    answer = served.ask("/api/tables", body, method="POST")
    assert answer.status == HTTPStatus.BAD_REQUEST
    assert answer.json["code"] == "REQUEST"


@pytest.mark.parametrize("path", ["/%00", "/a%00b", "/" + "a" * 300, "/" + "a/" * 3000 + "x.js"])
def test_a_path_that_no_file_can_have_is_not_found(served: Served, path: str) -> None:
    answer = served.ask(path)
    assert answer.status == HTTPStatus.NOT_FOUND
    assert answer.json["code"] == "NO_PAGE"


def test_leaving_in_the_middle_of_a_command_harms_nobody(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = served.open(players=2)
    other = served.sit(table["code"], "Ben")
    append, begun, go_on = Store.append, asyncio.Event(), asyncio.Event()

    async def held_up(
        store: Store, table_id: int, events: list[StoredEvent], **changes: Any
    ) -> None:
        await append(store, table_id, events, **changes)
        begun.set()
        await go_on.wait()

    async def call_soon(event: asyncio.Event) -> None:
        event.set()

    async def wait_for(event: asyncio.Event) -> None:
        async with asyncio.timeout(PATIENCE):
            await event.wait()

    async def play() -> None:
        leaver = TableClient(served.url, table["code"], table["token"])
        stayer = TableClient(served.url, table["code"], other["token"])
        await leaver.connect()
        await stayer.connect()
        seen = stayer.seq
        monkeypatch.setattr(Store, "append", held_up)
        sending = asyncio.create_task(leaver.do(Ready()))
        await asyncio.to_thread(served.run, wait_for(begun))
        await leaver.close()
        # The server finds out that the leaver is gone when it tells everybody of spectators.
        for _ in range(4):
            spectator = TableClient(served.url, table["code"])
            await spectator.connect()
            await spectator.close()
        monkeypatch.undo()
        await asyncio.to_thread(served.run, call_soon(go_on))
        async with asyncio.timeout(PATIENCE):
            await stayer.newer(seen)
            assert isinstance(await stayer.do(Ready()), Done)
        await stayer.close()
        with contextlib.suppress(ConnectionLostError):
            await sending

    asyncio.run(play())
    opened_sat_and_ready = 1 + 2 + 2
    assert len(served.events(table["code"])) == opened_sat_and_ready
