"""Bots are made ready beside the game, the one wanted most first."""

import asyncio
from collections.abc import Callable

from tenback.rules import View
from tenback.server.thinking import Thinkers, WorkerSettings
from tenback.server.thinking.preparation import Preparation


def test_without_a_warm_up_every_bot_counts_as_ready() -> None:
    preparation = Preparation(())
    assert preparation.is_ready("master:ms=50")
    assert preparation.percent == 100


def test_a_bot_is_ready_once_it_was_made_ready() -> None:
    async def main() -> None:
        preparation, told = Preparation(("steady", "expert")), list[int]()
        preparation.watch(lambda: told.append(preparation.percent))
        assert preparation.is_ready("greedy")
        assert not preparation.is_ready("steady")
        assert await preparation.next() == "steady"
        preparation.done()
        assert preparation.is_ready("steady")
        assert not preparation.is_ready("expert:ms=5")
        await preparation.next()
        preparation.done()
        assert told == [50, 100]

    asyncio.run(main())


def test_what_somebody_wants_comes_first() -> None:
    async def main() -> None:
        preparation = Preparation(("steady", "expert", "master"))
        assert await preparation.next() == "steady"
        preparation.want("master:ms=50")
        preparation.want("steady")  # is being made ready
        preparation.want("tuned")  # is not in the warm-up
        preparation.done()
        order: list[str] = []
        while not preparation.is_idle:
            order.append(await preparation.next())
            preparation.done()
        assert order == ["tuned", "master", "expert"]
        assert preparation.percent == 100

    asyncio.run(main())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


def test_every_process_of_the_crew_has_loaded_a_bot_that_is_ready(
    settings: WorkerSettings, seen: View
) -> None:
    async def main() -> None:
        thinkers = Thinkers(2, warm_up=("slow_to_prepare", "cannot_be_made"), settings=settings)
        await thinkers.start()
        try:
            assert not thinkers.is_ready("slow_to_prepare")
            # Whoever is ready does not wait for those who are not.
            thought = await thinkers.think("behaves", 1, seen)
            assert thought.failure == ""
            assert not thinkers.is_ready("slow_to_prepare")
            await until(lambda: thinkers.is_ready("slow_to_prepare"))
            # One that cannot be made ready is not waited for: it fails when it is asked.
            await until(lambda: thinkers.is_ready("cannot_be_made"))
            assert "no such luck" in (await thinkers.think("cannot_be_made", 1, seen)).failure
        finally:
            await thinkers.close()

    asyncio.run(main())
