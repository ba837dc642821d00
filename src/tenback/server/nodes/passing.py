"""Passing clients on to the node that owns their table."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import httpx
from litestar import Request, Response
from litestar.datastructures import State
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tenback.server.live.errors import TableUnavailableError
from tenback.server.nodes.inner import CLIENT_HEADER, KEY_HEADER
from tenback.server.nodes.node import ElsewhereError, Node
from tenback.server.nodes.pulse import Pulse
from tenback.server.refusals import ServerCode

__all__ = ["PassedSocket", "Passing", "UnreachableError"]

Found = TypeVar("Found")
Reached = TypeVar("Reached")
AnyRequest = Request[Any, Any, State]

_CONNECT_SECONDS, _ANSWER_SECONDS = 1.0, 20.0
_AGAIN_SECONDS = 0.2
#: How often a node that could not be reached is tried again, however many clients wait for it.
_TRY_SECONDS = 0.5
#: Of a request, what the owner needs; of an answer, what is about the connection and not it.
_SENT = ("accept", "accept-encoding", "authorization", "content-type")
_OWN = ("connection", "content-length", "date", "keep-alive", "transfer-encoding")


class UnreachableError(Exception):
    """Nothing was sent: the node cannot be reached."""


class Passing:
    """Reaches other nodes."""

    def __init__(self) -> None:
        limits = httpx.Limits(max_connections=200, max_keepalive_connections=20)
        self._http = httpx.AsyncClient(limits=limits, trust_env=False)
        self.pulse = Pulse(self._http)
        #: When nodes were last tried that could not be reached.
        self._tried: dict[int, float] = {}

    async def close(self) -> None:
        """Close all connections."""
        await self.pulse.close()
        await self._http.aclose()

    # Finding the owner ------------------------------------------------------------------------

    async def at_owner(
        self,
        find: Callable[[], Awaitable[Found]],
        reach: Callable[[Node], Awaitable[Reached]],
    ) -> Found | Reached:
        """Find a table here, or else reach its owner.

        If the owner is gone, this waits until its lease has run out and the table can be taken. If
        it is not, but cannot be reached from here, the client has to try at another node. When a
        thousand clients wait for the same node, one of them tries it for all.
        """
        clock = asyncio.get_running_loop().time
        seen: Node | None = None
        while True:
            try:
                return await find()
            except ElsewhereError as elsewhere:
                node = elsewhere.node
            if seen is not None and node.id == seen.id and node.lease_until > seen.lease_until:
                raise TableUnavailableError(ServerCode.MOVED)
            tried_at = self._tried.get(node.id)
            if tried_at is None or clock() - tried_at > _TRY_SECONDS:
                if tried_at is not None:
                    self._tried[node.id] = clock()
                try:
                    reached = await reach(node)
                except UnreachableError:
                    self._tried[node.id] = clock()
                    seen = node if seen is None or seen.id != node.id else seen
                else:
                    self._tried.pop(node.id, None)
                    return reached
            await asyncio.sleep(_AGAIN_SECONDS)

    # Sockets ----------------------------------------------------------------------------------

    async def reach_socket(self, node: Node, path: str, address: str) -> "PassedSocket":
        """Open a socket to the owner of a table, for a client of that address."""
        try:
            socket = await connect(
                f"ws://{node.address}{path}",
                additional_headers={KEY_HEADER: node.key, CLIENT_HEADER: address},
                compression=None,
                ping_interval=None,  # the pulse is felt once for all sockets
                open_timeout=_CONNECT_SECONDS,
                close_timeout=1,
                max_size=None,
                proxy=None,
            )
        except (OSError, EOFError, InvalidHandshake, TimeoutError):
            raise UnreachableError from None
        self.pulse.add(node, socket)
        return PassedSocket(node, socket, self.pulse)

    # Requests ---------------------------------------------------------------------------------

    async def pass_request(self, node: Node, request: AnyRequest, address: str) -> Response[bytes]:
        """Have another node answer a request."""
        headers = {name: request.headers[name] for name in _SENT if name in request.headers}
        headers.setdefault("accept-encoding", "identity")
        headers |= {KEY_HEADER: node.key, CLIENT_HEADER: address}
        query = request.scope["query_string"].decode()
        asked = self._http.build_request(
            request.method,
            f"http://{node.address}{request.scope['path']}{'?' if query else ''}{query}",
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


class PassedSocket:
    """A client's socket, passed on to the owner of its table."""

    def __init__(self, node: Node, socket: ClientConnection, pulse: Pulse) -> None:
        self._node = node
        self._socket = socket
        self._pulse = pulse
        assert socket.response is not None
        #: How the owner calls itself.
        self.owner = socket.response.headers.get("tenback-owner", "")

    async def relay(
        self,
        receive: Callable[[], Awaitable[str | bytes]],
        send: Callable[[str], Awaitable[None]],
    ) -> tuple[int | None, str]:
        """Relay both ways until the owner closes; return its code and reason.

        Whatever ``receive`` raises when the client is gone ends it, too.
        """

        async def forward() -> None:
            while True:
                await self._socket.send(await receive())

        async def back() -> None:
            async for message in self._socket:
                assert isinstance(message, str)
                await send(message)

        tasks = {asyncio.create_task(forward()), asyncio.create_task(back())}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            await self.close()
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, ConnectionClosed):
                raise result
        return self._socket.close_code, self._socket.close_reason or ""

    async def close(self) -> None:
        """Close the socket to the owner."""
        self._pulse.remove(self._node, self._socket)
        with suppress(Exception):
            await self._socket.close()
