"""uvicorn's WebSocket, with bounds on what a hostile client can make it store."""

import asyncio
import logging
import socket
from asyncio.transports import BaseTransport
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.speedups import apply_mask
from websockets.streams import StreamReader

__all__ = ["DIRECT", "LINE", "BoundedProtocol"]

#: Extensions of ASGI by which messages are written, and taken, at once: past the layers of the web
#: framework, and without a task for each. The second is the protocol itself, to ``listen`` to.
DIRECT = "tenback.direct"
LINE = "tenback.line"

_LOGGER = logging.getLogger("tenback.server.socket")
#: How many bytes may wait to be sent to a client that goes on sending pings.
_MOST_UNSENT_BYTES = 256 * 1024
#: The most fragments of a message; bytes are counted elsewhere, but a fragment may be empty.
_MOST_PIECES = 64
#: How long a client may take to read the last message before the connection is cut.
_LINGER_SECONDS = 5.0
#: How many messages may wait to be read; a message is bounded, too.
_MOST_UNREAD = 8
#: The first byte of a whole text, and lengths from which the header is longer (RFC 6455, 5.2).
_WHOLE_TEXT = 0x81
_TWO_BYTES, _EIGHT_BYTES = 126, 1 << 16
#: The bit of a length that says that the text is masked, and the bytes before a short masked text.
_MASKED, _SHORT_HEAD = 0x80, 6
#: What the system and this process may keep for a client that does not read. The system would keep
#: megabytes, which are thousands of messages; beyond this the table keeps a few, and says goodbye.
_KERNEL_BYTES, _PROCESS_BYTES = 64 * 1024, 32 * 1024


class BoundedProtocol(WebSocketsSansIOProtocol):
    """Cuts off clients that flood and never read; uvicorn itself would wait for ever."""

    #: Whether the next byte begins a frame.
    _is_between_frames = False
    #: Whether what is written now can be sent soon.
    _is_writable = True
    #: How many bytes may wait to be sent before pings count as an attack.
    most_unsent = _MOST_UNSENT_BYTES
    #: Takes messages as they arrive; until somebody listens they are queued.
    _take: Callable[[str | bytes], None] | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Bound what is kept for a client that does not read."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(_PROCESS_BYTES)
        line: socket.socket | None = transport.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL_BYTES)

    def data_received(self, data: bytes) -> None:
        """Receive data; a short text that is all there, as almost all are, needs no parser."""
        length = len(data) - _SHORT_HEAD
        if (
            self._is_between_frames
            and 0 <= length < _TWO_BYTES
            and data[0] == _WHOLE_TEXT
            and data[1] == _MASKED | length
        ):
            self._hand_on(apply_mask(data[_SHORT_HEAD:], data[2:_SHORT_HEAD]))
            return
        super().data_received(data)
        self._is_between_frames = _is_between_frames(self.conn)

    def handle_ping(self) -> None:
        """Answer a ping, unless answers pile up unread."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > self.most_unsent:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Receive a fragment of a message."""
        if len(self.frames) >= _MOST_PIECES:
            self.transport.abort()
            return
        super().handle_cont(event)

    def handle_connect(self, event: Request) -> None:
        """Offer to write messages, and to have them taken, at once."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            scope: Any = self.scope
            extensions = scope["extensions"]
            extensions[DIRECT] = self.write_texts
            extensions[LINE] = self

    def pause_writing(self) -> None:
        """Note that the client reads too slowly."""
        super().pause_writing()
        self._is_writable = False

    def resume_writing(self) -> None:
        """Note that the client has read."""
        super().resume_writing()
        self._is_writable = True

    def write_texts(self, texts: tuple[bytes, ...]) -> bool:
        """Write messages at once; False if the client must be waited for, or is gone."""
        transport = self.transport
        if not self._is_writable or self.close_sent or transport.is_closing():
            return False
        if len(texts) == 1:
            transport.write(_frame(texts[0]))
        else:
            transport.write(b"".join(map(_frame, texts)))
        return True

    def listen(self, take: Callable[[str | bytes], None]) -> None:
        """Have messages taken as they arrive, those that are queued first."""
        self._take = take
        while not self.queue.empty():
            message: Any = self.queue.get_nowait()
            if message["type"] != "websocket.receive":
                self.queue.put_nowait(message)  # the end, after which nothing comes
                return
            text = message.get("text")
            take(message["bytes"] if text is None else text)
        if self.read_paused:
            self.go_on()

    def hold(self) -> None:
        """Stop reading from the client."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def go_on(self) -> None:
        """Read on."""
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; invalid text closes the connection without a traceback.

        uvicorn would stop reading after every message until it is handled.
        """
        data = b"".join(self.frames)
        self.frames = []
        if self.curr_msg_data_type == "text":
            self._hand_on(data)
        elif not self.close_sent:
            if self._take is not None:
                self._take(data)
            else:
                self._queue({"type": "websocket.receive", "bytes": data})

    def _hand_on(self, data: bytes) -> None:
        """Hand a whole text on."""
        if self.close_sent:
            return
        try:
            text = data.decode()
        except UnicodeDecodeError:
            _LOGGER.info("a client sent a text that is not UTF-8")
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        if self._take is not None:
            self._take(text)
        else:
            self._queue({"type": "websocket.receive", "text": text})

    def _queue(self, message: Any) -> None:
        self.queue.put_nowait(message)
        if self.queue.qsize() >= _MOST_UNREAD:
            self.hold()

    def keepalive_timeout(self) -> None:
        """Cut off a client that does not answer pings, whether or not it reads."""
        super().keepalive_timeout()
        self._cut_later()

    async def run_asgi(self) -> None:
        """Serve the client, then give it limited time to read the last message."""
        try:
            await super().run_asgi()
        finally:
            self._cut_later()

    def _cut_later(self) -> None:
        asyncio.get_running_loop().call_later(_LINGER_SECONDS, self._cut)

    def _cut(self) -> None:
        if not self.disconnected:
            self.transport.abort()


def _is_between_frames(conn: ServerProtocol) -> bool:
    """Whether no frame has begun, and no message of several frames has.

    A parser that waits for a new frame waits in ``at_eof``; within a frame it waits in another.
    """
    waiting: Any = conn.parser
    while waiting.gi_yieldfrom is not None:
        waiting = waiting.gi_yieldfrom
    return waiting.__name__ == StreamReader.at_eof.__name__ and conn.current_size is None


class _Framed:
    """The text that was framed last: most are told to several clients in a row."""

    text, frame = b"", b"\x81\x00"


def _frame(text: bytes) -> bytes:
    if text is not _Framed.text:
        _Framed.text, _Framed.frame = text, _header(len(text)) + text
    return _Framed.frame


@lru_cache(maxsize=1 << 12)
def _header(length: int) -> bytes:
    if length < _TWO_BYTES:
        return bytes((_WHOLE_TEXT, length))
    if length < _EIGHT_BYTES:
        return bytes((_WHOLE_TEXT, 126)) + length.to_bytes(2)
    return bytes((_WHOLE_TEXT, 127)) + length.to_bytes(8)
