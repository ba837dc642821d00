"""uvicorn's WebSocket, with bounds on what a hostile client can make it store."""

import asyncio
import logging

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

__all__ = ["BoundedProtocol"]

_LOGGER = logging.getLogger("tenback.server.socket")
#: How many bytes may wait to be sent before a client's pings count as an attack.
_MOST_UNSENT_BYTES = 256 * 1024
#: The most fragments of a message; bytes are counted elsewhere, but a fragment may be empty.
_MOST_PIECES = 64
#: How long a client may take to read the last message before the connection is cut.
_LINGER_SECONDS = 5.0


class BoundedProtocol(WebSocketsSansIOProtocol):
    """Cuts off clients that flood and never read; uvicorn itself would wait for ever."""

    def handle_ping(self) -> None:
        """Answer a ping, unless answers pile up unread."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > _MOST_UNSENT_BYTES:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Receive a fragment of a message."""
        if len(self.frames) >= _MOST_PIECES:
            self.transport.abort()
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; invalid text closes the connection without a traceback."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                _LOGGER.info("a client sent a text that is not UTF-8")
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

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
