"""Limits on open connections, before it is known what they are for.

A connection that never sends a request costs as much as one of a player. Each address may have a
limited number, requests must arrive in time, and when there is no room left the connection that has
been idle longest is closed.
"""

import asyncio
import contextlib
from collections import Counter, OrderedDict
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_local_addr, get_remote_addr

from tenback.server.config import Limits
from tenback.server.web.addresses import client_address
from tenback.server.web.protocol import BoundedProtocol

__all__ = ["Doorkeeper", "protocols"]

#: Files that a process needs besides its connections, for the database, workers and pages.
_OTHER_FILES = 128
_PLENTY = 65_536
_WITHOUT_LIMITS = 500
#: What may wait to be sent to another node for all its clients, and what is written before the
#: message of a client.
_TRUNK_BYTES, _FRAME_BYTES = 4 * 1024 * 1024, 64


class Doorkeeper:
    """Admits connections and counts them; trusted proxies and other nodes have no limit."""

    def __init__(
        self, limits: Limits, proxies: tuple[str, ...] = (), inner_port: int | None = None
    ) -> None:
        self.limits = limits
        self._inner_port = inner_port
        self.most = limits.connections or _most_connections()
        self.refused = 0
        self._proxies = frozenset(proxies)
        self._counts: Counter[str] = Counter()
        self._open: dict[asyncio.BaseTransport, str] = {}
        #: Connections that have not sent a request yet, the oldest first.
        self._idle: OrderedDict[asyncio.BaseTransport, None] = OrderedDict()

    def __len__(self) -> int:
        """The number of open connections."""
        return len(self._open)

    def admit(self, transport: asyncio.Transport) -> bool:
        """Count a connection, or turn it away."""
        peer = get_remote_addr(transport)
        address = "unknown" if peer is None else client_address(peer[0])
        is_many = self._counts[address] >= self.limits.connections_per_address
        if is_many and address not in self._proxies and not self.is_inner(transport):
            self.refused += 1
            return False
        if len(self._open) >= self.most and not self._make_room():
            self.refused += 1
            return False
        self._counts[address] += 1
        self._open[transport] = address
        self._idle[transport] = None
        return True

    def is_inner(self, transport: asyncio.BaseTransport) -> bool:
        """Whether a connection is another node's."""
        local = get_local_addr(transport)  # type: ignore[arg-type] # a transport of a connection
        return local is not None and local[1] == self._inner_port

    def note_request(self, transport: asyncio.BaseTransport) -> None:
        """Note that a connection has sent a request."""
        self._idle.pop(transport, None)

    def release(self, transport: asyncio.BaseTransport) -> None:
        """Forget a closed connection."""
        self._idle.pop(transport, None)
        address = self._open.pop(transport, None)
        if address is not None:
            self._counts[address] -= 1
            if self._counts[address] <= 0:
                del self._counts[address]

    def _make_room(self) -> bool:
        if not self._idle:
            return False
        oldest, _ = self._idle.popitem(last=False)
        oldest.abort()  # type: ignore[attr-defined] # a transport of a connection
        self.release(oldest)
        return True


class _Http(H11Protocol):
    """HTTP whose requests must arrive, and whose answers must be read, in time."""

    door: ClassVar[Doorkeeper]

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._arriving: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._is_admitted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit a connection, or close it at once."""
        super().connection_made(transport)
        self._is_admitted = self.door.admit(transport)
        if self._is_admitted:
            self._await_request()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request; the first part starts the clock."""
        if not self._is_admitted:
            return
        if self._arriving is None and not self._is_whole():
            self._await_request()
        super().data_received(data)
        if self._arriving is not None and self._is_whole():
            self._stop_waiting()
            self.door.note_request(self.transport)

    def _is_whole(self) -> bool:
        """Whether a request has arrived completely."""
        return self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)

    def _await_request(self) -> None:
        seconds = self.door.limits.arrival_seconds
        self._arriving = self.loop.call_later(seconds, self._cut)

    def _stop_waiting(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    def on_response_complete(self) -> None:
        """Wait for another request on the same connection, as uvicorn does."""
        super().on_response_complete()
        if self._arriving is None and not self._is_whole() and self.conn.trailing_data[0]:
            self._await_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the WebSocket."""
        self._stop_waiting()
        self.door.note_request(self.transport)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Start the clock for a client that does not read."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(self.door.limits.stall_seconds, self._cut)

    def resume_writing(self) -> None:
        """Stop the clock: the client reads again."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _cut(self) -> None:
        if not self.transport.is_closing() or self._stalled is not None:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        if self._stalled is not None:
            self._stalled.cancel()
        self.door.release(self.transport)
        super().connection_lost(exc)


class _Socket(BoundedProtocol):
    """A WebSocket, which was admitted as HTTP."""

    door: ClassVar[Doorkeeper]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Give another node's line room for all of its clients."""
        super().connection_made(transport)
        if self.door.is_inner(transport):
            self.transport.set_write_buffer_limits(_TRUNK_BYTES)
            self.most_unsent = 2 * _TRUNK_BYTES  # what is written at once may go beyond the limit
            assert self.conn.max_message_size is not None
            self.conn.max_message_size += _FRAME_BYTES

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.door.release(self.transport)
        super().connection_lost(exc)


def protocols(door: Doorkeeper) -> tuple[type[H11Protocol], type[BoundedProtocol]]:
    """Return the protocol classes for one doorkeeper: HTTP and WebSocket."""
    http = type("Http", (_Http,), {"door": door})
    return http, type("Socket", (_Socket,), {"door": door})


def _most_connections() -> int:
    """Return how many connections the system allows, after raising its limit."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return _WITHOUT_LIMITS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _PLENTY if hard == resource.RLIM_INFINITY else min(hard, _PLENTY)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    files = _PLENTY if soft == resource.RLIM_INFINITY else min(soft, _PLENTY)
    return max(_OTHER_FILES, files - _OTHER_FILES)
