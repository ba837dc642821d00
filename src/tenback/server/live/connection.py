"""One client's connection: what waits to be sent to it is bounded."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from tenback.server.config import Limits
from tenback.server.refusals import ServerCode

__all__ = ["Connection"]

#: How long to wait before looking again whether this process may speak.
_SILENT_SECONDS = 0.1


class Connection:
    """A queue towards one client.

    ``key`` is what the client proved to hold, "" for a spectator. Which seat it opens, if any, is
    asked of the table whenever something is told or done: a seat may pass on to somebody else.
    ``face`` is the word for the picture that the others see at the seat.
    """

    __slots__ = (
        "_last_word",
        "_limits",
        "_unsent",
        "_unsent_bytes",
        "_wake",
        "address",
        "cut",
        "face",
        "key",
        "may_tell",
        "reason",
        "shown",
        "takes_changes",
        "write_now",
    )

    def __init__(
        self, key: str, address: str, limits: Limits, face: str = "", *, takes_changes: bool = False
    ) -> None:
        self.key = key
        self.face = face
        self.address = address
        #: Whether the client puts changes over the last view, which was of this number and seat.
        self.takes_changes = takes_changes
        self.shown: tuple[int, int | None] | None = None
        #: Why it is to be closed, once it is.
        self.reason = ""
        #: Called then: whoever writes to the client may wait for it to read, and wait in vain.
        self.cut: Callable[[], object] = lambda: None
        #: Writes messages at once and says so, unless the client must be waited for.
        self.write_now: Callable[[tuple[bytes, ...]], bool] = lambda _: False
        #: Whether this process still owns the table, asked at every message; None: nobody else can.
        self.may_tell: Callable[[], bool] | None = None
        self._limits = limits
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0
        self._wake = asyncio.Event()
        self._last_word = ""

    def push(self, *messages: bytes) -> None:
        """Write messages, or queue them for a client that reads slowly.

        A client that reads too slowly is cut off and may resume later.
        """
        if self.reason or self._last_word:
            return
        is_free = not self._unsent and (self.may_tell is None or self.may_tell())
        if is_free and self.write_now(messages):
            return
        self._unsent.extend(messages)
        self._unsent_bytes += sum(map(len, messages))
        limits = self._limits
        if len(self._unsent) > limits.unsent_messages or self._unsent_bytes > limits.unsent_bytes:
            self.close(ServerCode.SLOW)
        else:
            self._wake.set()

    def close(self, reason: str) -> None:
        """Close it for this reason, whatever is still to be sent."""
        self.reason = reason
        self._unsent.clear()
        self.cut()

    def reassure(self, message: bytes) -> None:
        """Write what says nothing about the table, even if nothing may be told about it now."""
        if self.may_tell is not None and not self.may_tell():
            self.write_now((message,))
        else:
            self.push(message)

    def finish(self, reason: str) -> None:
        """Send what is queued and may be told, nothing more; then it is closed for this reason."""
        if self.may_tell is not None and not self.may_tell():
            self._unsent.clear()
        self._last_word = self._last_word or reason
        self._wake.set()

    async def write_to(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what is queued, until cancelled or finished."""
        while True:
            while self._unsent:
                message = self._unsent[0]  # it stays first, so that no other overtakes it
                if self.may_tell is not None and not self.may_tell():
                    await asyncio.sleep(_SILENT_SECONDS)  # it may again, or this is finished
                    continue
                await send(message)
                if self._unsent:  # unless it was finished meanwhile
                    self._unsent.popleft()
                    self._unsent_bytes -= len(message)
            if self._last_word:
                self.reason = self._last_word
                return
            self._wake.clear()
            await self._wake.wait()
