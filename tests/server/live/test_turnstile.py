"""One at a time, in order; whoever gives up waiting does not keep the others out."""

import asyncio

import pytest

from tenback.server.live.turnstile import Turnstile


def test_whoever_finds_nobody_inside_begins_at_once() -> None:
    async def go() -> None:
        turnstile, begun = Turnstile(), list[int]()
        turnstile.enter(begun.append, 1)
        turnstile.enter(begun.append, 2)
        assert begun == [1]
        turnstile.leave()
        assert turnstile.is_taken  # by the one who waited
        await asyncio.sleep(0)
        assert begun == [1, 2]
        turnstile.leave()
        assert not turnstile.is_taken

    asyncio.run(go())


def test_callbacks_and_tasks_wait_in_one_line() -> None:
    async def go() -> None:
        turnstile, begun = Turnstile(), list[str]()

        async def work(name: str) -> None:
            async with turnstile:
                begun.append(name)
                await asyncio.sleep(0)
                assert begun[-1] == name

        def call() -> None:
            begun.append("callback")
            turnstile.leave()

        first = asyncio.create_task(work("first"))
        await asyncio.sleep(0)
        turnstile.enter(call)
        await asyncio.gather(first, *(work(f"task {number}") for number in range(3)))
        assert begun == ["first", "callback", "task 0", "task 1", "task 2"]
        assert not turnstile.is_taken

    asyncio.run(go())


def test_who_is_cancelled_when_just_let_in_lets_the_next_one_in() -> None:
    async def go() -> None:
        turnstile, begun = Turnstile(), list[str]()

        async def wait() -> None:
            async with turnstile:
                begun.append("cancelled")

        turnstile.enter(begun.append, "first")
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        turnstile.leave()
        asyncio.get_running_loop().call_soon(waiting.cancel)
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert begun == ["first"]
        assert not turnstile.is_taken

    asyncio.run(go())


def test_who_is_cancelled_while_waiting_lets_the_next_one_in() -> None:
    async def go() -> None:
        turnstile, begun = Turnstile(), list[str]()

        async def wait() -> None:
            async with turnstile:
                begun.append("cancelled")

        turnstile.enter(begun.append, "first")
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        waiting.cancel()
        turnstile.enter(begun.append, "last")
        with pytest.raises(asyncio.CancelledError):
            await waiting
        turnstile.leave()
        for _ in range(3):
            await asyncio.sleep(0)
        assert begun == ["first", "last"]

    asyncio.run(go())
