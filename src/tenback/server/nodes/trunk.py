"""A line to another node: all clients that are passed on to it share one connection."""

import asyncio
import itertools
from collections.abc import Callable
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tenback.server.nodes.channels import CLOSE, OPEN, TAKEN, TEXT, TRUNK, read_frame, write_frame
from tenback.server.nodes.inner import KEY_HEADER
from tenback.server.nodes.node import Node

__all__ = ["PassedSocket", "Trunk", "UnreachableError"]

_CONNECT_SECONDS = 0.7
#: How often the other node is asked for a sign of life, and how long it may be silent. Nobody can
#: have its tables before its lease has run out: there is no hurry, and a node that is busy with
#: those who come back must not lose them again.
_PULSE_SECONDS, _SILENT_SECONDS = 0.5, 1.5


class UnreachableError(Exception):
    """Nothing was sent: the node cannot be reached."""


class PassedSocket:
    """A client's socket, passed on to the owner of its table: a channel of a line."""

    def __init__(self, trunk: "Trunk", number: int) -> None:
        self._trunk = trunk
        self._number = number
        loop = asyncio.get_running_loop()
        #: Who the owner is and in which epoch, once it has the client.
        self.taken: asyncio.Future[str] = loop.create_future()
        #: The code and the reason the owner ended it with; None if the line broke.
        self.closed: asyncio.Future[tuple[int | None, str]] = loop.create_future()
        #: Called with every message to the client.
        self.hear: Callable[[bytes], object] = lambda _: None

    @property
    def owner(self) -> str:
        """How the owner calls itself, and the epoch."""
        return self.taken.result()

    async def say(self, said: str | bytes) -> None:
        """Hand on what the client says; if the line has ended, that is noted elsewhere."""
        with suppress(ConnectionClosed):
            await self._trunk.send(write_frame(self._number, TEXT, _as_text(said)))

    async def leave(self) -> None:
        """Tell the owner that the client is gone."""
        if not self.closed.done():
            self.end(None, "")
            with suppress(ConnectionClosed):
                await self._trunk.send(write_frame(self._number, CLOSE))

    def end(self, code: int | None, reason: str) -> None:
        """Note that nothing more comes."""
        if not self.taken.done():
            self.taken.set_exception(UnreachableError)
            self.taken.exception()  # whoever waited may be gone
        if not self.closed.done():
            self.closed.set_result((code, reason))
        self._trunk.forget(self._number)


def _as_text(said: str | bytes) -> str:
    """Return a message as text; one that is none becomes a single character, which nobody can read.

    Each of its bytes as a character of its own would be three bytes: longer than a message may be,
    and the owner would cut the line of all clients.
    """
    if isinstance(said, str):
        return said
    try:
        return said.decode()
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"


class Trunk:
    """A line on which clients are passed on; it is cut when the other side is silent."""

    def __init__(self, socket: ClientConnection, on_end: Callable[["Trunk"], object]) -> None:
        self._socket = socket
        self._on_end = on_end
        self._channels: dict[int, PassedSocket] = {}
        self._numbers = itertools.count(1)
        self._tasks = [
            asyncio.create_task(self._read(), name="trunk"),
            asyncio.create_task(self._feel(), name="pulse"),
        ]

    @classmethod
    async def lay(cls, node: Node, on_end: Callable[["Trunk"], object]) -> "Trunk":
        """Connect to a node."""
        try:
            socket = await connect(
                f"ws://{node.address}{TRUNK}",
                additional_headers={KEY_HEADER: node.key},
                compression=None,
                ping_interval=None,
                open_timeout=_CONNECT_SECONDS,
                close_timeout=1,
                max_size=None,
                max_queue=None,
                proxy=None,
            )
        except (OSError, EOFError, InvalidHandshake, TimeoutError):
            raise UnreachableError from None
        return cls(socket, on_end)

    @property
    def clients(self) -> int:
        """How many clients are passed on."""
        return len(self._channels)

    async def open(self, code: str, address: str) -> PassedSocket:
        """Ask the node for a table, for a client of that address."""
        number = next(self._numbers)
        passed = self._channels[number] = PassedSocket(self, number)
        try:
            await self.send(write_frame(number, OPEN, f"{code} {address}"))
            await asyncio.shield(passed.taken)
        except ConnectionClosed:
            raise UnreachableError from None
        except BaseException:
            await passed.leave()
            raise
        return passed

    async def send(self, frame: str) -> None:
        """Send a message about a channel."""
        await self._socket.send(frame)

    def forget(self, number: int) -> None:
        """Forget a channel."""
        self._channels.pop(number, None)

    def let_go(self) -> None:
        """End all channels; their clients are told to come again."""
        for passed in list(self._channels.values()):
            passed.end(None, "")

    async def close(self) -> None:
        """Close the line."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Exception):
            await self._socket.close()

    async def _read(self) -> None:
        try:
            while True:
                number, mark, text = read_frame(await self._socket.recv(decode=False))
                passed = self._channels.get(number)
                if passed is not None:
                    self._take(passed, mark, text)
        except ConnectionClosed:
            pass
        finally:
            self._on_end(self)
            self.let_go()

    def _take(self, passed: PassedSocket, mark: str, text: bytes) -> None:
        if mark == TEXT:
            passed.hear(text)
        elif mark == TAKEN and not passed.taken.done():
            passed.taken.set_result(text.decode())
        elif mark == CLOSE:
            code, _, reason = text.decode().partition(" ")
            passed.end(int(code), reason)

    async def _feel(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(_PULSE_SECONDS)
                try:
                    # Sending waits, too, if the other side does not read.
                    async with asyncio.timeout(_SILENT_SECONDS):
                        await (await self._socket.ping())
                except TimeoutError:
                    self._socket.transport.abort()
                    return
