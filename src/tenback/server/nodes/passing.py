"""Passing clients on to the node that owns their table."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import httpx
from litestar import Request, Response
from litestar.datastructures import State

from tenback.server.live.errors import TableUnavailableError
from tenback.server.nodes.inner import CLIENT_HEADER, KEY_HEADER
from tenback.server.nodes.node import ElsewhereError, Node
from tenback.server.nodes.trunk import PassedSocket, Trunk, UnreachableError
from tenback.server.refusals import ServerCode
from tenback.server.store import StoreError

__all__ = ["Passing"]

Found = TypeVar("Found")
Reached = TypeVar("Reached")
AnyRequest = Request[Any, Any, State]
#: Reads the nodes there are.
ListNodes = Callable[[], Awaitable[list[Node]]]

_CONNECT_SECONDS, _ANSWER_SECONDS = 1.0, 20.0
#: How often the lease of a node is looked at that cannot be reached.
_LOOK_SECONDS = 0.1
#: For how long a node that lives but cannot be reached is not tried again. Clients that are sent
#: away at once find a way to it elsewhere, in the time that they would have waited here.
_SEVERED_SECONDS = 1.0
#: Headers of a request that the owner needs, and of an answer that are about its connection alone.
_SENT = ("accept", "accept-encoding", "authorization", "content-type")
_OWN = ("connection", "content-length", "date", "keep-alive", "transfer-encoding")


class Passing:
    """Reaches other nodes."""

    def __init__(self, list_nodes: ListNodes) -> None:
        limits = httpx.Limits(max_connections=200, max_keepalive_connections=20)
        self._http = httpx.AsyncClient(limits=limits, trust_env=False)
        self._list_nodes = list_nodes
        #: Whether this node is about to end, and clients cannot stay.
        self.is_leaving = False
        #: The lines to other nodes, by their numbers, and the trunks that have been laid.
        self._lines: dict[int, asyncio.Task[Trunk]] = {}
        self._trunks: set[Trunk] = set()
        #: Nodes that cannot be reached, and whose lease is waited for.
        self._watches: dict[int, asyncio.Task[bool]] = {}
        #: Until when nodes are taken to be out of reach though they live, by the loop's clock.
        self._severed_until: dict[int, float] = {}

    @property
    def sockets(self) -> int:
        """How many sockets are passed on."""
        return sum(trunk.clients for trunk in self._trunks)

    def let_go(self) -> None:
        """Have all clients that are passed on come again, to another node."""
        self.is_leaving = True
        for trunk in self._trunks:
            trunk.let_go()

    async def close(self) -> None:
        """Close all connections."""
        tasks: list[asyncio.Task[Any]] = [*self._lines.values(), *self._watches.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for trunk in list(self._trunks):
            await trunk.close()
        await self._http.aclose()

    # Finding the owner ------------------------------------------------------------------------

    async def at_owner(
        self,
        find: Callable[[], Awaitable[Found]],
        reach: Callable[[Node], Awaitable[Reached]],
    ) -> Found | Reached:
        """Find a table here, or else reach its owner.

        If the owner is gone, this waits until its lease has run out and the table can be taken. If
        it is not, but cannot be reached from here, the client has to try at another node.
        """
        while True:
            try:
                return await find()
            except ElsewhereError as elsewhere:
                node = elsewhere.node
            if self._is_severed(node):
                raise TableUnavailableError(ServerCode.MOVED)
            if node.id not in self._watches:
                try:
                    return await reach(node)
                except UnreachableError:
                    pass
            if not await self._is_outlived(node):
                raise TableUnavailableError(ServerCode.MOVED)

    def _is_severed(self, node: Node) -> bool:
        now = asyncio.get_running_loop().time()
        return self._severed_until.get(node.id, now) > now

    async def _is_outlived(self, node: Node) -> bool:
        """Wait until the lease of a node runs out, or is renewed: the node lives.

        However many clients wait for the same node, one of them looks, for all.
        """
        watch = self._watches.get(node.id)
        if watch is None:
            watch = self._watches[node.id] = asyncio.create_task(self._watch(node))
            watch.add_done_callback(lambda _: self._watches.pop(node.id))
        return await asyncio.shield(watch)

    async def _watch(self, seen: Node) -> bool:
        while True:
            try:
                nodes = {one.id: one for one in await self._list_nodes()}
            except StoreError:
                return False  # this node knows nothing: another may
            node = nodes.get(seen.id)
            if node is None or not node.is_alive:
                return True
            if node.lease_until > seen.lease_until:
                now = asyncio.get_running_loop().time()
                self._severed_until = {
                    severed: until for severed, until in self._severed_until.items() if until > now
                } | {node.id: now + _SEVERED_SECONDS}
                return False
            await asyncio.sleep(_LOOK_SECONDS)

    # Sockets ----------------------------------------------------------------------------------

    async def reach_socket(self, node: Node, code: str, address: str) -> PassedSocket:
        """Ask the owner of a table for it, for a client of that address."""
        line = self._lines.get(node.id)
        if line is None:
            line = self._lines[node.id] = asyncio.create_task(self._lay(node))
        trunk = await asyncio.shield(line)
        return await trunk.open(code, address)

    async def _lay(self, node: Node) -> Trunk:
        def end(trunk: Trunk) -> None:
            self._trunks.discard(trunk)
            self._lines.pop(node.id, None)

        try:
            trunk = await Trunk.lay(node, end)
        except BaseException:
            self._lines.pop(node.id, None)
            raise
        self._trunks.add(trunk)
        return trunk

    # Requests ---------------------------------------------------------------------------------

    async def pass_request(self, node: Node, request: AnyRequest, address: str) -> Response[bytes]:
        """Have another node answer a request."""
        headers = {name: request.headers[name] for name in _SENT if name in request.headers}
        headers.setdefault("accept-encoding", "identity")
        headers |= {KEY_HEADER: node.key, CLIENT_HEADER: address}
        query = request.scope["query_string"].decode()
        path = request.scope["raw_path"].decode()  # as it came: decoded it may be no address
        asked = self._http.build_request(
            request.method,
            f"http://{node.address}{path}{'?' if query else ''}{query}",
            headers=headers,
            content=await request.body(),
            timeout=httpx.Timeout(_ANSWER_SECONDS, connect=_CONNECT_SECONDS),
        )
        try:
            answer = await self._http.send(asked, stream=True)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            raise UnreachableError from None
        except httpx.HTTPError:
            raise TableUnavailableError(ServerCode.MOVED) from None
        try:
            body = b"".join([part async for part in answer.aiter_raw()])
        except httpx.HTTPError:
            raise TableUnavailableError(ServerCode.MOVED) from None
        finally:
            await answer.aclose()
        kept = {name: value for name, value in answer.headers.items() if name not in _OWN}
        return Response(body, status_code=answer.status_code, headers=kept)
