"""The WebSocket of one client at one table."""

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.params import FromPath

from tenback.server.codes import hash_token, normalise_code
from tenback.server.limits import Bucket
from tenback.server.live.connection import Connection
from tenback.server.live.errors import TableUnavailableError
from tenback.server.live.frames import encode
from tenback.server.live.hall import Hall
from tenback.server.live.live_table import LiveTable, refuse
from tenback.server.nodes.inner import IS_INNER
from tenback.server.nodes.node import ElsewhereError
from tenback.server.nodes.passing import PassedSocket, Passing
from tenback.server.offers import FACES
from tenback.server.refusals import ServerCode
from tenback.server.store import StoreError
from tenback.server.web.gate import Gate, address_of
from tenback.server.web.protocol import DIRECT
from tenback.server.wire.messages import Bye, ClientMessage, Do, Hello, Ping, Pong

__all__ = ["play_socket"]

_LOGGER = logging.getLogger("tenback.server.socket")
_HELLO_SECONDS = 10.0
#: How long to wait for a client to read the last message; some never read.
_BYE_SECONDS = 2.0
_PONG = encode(Pong())
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
_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)  # type: ignore[arg-type]

Socket = WebSocket[Any, Any, State]


class _ClosedError(Exception):
    """The client is gone, or must go for the reason given."""

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason)
        self.reason = reason


@websocket("/api/tables/{code:str}/socket")
async def play_socket(socket: Socket, code: FromPath[str], state: State) -> None:
    """Let a client play or watch: first ``hello``, then commands."""
    hall: Hall = state.hall
    gate: Gate = state.gate
    address = address_of(socket)
    is_inner = IS_INNER in socket.scope
    if not is_inner:
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
    try:
        client = _Client(socket, hall, gate, address, None if is_inner else state.passing)
        await client.arrive(code)
        await client.run(code)
    except _ClosedError as closed:
        if closed.reason:
            hall.metrics.closed.labels(closed.reason).inc()
            with contextlib.suppress(Exception):
                async with asyncio.timeout(_BYE_SECONDS):
                    await _say_bye(socket, closed.reason)
    finally:
        if not is_inner:
            gate.count_socket(address, -1)


async def _say_bye(socket: Socket, reason: str) -> None:
    again = reason in _AGAIN
    await socket.send_data(encode(Bye(reason, f"refusal.{reason}", again)), mode="text")
    await socket.close(code=_CLOSE_CODES.get(reason, _DEFAULT_CLOSE), reason=reason)


class _Client:
    """Reads what one client sends and answers it, or passes it on to the table's node."""

    def __init__(
        self, socket: Socket, hall: Hall, gate: Gate, address: str, passing: Passing | None
    ) -> None:
        self._socket = socket
        self._hall = hall
        self._gate = gate
        self._address = address
        self._passing = passing
        self._place: LiveTable | PassedSocket | _ClosedError = _ClosedError()
        self._limits = hall.config.limits
        self._bucket = Bucket(*self._limits.messages)
        self._excess = 0
        self._is_answering = False
        self._is_leaving = False

    async def arrive(self, code: str) -> None:
        """Find the table, here or at another node, and accept the client.

        Who asks how the socket was accepted is told which node has the table, and in which epoch.
        """
        try:
            self._place = await self._find_anywhere(code)
        except _ClosedError as closed:
            self._place = closed
        owner = ""
        if isinstance(self._place, PassedSocket):
            owner = self._place.owner
        elif isinstance(self._place, LiveTable) and self._hall.ownership.name:
            owner = f"{self._hall.ownership.name}/{self._place.row.epoch}"
        await self._socket.accept(headers={"tenback-owner": owner} if owner else None)

    async def run(self, code: str) -> None:
        """Greet, then read and write until either side ends it."""
        match self._place:
            case _ClosedError() as closed:
                raise closed
            case PassedSocket() as passed:
                await self._relay(passed)
            case LiveTable() as live:
                await self._play(live, code)

    async def _relay(self, passed: PassedSocket) -> None:
        code, reason = await passed.relay(self._receive, self._send)
        if code is None or code < _FIRST_CLOSE:
            raise _ClosedError(ServerCode.MOVED)
        await self._socket.close(code=code, reason=reason)  # the node has said why

    async def _play(self, told: LiveTable, code: str) -> None:
        hello = await self._hello()
        live = await self._find(code)  # again: it may have been put to sleep meanwhile
        if live.row.epoch != told.row.epoch:
            raise _ClosedError(ServerCode.MOVED)
        face = hello.face if hello.face in FACES else ""
        connection = Connection(
            self._key(live, hello), self._address, self._limits, face, takes_changes=hello.changes
        )
        if len(live.audience.connections) >= self._limits.connections_per_table:
            raise _ClosedError(ServerCode.FULL)
        connection.may_tell = lambda: self._hall.ownership.is_held
        live.attach(connection, hello.seen)
        writer = asyncio.create_task(connection.write_to(self._send))
        connection.cut = writer.cancel
        extensions: Any = self._socket.scope["extensions"]
        if extensions and DIRECT in extensions:
            connection.write_now = extensions[DIRECT]
        reader = asyncio.create_task(self._read(live, connection))
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            live.detach(connection)
            writer.cancel()
            self._is_leaving = True
            # A client that is gone meanwhile does not stop what has been begun.
            if not self._is_answering:
                reader.cancel()
            results = await asyncio.gather(reader, writer, return_exceptions=True)
        for result in results:
            if isinstance(result, _ClosedError) and result.reason:
                raise result
        raise _ClosedError(connection.reason)

    async def _find_anywhere(self, code: str) -> LiveTable | PassedSocket:
        passing = self._passing
        if passing is None:
            return await self._find(code)
        path = f"/api/tables/{normalise_code(code)}/socket"
        try:
            return await passing.at_owner(
                lambda: self._look(code),
                lambda node: passing.reach_socket(node, path, self._address),
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
                message = _decode(await self._receive())
        except (TimeoutError, msgspec.DecodeError):
            raise _ClosedError(ServerCode.HELLO) from None
        if not isinstance(message, Hello):
            raise _ClosedError(ServerCode.HELLO)
        return message

    def _key(self, live: LiveTable, hello: Hello) -> str:
        """Return the key that the client holds a seat by, "" to watch."""
        if not hello.token:
            if not live.table.settings.spectators:
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

    async def _read(self, live: LiveTable, connection: Connection) -> None:
        while not self._is_leaving:
            raw = await self._receive()
            if not self._bucket.take():
                self._excess += 1
                if self._excess > self._limits.patience:
                    raise _ClosedError(ServerCode.RATE)
                connection.push(encode(refuse(_id_of(raw), ServerCode.RATE)))
                continue
            await self._gate.await_message(self._address)
            await self._answer(live, connection, raw)

    async def _answer(self, live: LiveTable, connection: Connection, raw: str | bytes) -> None:
        try:
            message = _decode(raw)
        except msgspec.DecodeError:
            connection.push(encode(refuse(_id_of(raw), ServerCode.MESSAGE)))
            return
        match message:
            case Ping():
                connection.push(_PONG)
            case Hello():
                connection.takes_changes = message.changes
                connection.push(live.audience.welcome(connection, message.seen))
            case Do():
                self._is_answering = True
                try:
                    answer = await live.answer(connection, message)
                    if answer:
                        connection.push(answer)
                finally:
                    self._is_answering = False


def _decode(raw: str | bytes) -> Do | Hello | Ping:
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
