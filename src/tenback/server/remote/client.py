"""A client of one table, light enough for thousands of them in one process.

It decodes no more of a message than it must: views are decoded only when they are used.
"""

import asyncio
import itertools
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tenback.server.remote.address import TableLink
from tenback.server.remote.calls import call
from tenback.server.wire.changes import with_change
from tenback.server.wire.http import NewSeat, NewTable, Seated
from tenback.server.wire.messages import Change, Do, Done, Hello, Refused, Resync
from tenback.server.wire.views import Own, TableView
from tenback.table import Command

__all__ = ["ConnectionLostError", "Head", "Reply", "TableClient", "open_table", "take_seat"]

#: The answer to a command.
Reply = Done | Refused | Resync

_encoder = msgspec.json.Encoder()
_VIEWS = ("change", "update", "welcome", "resync")
#: Changes that nobody has looked at are put together now and then.
_MOST_CHANGES = 50
_REPLIES = ("done", "refused", "resync")
_OPEN_SECONDS = 10.0


class ConnectionLostError(Exception):
    """The connection ended before the answer came; ``code`` is the server's reason, if any."""

    def __init__(self, code: str = "") -> None:
        super().__init__(code or "the connection is lost")
        self.code = code


class Head(msgspec.Struct, frozen=True):
    """The part that is decoded of every message."""

    type: str
    seq: int = 0
    id: str = ""
    code: str = ""
    owner: str = ""


class _View(msgspec.Struct, frozen=True):
    """The view in a message, decoded when it is used."""

    table: TableView
    own: Own | None


class _Plain(msgspec.Struct):
    """The view in a message as plain JSON, over which changes are put."""

    table: dict[str, Any]
    own: dict[str, Any] | None

    def read(self) -> _View:
        """Return the view."""
        return msgspec.convert({"table": self.table, "own": self.own}, _View, str_keys=True)


_read_head = msgspec.json.Decoder(Head).decode
_read_view = msgspec.json.Decoder(_View).decode
_read_plain = msgspec.json.Decoder(_Plain).decode
_read_change = msgspec.json.Decoder(Change).decode
_read_reply: Callable[[bytes], Reply] = msgspec.json.Decoder(Reply).decode  # type: ignore[arg-type]


async def open_table(server: str, table: NewTable) -> Seated:
    """Open a table at ``http://HOST:PORT`` and take its first seat; raises RemoteError."""
    return await asyncio.to_thread(call, f"{server}/api/tables", Seated, table)


async def take_seat(server: str, code: str, seat: NewSeat) -> Seated:
    """Take a seat at a table; raises RemoteError if refused."""
    return await asyncio.to_thread(call, TableLink(server, code).seats, Seated, seat)


async def _dial(url: str, source: str) -> ClientConnection:
    options: dict[str, Any] = {"local_addr": (source, 0)} if source else {}
    return await connect(
        url,
        compression=None,
        proxy=None,
        ping_interval=None,
        open_timeout=_OPEN_SECONDS,
        close_timeout=1,
        **options,
    )


