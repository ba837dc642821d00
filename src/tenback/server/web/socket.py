"""The WebSocket of one client at one table."""

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromPath

from tenback.server.codes import hash_token, normalise_code
from tenback.server.limits import Bucket
from tenback.server.live.connection import Connection
from tenback.server.live.errors import TableUnavailableError
from tenback.server.live.frames import PONG, encode
from tenback.server.live.hall import Hall
from tenback.server.live.live_table import LiveTable
from tenback.server.nodes.node import ElsewhereError
from tenback.server.nodes.passing import Passing
from tenback.server.nodes.trunk import PassedSocket
from tenback.server.offers import FACES
from tenback.server.refusals import ServerCode
from tenback.server.store import StoreError
from tenback.server.web.gate import Gate, address_of
from tenback.server.web.protocol import DIRECT, LINE
from tenback.server.web.reading import Line, Reader, decode
from tenback.server.wire.messages import Bye, Hello, Moved

__all__ = ["ClientSocket", "play_socket", "serve_client"]

_LOGGER = logging.getLogger("tenback.server.socket")
_HELLO_SECONDS = 10.0
#: How long to wait for a client to read the last message; some never read.
_BYE_SECONDS = 2.0
#: How often a client is told that the line is well while its table is looked for.
_REASSURE_SECONDS = 1.0
#: How messages begin that show a table, and the goodbye of a node that has it no more; the number
#: of the table stands near the beginning.
_VIEWS = tuple(f'{{"type":"{kind}"'.encode() for kind in ("change", "update", "welcome", "resync"))
_PINGS = ('{"type":"ping"}', b'{"type":"ping"}')
_BYE_MOVED = b'{"type":"bye","code":"MOVED"'
_SEQ, _HEAD_BYTES = re.compile(rb'"seq":(\d+)'), 120
#: What a client is told as it is closed, and whether connecting again makes sense.
_CLOSE_CODES: dict[str, int] = {
    ServerCode.SLOW: 4408,
    ServerCode.RATE: 4429,
    ServerCode.NO_TABLE: 4404,
    ServerCode.TOKEN: 4401,
    ServerCode.UNSEATED: 4401,
    ServerCode.FULL: 4409,
    ServerCode.CLOSED: 4410,
    ServerCode.MOVED: 4503,
}
_DEFAULT_CLOSE = 4400
_AGAIN = (
    ServerCode.SLOW,
    ServerCode.RATE,
    ServerCode.FULL,
    ServerCode.STORAGE,
    ServerCode.MOVED,
)
#: Close codes from here on are ours; lower ones mean that the connection broke.
_FIRST_CLOSE = 4000

Socket = WebSocket[Any, Any, State]


class _ClosedError(Exception):
    """The client is gone, or must go for the reason given."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason


class ClientSocket(Protocol):
    """A client's WebSocket, or a channel from the node that it has come to."""

    async def accept(self, *, headers: dict[str, Any] | None = None) -> None:
        """Let the client in."""
        ...

    def receive(self) -> Awaitable[Any]:
        """Return the next message, or that the client is gone."""
        ...

    async def send_data(self, data: str | bytes, mode: Any = "text") -> None:
        """Send a message."""
        ...

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        """End the connection."""
        ...


#: Writes messages at once and says so, unless the client must be waited for.
WriteNow = Callable[[tuple[bytes, ...]], bool]


@websocket("/api/tables/{code:str}/socket")
async def play_socket(socket: Socket, code: FromPath[str], state: State) -> None:
    """Let a client play or watch: first ``hello``, then commands."""
    gate: Gate = state.gate
    address = address_of(socket)
    if not gate.answers_to(socket):
        await socket.close(code=4421, reason=ServerCode.HOST)
        return
    if not gate.admits_origin(socket):
        await socket.close(code=4403, reason=ServerCode.ORIGIN)
        return
    if not gate.admits_socket(address):
        await socket.close(code=4429, reason=ServerCode.RATE)
        return
    gate.count_socket(address, +1)
    extensions: Any = socket.scope["extensions"] or {}
    try:
        await serve_client(
            socket,
            code,
            address,
            state,
            state.passing,
            write_now=extensions.get(DIRECT),
            line=extensions.get(LINE),
        )
    finally:
        gate.count_socket(address, -1)


