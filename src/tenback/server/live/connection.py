"""One client's connection: what waits to be sent to it is bounded."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from tenback.server.config import Limits
from tenback.server.refusals import ServerCode

__all__ = ["Connection"]


class Connection:
    """A queue towards one client; ``seat`` is None for a spectator."""

    __slots__ = ("_limits", "_unsent", "_unsent_bytes", "_wake", "address", "cut", "reason", "seat")

    def __init__(self, seat: int | None, address: str, limits: Limits) -> None:
        self.seat = seat
        self.address = address
        #: Why it is to be closed, once it is.
        self.reason = ""
        #: Called then: whoever writes to the client may wait for it to read, and wait in vain.
        self.cut: Callable[[], object] = lambda: None
        self._limits = limits
        self._unsent: deque[str] = deque()
        self._unsent_bytes = 0
        self._wake = asyncio.Event()

    def push(self, message: str) -> None:
        """Queue a message; a client that reads too slowly is cut off and may resume later."""
        if self.reason:
            return
        self._unsent.append(message)
        self._unsent_bytes += len(message)
        limits = self._limits
        if len(self._unsent) > limits.unsent_messages or self._unsent_bytes > limits.unsent_bytes:
            self.reason = ServerCode.SLOW
            self._unsent.clear()
            self.cut()
        else:
            self._wake.set()

    async def write_to(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what is queued, until cancelled."""
        while True:
            while self._unsent:
                message = self._unsent.popleft()
                self._unsent_bytes -= len(message)
                await send(message)
            self._wake.clear()
            await self._wake.wait()