class TableClient:
    """Plays or, without a token, watches at a table; after a lost connection ``connect`` resumes.

    ``watch`` is called with every message: its head and its bytes. ``source`` is the address to
    connect from, if this machine has several. With ``changes`` the server is asked for changes
    instead of whole views. ``dial`` opens another kind of WebSocket.
    """

    def __init__(  # noqa: PLR0913 - what a client may be given
        self,
        server: str,
        code: str,
        token: str = "",
        watch: Callable[[Head, bytes], None] | None = None,
        *,
        source: str = "",
        changes: bool = False,
        dial: Callable[[str], Awaitable[Any]] | None = None,
    ) -> None:
        self.code = code
        self.token = token
        #: The ``seq`` of the last view received.
        self.seq = 0
        self._url = TableLink(server, code).socket
        self._watch = watch
        #: Which node has the table and in which epoch, if the server is one of several.
        self.owner = ""
        self._dial = dial or partial(_dial, source=source)
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._waiting: dict[str, asyncio.Future[Reply]] = {}
        #: What is not answered yet, to be sent again if the table moves.
        self._unanswered: dict[str, bytes] = {}
        self._is_moved = False
        self._resending: asyncio.Task[None] | None = None
        self._news: asyncio.Future[None] | None = None
        self._changes = changes
        #: The last whole view, what it became by changes, and changes that are not in it yet.
        self._shown = b""
        self._plain: _Plain | None = None
        self._unread: list[bytes] = []
        self._view: _View | None = None
        self._bye = ""
        name = secrets.token_hex(4)
        self._ids = (f"{name}-{number}" for number in itertools.count(1))

    # What the table looks like --------------------------------------------------------------

    @property
    def is_connected(self) -> bool:
        """Whether a connection is open."""
        return self._reader is not None and not self._reader.done()

    @property
    def table(self) -> TableView:
        """The table in the last view."""
        return self._look().table

    @property
    def own(self) -> Own | None:
        """What only this seat may see, in the last view."""
        return self._look().own

    def _look(self) -> _View:
        if self._view is None:
            self._put_together()
            plain = self._plain
            self._view = _read_view(self._shown) if plain is None else plain.read()
        return self._view

    def _put_together(self) -> None:
        """Put the changes over the last whole view."""
        for raw in self._unread:
            plain = self._plain or _read_plain(self._shown)
            self._plain = _Plain(*with_change(plain.table, plain.own, _read_change(raw)))
        self._unread.clear()

    # Connecting -----------------------------------------------------------------------------

    async def connect(self, server: str = "") -> None:
        """Connect and receive the table; raises ConnectionLostError if that fails.

        ``server`` is another server that has the table, instead of the one before.
        """
        await self.close()
        if server:
            self._url = TableLink(server, self.code).socket
        try:
            socket = await self._dial(self._url)
        except (OSError, EOFError, InvalidHandshake, TimeoutError) as error:
            raise ConnectionLostError(type(error).__name__) from None
        self._socket, self._bye = socket, ""
        assert socket.response is not None
        self.owner = socket.response.headers.get("tenback-owner", "")
        shown = self._news = asyncio.get_running_loop().create_future()
        self._reader = asyncio.create_task(self._read(socket))
        await self.send(
            _encoder.encode(Hello(self.token, self.seq, changes=self._changes, stays=True))
        )
        await shown

    async def close(self) -> None:
        """Close the connection; the seat stays ours."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader
        self._socket, self._reader = None, None

    async def _read(self, socket: ClientConnection) -> None:
        try:
            while True:
                self._take(await socket.recv(decode=False))
        except ConnectionClosed:
            pass
        finally:
            await socket.close()
            lost = ConnectionLostError(self._bye)
            news, self._news = self._news, None
            waiting, self._waiting = self._waiting, {}
            for future in (news, *waiting.values()):
                if future is not None and not future.done():
                    future.set_exception(lost)
                    future.exception()  # nobody has to be waiting for it

    def _take(self, raw: bytes) -> None:
        head = _read_head(raw)
        if self._watch is not None:
            self._watch(head, raw)
        if head.type == "moved":
            self.owner, self._is_moved = head.owner, True
        elif head.type == "welcome" and self._is_moved:
            self._is_moved = False
            self._resending = asyncio.create_task(self._send_again())
        if head.type in _VIEWS:
            self.seq, self._view = head.seq, None
            if head.type == "change":
                self._unread.append(raw)
                if len(self._unread) > _MOST_CHANGES:
                    self._put_together()
            else:
                self._shown, self._plain = raw, None
                self._unread.clear()
            if self._news is not None:
                news, self._news = self._news, None
                if not news.done():
                    news.set_result(None)
        if head.type in _REPLIES:
            future = self._waiting.pop(head.id, None)
            if future is not None and not future.done():
                future.set_result(_read_reply(raw))
        elif head.type == "bye":
            self._bye = head.code

    # Acting ---------------------------------------------------------------------------------

    def new_id(self) -> str:
        """Return an id that this client has not used for a command yet."""
        return next(self._ids)

    async def do(self, command: Command, *, command_id: str = "", seen: int | None = None) -> Reply:
        """Send a command and wait for the answer.

        After a ConnectionLostError it is safe to send it again with the same id.
        """
        command_id = command_id or self.new_id()
        future = self._waiting[command_id] = asyncio.get_running_loop().create_future()
        message = Do(command_id, command, self.seq if seen is None else seen)
        encoded = self._unanswered[command_id] = _encoder.encode(message)
        try:
            await self.send(encoded)
            return await future
        finally:
            self._waiting.pop(command_id, None)
            self._unanswered.pop(command_id, None)

    async def _send_again(self) -> None:
        """Send what another server may not have answered."""
        with suppress(ConnectionLostError):
            for message in list(self._unanswered.values()):
                await self.send(message)

    async def send(self, message: str | bytes, *, text: bool | None = True) -> None:
        """Send a message unchanged, by default in a text frame."""
        if self._socket is None or not self.is_connected:
            raise ConnectionLostError(self._bye)
        try:
            await self._socket.send(message, text=text)
        except ConnectionClosed:
            raise ConnectionLostError(self._bye) from None

    async def newer(self, seq: int) -> None:
        """Wait for a view newer than ``seq``."""
        while self.seq <= seq:
            if not self.is_connected:
                raise ConnectionLostError(self._bye)
            if self._news is None:
                self._news = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._news)