async def serve_client(  # noqa: PLR0913 - what is known of a client
    socket: ClientSocket,
    code: str,
    address: str,
    state: State,
    passing: Passing | None,
    *,
    write_now: WriteNow | None,
    line: Line | None = None,
) -> None:
    """Serve a client until either side ends it; without ``passing`` the table must be here.

    A client of this node has a ``line`` that can be listened to, without a task for each message.
    """
    hall: Hall = state.hall
    try:
        client = _Client(socket, hall, state.gate, address, passing, write_now, line)
        await client.arrive(code)
        await client.run(code)
    except _ClosedError as closed:
        if closed.reason:
            hall.metrics.closed.labels(closed.reason).inc()
            with contextlib.suppress(Exception):
                async with asyncio.timeout(_BYE_SECONDS):
                    await _say_bye(socket, closed.reason)


async def _say_bye(socket: ClientSocket, reason: str) -> None:
    again = reason in _AGAIN
    await socket.send_data(encode(Bye(reason, f"refusal.{reason}", again)), mode="text")
    await socket.close(code=_CLOSE_CODES.get(reason, _DEFAULT_CLOSE), reason=reason)


class _Client:
    """Reads what one client sends and answers it, or passes it on to the table's node."""

    def __init__(  # noqa: PLR0913, PLR0917 - what is known of a client
        self,
        socket: ClientSocket,
        hall: Hall,
        gate: Gate,
        address: str,
        passing: Passing | None,
        write_now: WriteNow | None,
        line: Line | None,
    ) -> None:
        self._socket = socket
        self._write_now = write_now
        self._line = line
        #: The hello of a client that stays if its table moves, and the last number it has seen.
        self._greeting: Hello | None = None
        self._seen = 0
        self._hall = hall
        self._gate = gate
        self._address = address
        self._passing = passing
        self._place: LiveTable | PassedSocket | _ClosedError = _ClosedError()
        self._limits = hall.config.limits
        self._bucket = Bucket(*self._limits.messages)

    async def arrive(self, code: str) -> None:
        """Find the table, here or at another node, and accept the client.

        The headers of the accepted socket say which node has the table, and in which epoch. A
        client whose table cannot be had yet is accepted meanwhile, and told later.
        """
        finding = asyncio.create_task(self._find_anywhere(code))
        try:
            if not (await asyncio.wait({finding}, timeout=_REASSURE_SECONDS))[0]:
                await self._socket.accept()
                await self._await_place(finding)
                return
            try:
                self._place = await finding
            except _ClosedError as closed:
                self._place = closed
        finally:
            finding.cancel()
        owner = self._owner()
        await self._socket.accept(headers={"tenback-owner": owner} if owner else None)

    async def run(self, code: str) -> None:
        """Greet, then read and write until either side ends it."""
        if isinstance(self._place, _ClosedError):
            raise self._place
        while isinstance(self._place, PassedSocket):
            await self._relay(self._place)
            await self._follow(code)
        assert isinstance(self._place, LiveTable)
        await self._play(self._place, code)

    # At another node --------------------------------------------------------------------------

    async def _relay(self, passed: PassedSocket) -> None:
        """Hand on what the client says, and what the table's node says to it.

        This returns if another node has the table, and the client stays.
        """
        connection = Connection("", self._address, self._limits)
        passed.hear = partial(self._hear, connection)
        writer = self._start_writing(connection)
        reader = asyncio.create_task(self._forward(passed, connection))
        try:
            await asyncio.wait({reader, writer, passed.closed}, return_when=asyncio.FIRST_COMPLETED)
            if passed.closed.done():  # what was said last goes first
                connection.finish(ServerCode.MOVED)
                await asyncio.wait({writer}, timeout=_BYE_SECONDS)
        finally:
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            await passed.leave()
        if not reader.cancelled() and isinstance(reader.exception(), _ClosedError):
            raise _ClosedError  # the client is gone
        if connection.reason == ServerCode.SLOW:
            raise _ClosedError(ServerCode.SLOW)
        code, reason = passed.closed.result()
        is_moved = code is None or code < _FIRST_CLOSE or reason == ServerCode.MOVED
        if is_moved and self._stays and self._passing is not None and not self._passing.is_leaving:
            return
        if code is None or code < _FIRST_CLOSE:
            raise _ClosedError(ServerCode.MOVED)
        await self._socket.close(code=code, reason=reason)  # the node has said why
        raise _ClosedError

    async def _forward(self, passed: PassedSocket, connection: Connection) -> None:
        """Hand on what the client says; a ping is answered here, as the line has its own pulse."""
        if self._greeting is not None:
            hello = msgspec.structs.replace(self._greeting, seen=self._seen)
            await passed.say(encode(hello))
        while True:
            raw = await self._receive_and_note()
            if raw in _PINGS and self._bucket.take():
                connection.push(PONG)
            else:
                await passed.say(raw)

    async def _follow(self, code: str) -> None:
        """Find the table again for a client that stays."""
        finding = asyncio.create_task(self._find_anywhere(code))
        try:
            await self._await_place(finding)
        finally:
            finding.cancel()

    async def _await_place(self, finding: "asyncio.Task[LiveTable | PassedSocket]") -> None:
        """Wait for the table, and tell the client meanwhile that the line is well."""
        while not (await asyncio.wait({finding}, timeout=_REASSURE_SECONDS))[0]:
            await self._tell(PONG)
        self._place = await finding
        await self._tell(encode(Moved(self._owner())))

    async def _tell(self, message: bytes) -> None:
        try:
            await self._send(message)
        except Exception:  # however the client went
            raise _ClosedError from None

    def _hear(self, connection: Connection, message: bytes) -> None:
        """Hand a message on, and note what the client has seen."""
        if self._stays:
            if message.startswith(_BYE_MOVED):
                return
            if message.startswith(_VIEWS) and (told := _SEQ.search(message, 0, _HEAD_BYTES)):
                self._seen = int(told[1])
        connection.push(message)

    async def _receive_and_note(self) -> str | bytes:
        raw = await self._receive()
        if self._greeting is None:
            with contextlib.suppress(msgspec.DecodeError):
                message = decode(raw)
                if isinstance(message, Hello) and message.stays:
                    self._greeting, self._seen = message, message.seen
        return raw

    @property
    def _stays(self) -> bool:
        return self._greeting is not None

    def _owner(self) -> str:
        """Tell which node has the table, and in which epoch; nothing if there is but one."""
        if isinstance(self._place, PassedSocket):
            return self._place.owner
        if isinstance(self._place, LiveTable) and self._hall.ownership.name:
            return f"{self._hall.ownership.name}/{self._place.row.epoch}"
        return ""

    # At this node -----------------------------------------------------------------------------

    def _start_writing(self, connection: Connection) -> "asyncio.Task[None]":
        writer = asyncio.create_task(connection.write_to(self._send))
        connection.cut = writer.cancel
        if self._write_now is not None:
            connection.write_now = self._write_now
        return writer

    async def _play(self, told: LiveTable, code: str) -> None:
        hello = await self._hello() if self._greeting is None else self._greeting
        live = await self._find(code)  # again: it may have been put to sleep meanwhile
        if live.row.epoch != told.row.epoch:
            raise _ClosedError(ServerCode.MOVED)
        face = hello.face if hello.face in FACES else ""
        connection = Connection(
            self._key(live, hello), self._address, self._limits, face, takes_changes=hello.changes
        )
        self._verify_room(live, connection.key)
        if self._hall.ownership.name:  # one of several nodes
            connection.may_tell = partial(self._hall.ownership.owns, live.row)
        live.attach(connection, self._seen if self._stays else hello.seen)
        writer = self._start_writing(connection)
        reader = Reader(live, connection, self._gate, self._limits, self._line)
        if self._line is not None:
            self._line.listen(reader.take)
        leaving = asyncio.create_task(self._read_to_the_end(reader))
        try:
            await asyncio.wait({leaving, writer}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # A client that is gone meanwhile does not stop what has been begun, and nobody waits
            # for it: the database may be away.
            reader.stop()
            live.detach(connection)
            writer.cancel()
            leaving.cancel()
            await asyncio.gather(leaving, writer, return_exceptions=True)
        raise _ClosedError(connection.reason)

    def _verify_room(self, live: LiveTable, key: str) -> None:
        """Refuse one connection too many; those who watch never keep out those who play."""
        others = sum(one.key == key for one in live.audience.connections)
        limits = self._limits
        if others >= (limits.connections_per_seat if key else limits.connections_per_table):
            raise _ClosedError(ServerCode.FULL)

    async def _read_to_the_end(self, reader: Reader) -> None:
        """Read until the client is gone; with a line, its messages go to the reader directly."""
        with contextlib.suppress(_ClosedError):
            while True:
                reader.take(await self._receive())
                await reader.ready()

    async def _find_anywhere(self, code: str) -> LiveTable | PassedSocket:
        passing = self._passing
        if passing is None:
            return await self._find(code)
        typed = normalise_code(code) or ""
        try:
            return await passing.at_owner(
                lambda: self._look(code),
                lambda node: passing.reach_socket(node, typed, self._address),
            )
        except TableUnavailableError as error:
            raise _ClosedError(error.code) from None

    async def _find(self, code: str) -> LiveTable:
        try:
            return await self._look(code)
        except ElsewhereError:
            raise _ClosedError(ServerCode.MOVED) from None

    async def _look(self, code: str) -> LiveTable:
        typed = normalise_code(code)
        self._gate_guess()
        try:
            live = await self._hall.find(typed) if typed else None
        except TableUnavailableError as error:
            raise _ClosedError(error.code) from None
        except StoreError:
            raise _ClosedError(ServerCode.STORAGE) from None
        if live is None:
            self._gate.note_guess(self._address)
            raise _ClosedError(ServerCode.NO_TABLE)
        return live

    def _gate_guess(self) -> None:
        if self._gate.has_guessed_enough(self._address):
            raise _ClosedError(ServerCode.RATE)

    async def _hello(self) -> Hello:
        try:
            async with asyncio.timeout(_HELLO_SECONDS):
                message = decode(await self._receive())
        except (TimeoutError, msgspec.DecodeError):
            raise _ClosedError(ServerCode.HELLO) from None
        if not isinstance(message, Hello):
            raise _ClosedError(ServerCode.HELLO)
        return message

    def _key(self, live: LiveTable, hello: Hello) -> str:
        """Return the key that the client holds a seat by, "" to watch."""
        if not hello.token:
            play = live.table.play
            is_sealed = self._hall.daily.is_sealed(
                live.row.code, 1 if play is None else play.number
            )
            if is_sealed or not live.table.settings.spectators:
                raise _ClosedError(ServerCode.NO_SPECTATORS)
            return ""
        key = hash_token(hello.token)
        if live.table.seat_of(key) is None:
            self._gate.note_guess(self._address)
            raise _ClosedError(ServerCode.TOKEN)
        return key

    async def _receive(self) -> str | bytes:
        message: Any = await self._socket.receive()
        if message["type"] != "websocket.receive":
            raise _ClosedError
        text = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def _send(self, text: str | bytes) -> None:
        await self._socket.send_data(text, mode="text")
