"""The process that reviews: behind everything else, replaced when it dies, ended when unused."""

import asyncio
import gzip
import os
import signal
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from tests.server.reviewing.games import text_of
from tests.server.thinking.processes import is_running, wait_until_gone

from tenback.analysis.reviewing import Attempt, Review
from tenback.server.reviewing import (
    NotReviewableError,
    Reviewers,
    ReviewFailedError,
    ReviewsFullError,
)
from tenback.server.thinking import Payer
from tenback.server.thinking.messages import Progressed

ANA, BO = Payer("ana"), Payer("bo")
FEW = 8
#: More than a test has patience for.
LONG = 200_000


@asynccontextmanager
async def reviewing(**more: Any) -> AsyncGenerator[Reviewers]:
    reviewers = Reviewers(**more)
    reviewers.start()
    try:
        yield reviewers
        pid = reviewers.process_id
    finally:
        await reviewers.close()
    assert pid is None or not is_running(pid)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def read(body: bytes) -> Review:
    return msgspec.json.decode(gzip.decompress(body), type=Review)


def test_a_game_is_reviewed_behind_everything_else_and_a_turn_judged_on_its_samples() -> None:
    async def main() -> None:
        async with reviewing() as reviewers:
            assert reviewers.process_id is None  # nobody has needed it yet
            told: list[Progressed] = []
            review = read(await reviewers.review(text_of(), FEW, ANA, told.append))
            assert [one.done for one in told] == list(range(told[-1].total + 1))
            pid = reviewers.process_id
            assert pid is not None
            assert os.getpriority(os.PRIO_PROCESS, pid) == 19
            last = review.turns[-1]
            assert last.better is not None
            laid = tuple((one.card, one.pile) for one in last.better.placements)
            body = await reviewers.judge(text_of(), FEW, last.number, laid, ANA)
            attempt = msgspec.json.decode(gzip.decompress(body), type=Attempt)
            assert (attempt.seat, attempt.better, attempt.judgement) == (last.seat, None, None)
            assert attempt.chance.value == pytest.approx(last.best.value)
            with pytest.raises(NotReviewableError, match="no turn 99"):
                await reviewers.judge(text_of(), FEW, 99, laid, ANA)

    asyncio.run(main())


def test_a_process_that_is_killed_fails_its_review_and_is_replaced() -> None:
    async def main() -> None:
        async with reviewing() as reviewers:
            killed: list[int] = []

            def kill(_: Progressed) -> None:
                pid = reviewers.process_id
                if pid is not None and not killed:
                    killed.append(pid)
                    os.kill(pid, signal.SIGKILL)

            with pytest.raises(ReviewFailedError, match="signal 9"):
                await reviewers.review(text_of(), LONG, ANA, kill)
            read(await reviewers.review(text_of(), FEW, ANA))
            assert reviewers.restarts == 1
            assert reviewers.process_id not in (None, killed[0])

    asyncio.run(main())


def test_what_is_given_up_ends_at_once_and_the_next_comes() -> None:
    async def main() -> None:
        async with reviewing() as reviewers:
            begun = asyncio.Event()
            long = asyncio.create_task(
                reviewers.review(text_of(), LONG, ANA, lambda _: begun.set())
            )
            await begun.wait()
            waiting = asyncio.create_task(reviewers.review(text_of(), LONG, ANA))
            await until(lambda: reviewers.waiting == 1)
            pid = reviewers.process_id
            assert pid is not None
            waiting.cancel()
            await until(lambda: reviewers.waiting == 0)
            assert is_running(pid)
            long.cancel()
            read(await reviewers.review(text_of(), FEW, BO))
            assert wait_until_gone([pid])

    asyncio.run(main())


def test_one_address_waits_with_its_own_and_many_are_refused() -> None:
    async def main() -> None:
        async with reviewing() as reviewers:
            begun = asyncio.Event()
            tasks = [
                asyncio.create_task(reviewers.review(text_of(), LONG, ANA, lambda _: begun.set()))
                for _ in range(8)
            ]
            await until(lambda: reviewers.waiting == 7)
            with pytest.raises(ReviewsFullError):
                await reviewers.review(text_of(), FEW, ANA)
            other = asyncio.create_task(reviewers.review(text_of(), FEW, BO))
            await begun.wait()
            tasks[0].cancel()  # of the others, Bo's is next: Ana has used the time
            read(await other)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(main())


def test_an_idle_process_is_ended() -> None:
    async def main() -> None:
        async with reviewing(idle_seconds=0.05) as reviewers:
            read(await reviewers.review(text_of(), FEW, ANA))
            await until(lambda: reviewers.process_id is None)
            assert reviewers.restarts == 0

    asyncio.run(main())


def test_closing_ends_what_is_under_way() -> None:
    async def main() -> None:
        async with reviewing() as reviewers:
            begun = asyncio.Event()
            tasks = [
                asyncio.create_task(reviewers.review(text_of(), LONG, ANA, lambda _: begun.set()))
                for _ in range(2)
            ]
            await begun.wait()
        for task in tasks:
            with pytest.raises(ReviewFailedError):
                await task

    asyncio.run(main())
