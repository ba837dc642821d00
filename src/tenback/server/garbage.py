"""Keeps Python's cycle collector from stopping every table at once.

With thousands of connections a full collection looks at every object of every table: half a second
in which nothing is answered. What is young is still collected as it comes; a full collection is
made by the clock, the more rarely the longer it takes. Almost all memory is freed without it.
"""

import asyncio
import gc
from collections.abc import Callable

__all__ = ["collect_rarely", "collect_young_only"]

_YOUNG = (10_000, 20)
_NEVER = 1_000_000_000
#: A full collection takes about a quarter of a millisecond for each connection: by these, at most
#: one two-thousandth of the time.
_SECONDS, _SECONDS_PER_CONNECTION = 60.0, 0.5


def collect_young_only() -> None:
    """Leave alone what the program itself consists of, and what has lived for a while."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_YOUNG, _NEVER)


async def collect_rarely(
    connections: Callable[[], int],
    collect: Callable[[], object] = gc.collect,
    seconds: float = _SECONDS,
) -> None:
    """Collect everything from time to time, for ever; less often with many connections."""
    waited = 0.0
    while True:
        await asyncio.sleep(seconds)
        waited += seconds
        if waited >= _SECONDS_PER_CONNECTION * connections():
            collect()
            waited = 0.0
