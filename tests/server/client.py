"""A client for tests, in plain JSON. It keeps every frame it is sent, as text."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncGenerator, Callable
from typing import Any

from tests.server.serving import Json, Served
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

__all__ = ["PATIENCE", "Client", "joined"]

#: Seconds to wait for what should come at once. It is long because a machine may be slow.
PATIENCE = 120
_numbers = itertools.count(1)


class Client:
    """One seat, or a spectator, over any number of connections."""

    def __init__(self, url: str, token: str = "", seat: int | None = None) -> None:
        self.seat = seat
        self.token = token
        self.frames: list[str] = []
        self.sent: list[Json] = []
        #: The table, the own part and the sequence number that it was shown last.
        self.table: Json = {}
        self.own: Json | None = None
        self.seq = 0
        self.closed: tuple[int | None, str] | None = None
        self._url = url
        self._answers: dict[str, Json] = {}
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    @property
    def last(self) -> Json:
        """The last message."""
        return json.loads(self.frames[-1])

    @property
    def play(self) -> Json:
        """The game on the table."""
        return self.table["play"]

    @property
    def is_over(self) -> bool:
        return self.table["stage"] == "over"

    @property
    def is_to_move(self) -> bool:
        return self.table["stage"] == "playing" and self.play["to_move"] == self.seat

    def messages(self, kind: str | None = None) -> list[Json]:
        """Return the messages received so far: all of them, or those of one type."""
        read: list[Json] = [json.loads(frame) for frame in self.frames]
        return [one for one in read if kind in (None, one["type"])]

    def happenings(self, kind: str | None = None) -> list[Json]:
        """Return the happenings this client was told: all of them, or those of one type."""
        told = [one for message in self.messages() for one in message.get("happenings", ())]
        return [one for one in told if kind in (None, one["type"])]

    async def connect(self, seen: int = 0, *, hello: bool = True, **options: Any) -> None:
        """Connect, and wait until greeted or turned away."""
        self.closed = None
        before = len(self.frames)
        self._socket = await connect(self._url, max_size=2**22, **options)
        self._reader = asyncio.create_task(self._read(self._socket))
        if hello:
            # A server that turns a client away may close before it reads the hello.
            with contextlib.suppress(ConnectionClosed):
                await self.send({"type": "hello", "token": self.token, "seen": seen})
            await self.until(lambda: self._is_greeted(before) or self.closed is not None)

    def _is_greeted(self, before: int) -> bool:
        """Whether a message about the table has come, not just one about the connection."""
        kinds = (json.loads(frame)["type"] for frame in self.frames[before:])
        return any(kind not in {"pong", "moved"} for kind in kinds)

    async def reconnect(self, seen: int | None = None) -> None:
        """Lose the connection and resume it."""
        await self.disconnect()
        await self.connect(self.seq if seen is None else seen)

    async def disconnect(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def send(self, message: object) -> None:
        assert self._socket is not None
        text = message if isinstance(message, str | bytes) else json.dumps(message)
        await self._socket.send(text)

    async def do(
        self, command: str, /, *, seen: int | None = None, id: str = "", **fields: Any
    ) -> Json:
        """Send a command and wait for the answer to it."""
        message: Json = {
            "type": "do",
            "id": id or f"c{next(_numbers)}",
            "command": {"type": command, **fields},
            "seen": self.seq if seen is None else seen,
        }
        self.sent.append(message)
        self._answers.pop(message["id"], None)
        await self.send(message)
        await self.until(lambda: message["id"] in self._answers or self.closed is not None)
        return self._answers.get(message["id"], {"type": "closed"})

    async def done(self, command: str, /, **fields: Any) -> Json:
        """Send a command that must be carried out, and wait until its effect is shown here."""
        answer = await self.do(command, **fields)
        assert answer["type"] == "done", answer
        await self.until(lambda: self.seq >= answer["seq"])
        return answer

    async def until(self, test: Callable[[], object]) -> None:
        """Wait until a test passes; it is tried again after every message."""
        async with asyncio.timeout(PATIENCE):
            while not test():
                self._changed.clear()
                await self._changed.wait()

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for raw in socket:
                self._note(str(raw))
        except ConnectionClosed:
            pass
        finally:
            self.closed = (socket.close_code, socket.close_reason or "")
            self._changed.set()

    def _note(self, raw: str) -> None:
        self.frames.append(raw)
        message: Json = json.loads(raw)
        if message["type"] in ("welcome", "update", "resync"):
            self.table, self.own, self.seq = message["table"], message["own"], message["seq"]
        if message["type"] in ("done", "refused", "resync"):
            self._answers[message["id"]] = message
        self._changed.set()


@contextlib.asynccontextmanager
async def joined(served: Served, *seats: Json, spectators: int = 0) -> AsyncGenerator[list[Client]]:
    """Connect the holders of seats, then spectators, at one table."""
    code = seats[0]["code"]
    url = served.socket_url(code)
    clients = [Client(url, one["token"], one["seat"]) for one in seats]
    clients += [Client(url) for _ in range(spectators)]
    try:
        for client in clients:
            await client.connect()
        yield clients
    finally:
        for client in clients:
            await client.disconnect()
