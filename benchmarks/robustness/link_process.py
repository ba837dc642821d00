"""Links between programs, kept by a process of their own.

In the process of the clients they would be slow whenever thousands of clients come back at once,
and nodes would lose their leases because of that.
"""

import asyncio
import multiprocessing
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from typing import NamedTuple

import uvloop

from .link import Link, Streams

__all__ = ["Line", "LinkProcess"]


class Line(NamedTuple):
    """A link that can be cut: the port to connect to, and its number in the process."""

    port: int
    name: int
    process: "LinkProcess"

    async def cut(self) -> None:
        """Let nothing pass."""
        await self.process.ask("cut", self.name)

    async def mend(self) -> None:
        """Let everything pass."""
        await self.process.ask("mend", self.name)


class LinkProcess:
    """Opens links, cuts and mends them."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._turn = asyncio.Lock()

    async def open(self, target: str | int) -> Line:
        """Open a link to a port of this machine, or to the path of a socket."""
        port, name = await self.ask("open", target)
        return Line(port, name, self)

    async def ask(self, *order: object) -> tuple[int, int]:
        """Give an order, and wait until it is carried out."""

        def ask() -> tuple[int, int]:
            self._pipe.send(order)
            return self._pipe.recv()

        async with self._turn:
            return await asyncio.to_thread(ask)

    async def close(self) -> None:
        """End all links and the process."""
        self._pipe.close()
        await asyncio.to_thread(self._process.join)


def _serve(pipe: "Connection[object, object]") -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_keep_links(pipe))


async def _keep_links(pipe: "Connection[object, object]") -> None:
    links: list[Link] = []
    while True:
        try:
            order = await asyncio.to_thread(pipe.recv)
        except EOFError:
            break
        match order:
            case ("open", str() | int() as target):
                links.append(Link(_way_to(target)))
                await links[-1].open()
                pipe.send((links[-1].port, len(links) - 1))
            case ("cut", int() as name):
                links[name].cut()
                pipe.send((0, name))
            case ("mend", int() as name):
                links[name].mend()
                pipe.send((0, name))
            case _:
                raise ValueError(f"no such order: {order!r}")
    for link in links:
        await link.close()


def _way_to(target: str | int) -> Callable[[], Awaitable[Streams]]:
    if isinstance(target, str):
        return lambda: asyncio.open_unix_connection(target)
    return lambda: asyncio.open_connection("127.0.0.1", target)
