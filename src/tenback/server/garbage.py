"""Keeps Python's cycle collector from stopping every table at once.

With thousands of connections a full collection looks at every object of every table: half a second
in which nothing is answered. What is young is still collected as it comes; a full collection is
made rarely, by the clock. Almost all memory is freed without it.
"""

import asyncio
import gc

__all__ = ["collect_rarely", "collect_young_only"]

_YOUNG = (10_000, 20)
_NEVER = 1_000_000_000
_SECONDS = 1800.0


def collect_young_only() -> None:
    """Leave alone what the program itself consists of, and what has lived for a while."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_YOUNG, _NEVER)


async def collect_rarely(seconds: float = _SECONDS) -> None:
    """Collect everything from time to time, for ever."""
    while True:
        await asyncio.sleep(seconds)
        gc.collect()
