"""Lets work through one at a time, in the order it came, without a task for each."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

__all__ = ["Turnstile"]


class Turnstile:
    """A lock whose holder may be a callback: whoever enters begins at once if nobody is inside."""

    __slots__ = ("_is_taken", "_waiting")

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: deque[Callable[[], object]] = deque()

    @property
    def is_taken(self) -> bool:
        """Whether somebody is inside."""
        return self._is_taken

    def enter(self, begin: Callable[..., object], *arguments: Any) -> None:
        """Call ``begin`` as soon as nobody is inside; it, or what it starts, must ``leave``."""
        if self._is_taken:
            self._waiting.append(partial(begin, *arguments))
        else:
            self._is_taken = True
            begin(*arguments)

    def leave(self) -> None:
        """Let the next one in."""
        if self._waiting:  # through the loop, or a long line would be a deep stack
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self._is_taken = False

    async def __aenter__(self) -> None:
        """Wait until nobody is inside."""
        entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.enter(self._let_in, entered)
        try:
            await entered
        except asyncio.CancelledError:
            if not entered.cancelled():  # let in, and cancelled before it went on
                self.leave()
            raise

    async def __aexit__(self, *_: object) -> None:
        """Leave."""
        self.leave()

    def _let_in(self, entered: "asyncio.Future[None]") -> None:
        if entered.done():  # whoever waited was cancelled
            self.leave()
        else:
            entered.set_result(None)
