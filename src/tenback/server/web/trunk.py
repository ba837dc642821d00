"""Where other nodes bring their clients: one line from each node, one channel for each client."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from tenback.server.nodes.channels import (
    CLOSE,
    OPEN,
    TAKEN,
    TEXT,
    TRUNK,
    read_frame,
    write_frame,
    write_frames,
)
from tenback.server.nodes.inner import IS_INNER
from tenback.server.refusals import ServerCode
from tenback.server.web.protocol import DIRECT
from tenback.server.web.socket import serve_client

__all__ = ["MOST_UNREAD", "TrunkLine", "serve_trunk"]

#: How many messages of a client may wait to be read; a line of its own would not be read from.
MOST_UNREAD = 256
_GONE = {"type": "websocket.disconnect"}
_LOGGER = logging.getLogger("tenback.server.nodes")
#: How a channel ends that nobody has closed: of a client that floods, and of one we failed.
_FLOODED, _FAILED = (4429, ServerCode.RATE), (1011, "")


@websocket(TRUNK)
async def serve_trunk(socket: WebSocket[Any, Any, State], state: State) -> None:
    """Serve the clients that another node passes on."""
    if IS_INNER not in socket.scope:
        await socket.close(code=4403, reason=ServerCode.ORIGIN)
        return
    await socket.accept()
    await TrunkLine(socket, state).serve()


class TrunkLine:
    """The line from another node, with a channel for each of its clients."""

    def __init__(self, socket: WebSocket[Any, Any, State], state: State) -> None:
        self._socket = socket
        self._state = state
        extensions: Any = socket.scope["extensions"] or {}
        self.write_now: Callable[[tuple[bytes, ...]], bool] = extensions.get(DIRECT) or _wait
        self._channels: dict[int, _Channel] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Read what the other node says until the line ends; then its clients are gone."""
        try:
            while True:
                message: Any = await self._socket.receive()
                if message["type"] != "websocket.receive":
                    break
                self._take(*read_frame(message["text"]))
        finally:
            for channel in self._channels.values():
                channel.take(_GONE)
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def send(self, frame: str) -> None:
        """Send a message about a channel; WebSocketDisconnect if the line has ended."""
        try:
            await self._socket.send_data(frame, mode="text")
        except OSError as ended:  # as uvicorn says it of a connection that is just closing
            raise WebSocketDisconnect(detail=str(ended)) from None

    def _take(self, number: int, mark: str, text: str) -> None:
        if mark == OPEN:
            code, _, address = text.partition(" ")
            channel = self._channels[number] = _Channel(self, number)
            task = asyncio.create_task(self._serve_client(channel, code, address))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif (channel := self._channels.get(number)) is not None:
            if mark == TEXT:
                channel.take({"type": "websocket.receive", "text": text})
            else:
                channel.is_closed = True
                channel.take(_GONE)

    async def _serve_client(self, channel: "_Channel", code: str, address: str) -> None:
        try:
            await serve_client(
                channel, code, address, self._state, None, write_now=channel.write_now
            )
        except WebSocketDisconnect:
            channel.is_closed = True  # the line has ended, and its clients with it
        except Exception:
            _LOGGER.exception("table %s: a client of another node could not be served", code)
        finally:
            del self._channels[channel.number]
            if not channel.is_closed:  # or the other node would wait for ever
                with suppress(Exception):
                    await channel.close(*(_FLOODED if channel.is_flooded else _FAILED))


def _wait(texts: tuple[bytes, ...]) -> bool:
    del texts
    return False


class _Channel:
    """A client of another node, as if it were here."""

    def __init__(self, line: TrunkLine, number: int) -> None:
        self.number = number
        #: Whether either side has ended it, and whether the client said more than could be read.
        self.is_closed = self.is_flooded = False
        self._line = line
        self._unread: asyncio.Queue[dict[str, str]] = asyncio.Queue()

    def take(self, message: dict[str, str]) -> None:
        """Keep what the client said until it is read; one that floods is gone."""
        if message is _GONE or self._unread.qsize() < MOST_UNREAD:
            self._unread.put_nowait(message)
        elif not self.is_flooded:
            self.is_flooded = True
            self._unread.put_nowait(_GONE)

    async def accept(self, *, headers: dict[str, Any] | None = None) -> None:
        """Tell the other node that the client is here, and who owns its table."""
        owner = headers["tenback-owner"] if headers else ""
        await self._line.send(write_frame(self.number, TAKEN, owner))

    async def receive(self) -> Any:
        """Return the next message of the client."""
        return await self._unread.get()

    async def send_data(self, data: str | bytes, mode: Any = "text") -> None:
        """Send a message to the client."""
        del mode
        text = data if isinstance(data, str) else data.decode()
        await self._line.send(write_frame(self.number, TEXT, text))

    def write_now(self, texts: tuple[bytes, ...]) -> bool:
        """Write messages to the client at once; False if the line must be waited for."""
        return self._line.write_now(write_frames(self.number, texts))

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """End the channel."""
        self.is_closed = True
        await self._line.send(write_frame(self.number, CLOSE, f"{code} {reason or ''}"))
