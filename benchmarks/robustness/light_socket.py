"""A client's WebSocket that costs little: two thousand of them still leave a machine time.

It speaks just as much of RFC 6455 as a client needs with this server: no extensions, no fragments.
Messages are masked with zeros, which the protocol allows and which costs no computing.
"""

import asyncio
import base64
import os
from collections import deque
from http import HTTPStatus
from typing import cast
from urllib.parse import urlsplit

from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosedError

__all__ = ["LightSocket", "open_light"]

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_FINAL, _MASKED, _NO_MASK = 0x80, 0x80, bytes(4)
_TWO_BYTES, _EIGHT_BYTES, _LONG, _LONGER = 126, 1 << 16, 126, 127
#: What browsers send when nothing has come for a while, and after how long.
_ASK, _ASK_SECONDS = b'{"type":"ping"}', 1.5


class _Response:
    def __init__(self, headers: Headers) -> None:
        self.headers = headers


class LightSocket(asyncio.Protocol):
    """A connection to a server; it is given up when nothing answers for ``patience`` seconds.

    Opening it may take ``opening`` seconds.
    """

    def __init__(self, request: bytes, patience: float, opening: float) -> None:
        loop = asyncio.get_running_loop()
        self._clock = loop.time
        self._later = loop.call_later
        self._request = request
        self._patience = patience
        self._transport: asyncio.Transport | None = None
        self._unparsed = bytearray()
        self._messages: deque[bytes] = deque()
        self._wanted: asyncio.Future[None] | None = None
        self._is_over = False
        self._heard_at = self._clock()
        self._is_asking = False
        self._timer = self._later(opening, self._look)
        #: Done once the server has accepted the connection, or the connection has ended.
        self.opened: asyncio.Future[None] = loop.create_future()
        #: The answer of the server, with its headers.
        self.response: _Response | None = None

    # What TableClient needs -----------------------------------------------------------------

    async def recv(self, decode: bool = False) -> bytes:
        """Return the next message."""
        assert not decode
        while not self._messages:
            if self._is_over:
                raise ConnectionClosedError(None, None)
            self._wanted = asyncio.get_running_loop().create_future()
            await self._wanted
        return self._messages.popleft()

    async def send(self, message: str | bytes, *, text: bool | None = True) -> None:
        """Send a text."""
        assert text
        if self._is_over:
            raise ConnectionClosedError(None, None)
        self._write(_TEXT, message.encode() if isinstance(message, str) else message)

    async def close(self) -> None:
        """Hang up."""
        if not self._is_over:
            self._write(_CLOSE, (1000).to_bytes(2))
            self._end()

    # The connection -------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is of another class
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        self._heard_at, self._is_asking = self._clock(), False
        unparsed = self._unparsed
        unparsed += data
        if self.response is None:
            head, end, rest = bytes(unparsed).partition(b"\r\n\r\n")
            if not end:
                return
            self._unparsed = unparsed = bytearray(rest)
            self._open(head.decode("latin-1"))
        self._take_frames(unparsed)
        if self._messages and self._wanted is not None and not self._wanted.done():
            self._wanted.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that nothing more comes."""
        del exc
        self._end()

    def _open(self, head: str) -> None:
        status, *lines = head.split("\r\n")
        fields = (line.partition(":") for line in lines)
        self.response = _Response(Headers((name, value.strip()) for name, _, value in fields))
        if f" {HTTPStatus.SWITCHING_PROTOCOLS.value} " not in status:
            self._end()
        elif not self.opened.done():
            self.opened.set_result(None)

    def _take_frames(self, unparsed: bytearray) -> None:
        at, there = 0, len(unparsed)
        while there - at >= 2:
            length, begin = unparsed[at + 1], at + 2
            if length >= _LONG:
                width = 2 if length == _LONG else 8
                if there < begin + width:
                    break
                length = int.from_bytes(unparsed[begin : begin + width])
                begin += width
            if there < begin + length:
                break
            self._take(unparsed[at] & 0x0F, bytes(unparsed[begin : begin + length]))
            at = begin + length
        del unparsed[:at]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == _TEXT:
            self._messages.append(payload)
        elif kind == _PING:
            self._write(_PONG, payload)
        elif kind == _CLOSE:
            self._end()

    def _write(self, kind: int, payload: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        length = len(payload)
        if length < _TWO_BYTES:
            head = bytes((_FINAL | kind, _MASKED | length))
        elif length < _EIGHT_BYTES:
            head = bytes((_FINAL | kind, _MASKED | _LONG)) + length.to_bytes(2)
        else:
            head = bytes((_FINAL | kind, _MASKED | _LONGER)) + length.to_bytes(8)
        try:
            self._transport.write(head + _NO_MASK + payload)
        except RuntimeError:  # uvloop gave the connection up while it was being made
            self._end()

    # Silence --------------------------------------------------------------------------------

    def _look(self) -> None:
        """Ask after a silence, as browsers do; give the connection up if nothing answers."""
        silent = self._clock() - self._heard_at
        if self._is_asking or self.response is None:
            self.abort()
        elif silent >= _ASK_SECONDS:
            self._is_asking = True
            self._write(_TEXT, _ASK)
            self._timer = self._later(self._patience, self._look)
        else:
            self._timer = self._later(_ASK_SECONDS - silent, self._look)

    def abort(self) -> None:
        """Give the connection up."""
        if self._transport is not None:
            self._transport.abort()
        self._end()

    def _end(self) -> None:
        if self._is_over:
            return
        self._is_over = True
        self._timer.cancel()
        if self._transport is not None:
            self._transport.close()
        for waiting in (self._wanted, self.opened):
            if waiting is not None and not waiting.done():
                waiting.set_result(None)

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes."""
        return self._is_over


async def open_light(url: str, patience: float, opening: float) -> LightSocket:
    """Connect to a WebSocket; OSError if it is not accepted."""
    parts = urlsplit(url)
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    async with asyncio.timeout(opening):
        _, socket = await asyncio.get_running_loop().create_connection(
            lambda: LightSocket(request.encode(), patience, opening),
            parts.hostname or "",
            parts.port or 80,
        )
    await socket.opened
    if socket.is_over:
        raise ConnectionResetError("the server did not accept the connection")
    return socket
