"""A link between two programs that can be cut: what is on its way waits, or is lost with it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

__all__ = ["Link"]

_PIECE = 1 << 16
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Link:
    """Listens on a port of its own and hands everything on, as long as it is not cut.

    While it is cut nothing arrives and nobody is told so, as on a broken network. When it is
    mended, what was on its way arrives late, unless the connection was given up meanwhile.
    """

    def __init__(self, reach: Callable[[], Awaitable[Streams]]) -> None:
        self._reach = reach
        self._whole = asyncio.Event()
        self._whole.set()
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        """The port to connect to."""
        assert self._server is not None
        return self._server.sockets[0].getsockname()[1]

    async def open(self) -> None:
        """Begin to listen."""
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0, backlog=2048)

    def cut(self) -> None:
        """Let nothing pass."""
        self._whole.clear()

    def mend(self) -> None:
        """Let everything pass."""
        self._whole.set()

    async def close(self) -> None:
        """End all connections."""
        assert self._server is not None
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        streams = [writer]
        try:
            await self._whole.wait()
            there_reader, there_writer = await self._reach()
            streams.append(there_writer)
            await asyncio.gather(
                self._hand_on(reader, there_writer), self._hand_on(there_reader, writer)
            )
        except (OSError, EOFError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            for stream in streams:
                with suppress(OSError):
                    stream.close()

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(_PIECE):
            await self._whole.wait()
            writer.write(piece)
            await writer.drain()
        await self._whole.wait()
        raise EOFError  # one side has closed: end the other
