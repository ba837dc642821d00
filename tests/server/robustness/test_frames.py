"""The bytes of a WebSocket: texts are read however they arrive, and little waits unread."""

import asyncio
import struct
from typing import Any

import pytest
import uvicorn
from tests.server.robustness.test_hostile_clients import connect_raw
from tests.server.serving import Served, serving
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from tenback.server.web.protocol import BoundedProtocol

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
MESSAGE = b"m" * 300
#: In bytes: more than the bounded buffers keep, and far less than the system's own buffer, which
#: grows to megabytes.
MOST_KEPT = 400_000


class Wire(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        return

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        del high, low

    def pause_reading(self) -> None:
        return

    def resume_reading(self) -> None:
        return


def masked(text: bytes, mask: bytes, *, first: int = 0x81) -> bytes:
    covered = bytes(byte ^ mask[place % 4] for place, byte in enumerate(text))
    return struct.pack("!BB4s", first, 0x80 | len(text), mask) + covered


async def receive(pieces: list[bytes]) -> list[str]:
    """Return the texts that an application gets from pieces of a stream."""
    texts: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        del scope
        await receive()
        await send({"type": "websocket.accept"})
        while True:
            message = await receive()
            texts.append(message["text"])

    config = uvicorn.Config(app, ws_per_message_deflate=False, log_config=None)
    config.load()
    protocol = BoundedProtocol(config, ServerState(), {})
    protocol.connection_made(Wire())
    protocol.data_received(HANDSHAKE)
    await asyncio.sleep(0.01)
    for piece in pieces:
        protocol.data_received(piece)
        for _ in range(5):
            await asyncio.sleep(0)
    for task in protocol.tasks:
        task.cancel()
    await asyncio.gather(*protocol.tasks, return_exceptions=True)
    protocol.stop_keepalive()
    return texts


#: The masks of the second text and of the last one look like the header of a whole text. A stream
#: that is cut before such a mask must not be misread.
STREAM = (
    masked(b"first", b"abcd")
    + masked(b"second", bytes((0x81, 0x80 | 4, 7, 7)))
    + masked(b"in two ", b"1234", first=0x01)
    + masked(b"pieces", b"5678", first=0x80)
    + masked(b"", b"1234")
    + masked("Grüße".encode(), b"\x81\x85\x00\xff")
)
TEXTS = ["first", "second", "in two pieces", "", "Grüße"]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 11, 13, 25, len(STREAM)])
def test_texts_are_read_in_pieces_of_any_size(size: int) -> None:
    pieces = [STREAM[start : start + size] for start in range(0, len(STREAM), size)]
    assert asyncio.run(receive(pieces)) == TEXTS


def test_texts_are_read_wherever_the_stream_is_cut() -> None:
    async def cut_everywhere() -> None:
        for place in range(1, len(STREAM)):
            assert await receive([STREAM[:place], STREAM[place:]]) == TEXTS

    asyncio.run(cut_everywhere())


def test_texts_that_arrive_one_by_one_need_no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []
    original = WebSocketsSansIOProtocol.data_received

    def note(self: Any, data: bytes) -> None:
        parsed.append(data)
        original(self, data)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", note)
    texts = [f"text {number}" for number in range(5)]
    assert asyncio.run(receive([masked(text.encode(), b"wxyz") for text in texts])) == texts
    assert parsed == [HANDSHAKE]


def test_little_is_kept_for_a_client_that_does_not_read(tmp_path: Any) -> None:
    with serving(tmp_path / "tables.db") as served:
        code = served.open()["code"]
        with connect_raw(served, code):
            kept = served.run(fill(served, code))
    assert 0 < kept < MOST_KEPT


async def fill(served: Served, code: str) -> int:
    """Write to the only connection of a table until no more is taken at once."""
    live = await served.hall.find(code)
    assert live is not None
    while not live.audience.connections:
        await asyncio.sleep(0.01)
    [connection] = live.audience.connections
    kept = 0
    while connection.write_now((MESSAGE,)) and kept < 2 * MOST_KEPT:
        kept += len(MESSAGE)
        await asyncio.sleep(0)
    return kept
