"""Many who ask share few questions, and a failure is told to all who asked."""

import asyncio
from typing import Any

import pytest

from tenback.server.gathering import Gathered


def test_whoever_asks_meanwhile_goes_with_the_next_question() -> None:
    asked: list[list[int]] = []

    async def ask(keys: list[int]) -> dict[int, int]:
        asked.append(keys)
        await asyncio.sleep(0.01)
        return {key: key * 10 for key in keys if key != 3}

    async def run() -> list[Any]:
        gathered = Gathered(ask, most=4)
        first = asyncio.gather(*(gathered.get(key) for key in (1, 2, 3, 1)))
        await asyncio.sleep(0.001)
        then = await asyncio.gather(*(gathered.get(key) for key in (1, 4, 5, 6, 7)))
        return [*await first, *then]

    assert asyncio.run(run()) == [10, 20, None, 10, 10, 40, 50, 60, 70]
    assert asked == [[1, 2, 3], [1, 4, 5, 6], [7]]


def test_a_failure_is_told_to_all_who_asked_and_the_next_may_succeed() -> None:
    fails = True

    async def ask(keys: list[int]) -> dict[int, int]:
        if fails:
            raise OSError("away")
        return dict.fromkeys(keys, 1)

    async def run() -> tuple[list[Any], int | None]:
        nonlocal fails
        gathered = Gathered(ask)
        failed = await asyncio.gather(
            *(gathered.get(key) for key in range(3)), return_exceptions=True
        )
        fails = False
        return failed, await gathered.get(1)

    failed, found = asyncio.run(run())
    assert all(isinstance(one, OSError) for one in failed)
    assert found == 1


def test_one_that_gives_up_takes_nobody_along() -> None:
    async def ask(keys: list[int]) -> dict[int, int]:
        await asyncio.sleep(0.01)
        return dict.fromkeys(keys, 1)

    async def run() -> int | None:
        gathered = Gathered(ask)
        impatient = asyncio.create_task(gathered.get(1))
        patient = asyncio.create_task(gathered.get(1))
        await asyncio.sleep(0)
        impatient.cancel()
        with pytest.raises(asyncio.CancelledError):
            await impatient
        return await patient

    assert asyncio.run(run()) == 1
