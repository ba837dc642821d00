"""Which bots are ready to think, and which are being made ready.

The code of most bots is compiled the very first time, which takes up to a minute, and loaded by
every worker process, which takes seconds. Nobody should wait for either.
"""

import asyncio
from collections.abc import Callable, Sequence

from tenback.server.offers import base_of, is_light

__all__ = ["Preparation"]


class Preparation:
    """The bots that are ready, and those that wait for it, the one wanted most first.

    Without any to begin with nothing is made ready, and every bot counts as ready: its first
    decision takes as long as it takes.
    """

    def __init__(self, first: Sequence[str]) -> None:
        self._is_on = bool(first)
        self._waiting = [name for name in first if not is_light(name)]
        self._at_work = ""
        self._ready: set[str] = set()
        self._wanted = asyncio.Event()
        self._watchers: set[Callable[[], object]] = set()

    def is_ready(self, specification: str) -> bool:
        """Whether a bot can choose without being loaded first."""
        name = base_of(specification)
        return not self._is_on or is_light(name) or name in self._ready

    @property
    def percent(self) -> int:
        """How much of what is wanted is ready."""
        left = len(self._waiting) + bool(self._at_work)
        return 100 * len(self._ready) // (len(self._ready) + left) if left else 100

    def want(self, specification: str) -> None:
        """Let a bot be made ready before all others that wait."""
        name = base_of(specification)
        if self.is_ready(name) or name == self._at_work:
            return
        if name in self._waiting:
            self._waiting.remove(name)
        self._waiting.insert(0, name)
        self._wanted.set()

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits to be made ready."""
        return not self._waiting

    async def next(self) -> str:
        """Wait for the next bot to be made ready."""
        while not self._waiting:
            self._wanted.clear()
            await self._wanted.wait()
        self._at_work = self._waiting.pop(0)
        return self._at_work

    def done(self) -> None:
        """Note that it is ready, as far as it can be, and tell those who watch."""
        self._ready.add(self._at_work)
        self._at_work = ""
        for tell in tuple(self._watchers):
            tell()

    def watch(self, tell: Callable[[], object]) -> None:
        """Call this whenever a bot has become ready."""
        self._watchers.add(tell)

    def unwatch(self, tell: Callable[[], object]) -> None:
        """Call it no more."""
        self._watchers.discard(tell)
