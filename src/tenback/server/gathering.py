"""Many questions of the same kind, answered with one."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping
from itertools import islice
from typing import Generic, TypeVar

__all__ = ["Gathered"]

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")


class Gathered(Generic[Key, Found]):
    """Asks for many keys at once: whoever asks while an answer is awaited goes with the next.

    When a node is gone, hundreds of its tables are asked for in the same moment. ``most`` bounds
    what one answer holds, and so how long it keeps the event loop.
    """

    def __init__(
        self, ask: Callable[[list[Key]], Awaitable[Mapping[Key, Found]]], most: int = 100
    ) -> None:
        self._ask = ask
        self._most = most
        self._waiting: dict[Key, asyncio.Future[Found | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def get(self, key: Key) -> Found | None:
        """Return what is found for a key by a question that is asked from now on."""
        waiting = self._waiting.get(key)
        if waiting is None:
            waiting = self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask_all())
        return await asyncio.shield(waiting)

    async def _ask_all(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(0)  # whoever is about to ask goes along
                keys = list(islice(self._waiting, self._most))
                await self._answer({key: self._waiting.pop(key) for key in keys})
        finally:
            self._asking = None

    async def _answer(self, asked: dict[Key, "asyncio.Future[Found | None]"]) -> None:
        try:
            found = await self._ask(list(asked))
        except Exception as error:
            for waiting in asked.values():
                waiting.set_exception(error)
                waiting.exception()  # whoever asked may be gone
        else:
            for key, waiting in asked.items():
                waiting.set_result(found.get(key))
