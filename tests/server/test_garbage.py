"""When a server runs a full garbage collection."""

import asyncio
import contextlib

from tenback.server.garbage import collect_rarely


def count_collections(connections: int, seconds: float) -> int:
    """Count the full collections of a server that looks every hundredth of a second."""
    made: list[int] = []

    async def watch() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await collect_rarely(lambda: connections, lambda: made.append(1), 0.01)

    asyncio.run(watch())
    return len(made)


def test_a_quiet_server_is_collected_every_time() -> None:
    assert count_collections(0, 0.5) > 2  # of fifty, if the machine is slow


def test_with_many_connections_it_is_put_off() -> None:
    assert count_collections(2_000, 0.5) == 0
