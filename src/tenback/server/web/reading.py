"""What one client sends, taken as it arrives and answered one message after the other."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

import msgspec

from tenback.server.config import Limits
from tenback.server.limits import Bucket
from tenback.server.live.connection import Connection
from tenback.server.live.frames import PONG, encode
from tenback.server.live.live_table import LiveTable
from tenback.server.live.refusing import refuse
from tenback.server.refusals import ServerCode
from tenback.server.web.gate import Gate
from tenback.server.wire.messages import ClientMessage, Do, Hello, Ping

__all__ = ["Line", "Reader", "decode"]

#: How many messages may wait while one is answered; a message is bounded, too.
_MOST_UNREAD = 8
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)  # type: ignore[arg-type]


class Line(Protocol):
    """A connection that calls whoever listens."""

    def listen(self, take: Callable[[str | bytes], None]) -> None:
        """Have messages taken as they arrive, those that are queued first."""
        ...

    def hold(self) -> None:
        """Stop reading."""
        ...

    def go_on(self) -> None:
        """Read on."""
        ...


class Reader:
    """Answers the messages of one client at one table.

    It is called by the connection itself: a task that waits for each message would cost as much
    as answering it. What has been begun is carried out even if the client is gone meanwhile.
    """

    def __init__(
        self, live: LiveTable, connection: Connection, gate: Gate, limits: Limits, line: Line | None
    ) -> None:
        self._live = live
        self._connection = connection
        self._gate = gate
        self._line = line
        self._patience = limits.patience
        self._bucket = Bucket(*limits.messages)
        self._excess = 0
        self._is_busy = False
        self._is_stopped = False
        self._unread: deque[str | bytes] = deque()
        #: What somebody waits for who reads without a line.
        self._ready: asyncio.Future[None] | None = None

    def take(self, raw: str | bytes) -> None:
        """Answer a message, or keep it until those before it are answered."""
        if self._is_busy or self._unread:
            self._unread.append(raw)
            if len(self._unread) >= _MOST_UNREAD and self._line is not None:
                self._line.hold()
        else:
            self._judge(raw)

    async def ready(self) -> None:
        """Wait until everything is answered."""
        if self._is_busy:
            self._ready = asyncio.get_running_loop().create_future()
            await self._ready

    def stop(self) -> None:
        """Answer nothing that has not been begun."""
        self._is_stopped = True

    def _judge(self, raw: str | bytes) -> None:
        """Answer a message, or refuse it, or let it wait: there are limits."""
        if self._is_stopped:
            return
        if not self._bucket.take():
            self._excess += 1
            if self._excess > self._patience:
                self._connection.close(ServerCode.RATE)
            else:
                self._connection.push(encode(refuse(_id_of(raw), ServerCode.RATE)))
            return
        seconds = self._gate.reserve_message(self._connection.address)
        if seconds:
            self._is_busy = True
            asyncio.get_running_loop().call_later(seconds, self._answer_late, raw)
        else:
            self._answer(raw)

    def _answer_late(self, raw: str | bytes) -> None:
        self._is_busy = False
        if not self._is_stopped:
            self._answer(raw)
        self._go_on()

    def _answer(self, raw: str | bytes) -> None:
        connection = self._connection
        try:
            message = decode(raw)
        except msgspec.DecodeError:
            connection.push(encode(refuse(_id_of(raw), ServerCode.MESSAGE)))
            return
        match message:
            case Do():
                self._is_busy = True
                self._live.take(connection, message, self._tell)
            case Ping():
                connection.reassure(PONG)
            case Hello():
                connection.takes_changes = message.changes
                connection.push(self._live.audience.welcome(connection, message.seen))

    def _tell(self, reply: bytes) -> None:
        """Tell the client the answer to a command, unless it has been told."""
        if reply:
            self._connection.push(reply)
        self._is_busy = False
        if self._unread:  # through the loop, so that a busy client lets others in
            asyncio.get_running_loop().call_soon(self._go_on)
        elif self._ready is not None:
            self._go_on()

    def _go_on(self) -> None:
        """Answer what has been waiting."""
        while self._unread and not self._is_busy:
            self._judge(self._unread.popleft())
        if self._unread or self._is_busy:
            return
        if self._line is not None:
            self._line.go_on()
        ready, self._ready = self._ready, None
        if ready is not None and not ready.done():
            ready.set_result(None)


def decode(raw: str | bytes) -> ClientMessage:
    """Read a message; a text that is not even Unicode is as malformed as any other."""
    try:
        return _decoder.decode(raw)
    except (RecursionError, UnicodeError):
        raise msgspec.DecodeError("malformed") from None


class _WithId(msgspec.Struct):
    id: str = ""


def _id_of(raw: str | bytes) -> str:
    """Find the id in a message that is otherwise wrong, so that the client knows which it was."""
    try:
        return msgspec.json.decode(raw, type=_WithId).id[:40]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
