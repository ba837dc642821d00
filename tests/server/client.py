"""A client for tests, in plain JSON: it keeps every frame it is sent, as text."""

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

#: Seconds to wait for something that ought to come at once, on however slow a machine.
PATIENCE = 120
_numbers = itertools.count(1)


class Client:
    """One seat, or a spectator; through as many connections as it takes."""

    def __init__(self, url: str, token: str = "", seat: int | None = None) -> None:
        self.seat = seat
        self.token = token
        self.frames: list[str] = []
        self.sent: list[Json] = []
        #: The last table, own part and number it was shown.
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
        """Return what was received so far, of one type."""
        read: list[Json] = [json.loads(frame) for frame in self.frames]
        return [one for one in read if kind in (None, one["type"])]

    def happenings(self, kind: str | None = None) -> list[Json]:
        """Return what this client was told to have happened."""
        told = [one for message in self.messages() for one in message.get("happenings", ())]
        return [one for one in told if kind in (None, one["type"])]

    async def connect(self, seen: int = 0, *, hello: bool = True, **options: Any) -> None:
        """Connect, and wait until greeted or turned away."""
        self.closed = None
        before = len(self.frames)
        self._socket = await connect(self._url, max_size=2**22, **options)
        self._reader = asyncio.create_task(self._read(self._socket))
        if hello:
            # A server that turns one away at the door may do so before it reads the greeting.
            with contextlib.suppress(ConnectionClosed):
                await self.send({"type": "hello", "token": self.token, "seen": seen})
            await self.until(lambda: self._is_greeted(before) or self.closed is not None)

    def _is_greeted(self, before: int) -> bool:
        """Whether something has come that is about the table, and not about the line."""
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
        """Send a command that must be carried out, and wait until it is seen here."""
        answer = await self.do(command, **fields)
        assert answer["type"] == "done", answer
        await self.until(lambda: self.seq >= answer["seq"])
        return answer

    async def until(self, test: Callable[[], object]) -> None:
        """Wait until something is so; every message is a reason to look again."""
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
