"""An event loop in a thread of its own, for what must not wait behind anything."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

__all__ = ["SideLoop"]

Result = TypeVar("Result")


class SideLoop:
    """Runs coroutines beside the loop that makes it; each of the two may wait for the other."""

    def __init__(self, name: str) -> None:
        self._main = asyncio.get_running_loop()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def start(self, work: Coroutine[Any, Any, Result]) -> Future[Result]:
        """Start work beside the main loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do work beside the main loop, and wait for it in the main loop."""
        return await asyncio.wrap_future(self.start(work))

    async def in_main(self, work: Callable[[], None]) -> None:
        """Do work in the main loop, and wait for it beside it."""

        async def do() -> None:
            work()

        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(do(), self._main))

    async def close(self) -> None:
        """End all that is under way, and the thread."""
        await self.run(_end_all())
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)
        self._loop.close()


async def _end_all() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(0)  # connections that are cut are closed in the next round
