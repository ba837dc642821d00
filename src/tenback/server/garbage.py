"""Keeps Python's cycle collector from pausing every table.

With thousands of connections a full collection visits every object of every table, and nothing is
answered for half a second. The young generation is still collected as usual. A full collection runs
by the clock, and more rarely the longer it takes. Almost all memory is freed without it.
"""

import asyncio
import gc
from collections.abc import Callable

__all__ = ["collect_rarely", "collect_young_only"]

# Few objects at a time: the middle generation of 200,000 objects would take 100 ms.
_YOUNG = (5_000, 4)
_NEVER = 1_000_000_000
#: A full collection takes about a quarter of a millisecond for each connection. With these values
#: it takes at most 1/2000 of the time.
_SECONDS, _SECONDS_PER_CONNECTION = 60.0, 0.5


def collect_young_only() -> None:
    """Exclude the program itself, and objects that have lived for a while, from collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_YOUNG, _NEVER)


async def collect_rarely(
    connections: Callable[[], int],
    collect: Callable[[], object] = gc.collect,
    seconds: float = _SECONDS,
) -> None:
    """Run full collections from time to time, for ever; less often with many connections."""
    waited = 0.0
    while True:
        await asyncio.sleep(seconds)
        waited += seconds
        if waited >= _SECONDS_PER_CONNECTION * connections():
            collect()
            waited = 0.0
