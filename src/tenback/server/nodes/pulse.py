"""Heartbeats of the nodes that sockets are passed on to: sockets to a silent node are cut.

There is one request for each node, not one for each socket.
"""

import asyncio
from collections import defaultdict

import httpx
from websockets.asyncio.client import ClientConnection

from tenback.server.nodes.inner import KEY_HEADER, PULSE
from tenback.server.nodes.node import Node

__all__ = ["Pulse"]

_EVERY_SECONDS = 0.5
_SILENT_SECONDS = 1.0


class Pulse:
    """Cuts the sockets to a node that has not answered for a while."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self._open: dict[int, set[ClientConnection]] = defaultdict(set)
        self._tasks: dict[int, asyncio.Task[None]] = {}

    @property
    def sockets(self) -> int:
        """How many sockets are passed on."""
        return sum(map(len, self._open.values()))

    def add(self, node: Node, socket: ClientConnection) -> None:
        """Watch over a socket to a node."""
        self._open[node.id].add(socket)
        if node.id not in self._tasks:
            self._tasks[node.id] = asyncio.create_task(self._feel(node), name=f"pulse {node.name}")

    def remove(self, node: Node, socket: ClientConnection) -> None:
        """Forget a socket that is closed."""
        self._open[node.id].discard(socket)

    async def let_go(self) -> None:
        """Close all sockets; their clients are told to come again."""
        sockets = [socket for many in self._open.values() for socket in many]
        await asyncio.gather(*(socket.close() for socket in sockets), return_exceptions=True)

    async def close(self) -> None:
        """Stop."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _feel(self, node: Node) -> None:
        clock = asyncio.get_running_loop().time
        answered = clock()
        while self._open[node.id]:
            await asyncio.sleep(_EVERY_SECONDS)
            asked = clock()
            try:
                await self._http.get(
                    f"http://{node.address}{PULSE}",
                    headers={KEY_HEADER: node.key},
                    timeout=_SILENT_SECONDS,
                )
                answered = asked
            except httpx.HTTPError:
                if clock() - answered >= _SILENT_SECONDS:
                    for socket in list(self._open[node.id]):
                        socket.transport.abort()
                    break
        del self._open[node.id], self._tasks[node.id]
