"""The process that reviews: of lowest priority, replaced when it dies, ended when unused."""

import asyncio
import gzip
import os
import signal
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import msgspec
import pytest
from tests.server.reviewing.games import text_of
from tests.server.thinking.processes import is_running

from tenback.analysis.reviewing import Attempt, Review
from tenback.records.placed import read_placements
from tenback.server.reviewing import (
    REVIEWING,
    NotReviewableError,
    Reviewers,
    ReviewFailedError,
    ReviewsFullError,
)
from tenback.server.thinking import Payer
from tenback.server.thinking.keeper import Keeper
from tenback.server.thinking.messages import Answer, JudgeAttempt, Progressed, Retold, ReviewGame

ANA, BO = Payer("ana"), Payer("bo")
#: Samples of a review: few, to be fast; and so many that it does not end during a test.
FEW, LONG = 8, 200_000


@asynccontextmanager
async def reviewing(keeper: object, **more: Any) -> AsyncGenerator[Reviewers]:
    reviewers = Reviewers(cast("Keeper", keeper), **more)
    reviewers.start()
    try:
        yield reviewers
    finally:
        await reviewers.close()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def read(body: bytes) -> Review:
    return msgspec.json.decode(gzip.decompress(body), type=Review)


def test_it_stands_behind_everything_else() -> None:
    lowest_priority = 19
    assert REVIEWING.niceness == lowest_priority


def test_a_real_process_reviews_judges_dies_and_is_replaced() -> None:
    async def main() -> None:
        # A higher priority than on a real server, or parallel tests would leave it no time.
        settings = msgspec.structs.replace(REVIEWING, niceness=1)
        async with reviewing(Keeper(settings)) as reviewers:
            assert reviewers.process_id is None  # nobody has needed it yet
            told: list[Progressed] = []
            review = read(await reviewers.review(text_of(), FEW, ANA, told.append))
            assert [one.done for one in told] == list(range(told[-1].total + 1))
            first = reviewers.process_id
            assert first is not None
            assert os.getpriority(os.PRIO_PROCESS, first) == os.nice(0) + 1
            last = review.turns[-1]
            assert last.better is not None
            laid = read_placements(last.better.placements)
            body = await reviewers.judge(text_of(), FEW, last.number, laid, ANA)
            attempt = msgspec.json.decode(gzip.decompress(body), type=Attempt)
            assert (attempt.seat, attempt.better, attempt.judgement) == (last.seat, None, None)
            assert attempt.chance.value == pytest.approx(last.best.value)
            with pytest.raises(NotReviewableError, match="no turn 99"):
                await reviewers.judge(text_of(), FEW, 99, laid, ANA)

            def kill(_: Progressed) -> None:
                if reviewers.process_id == first:
                    os.kill(first, signal.SIGKILL)

            with pytest.raises(ReviewFailedError, match="signal 9"):
                await reviewers.review(text_of(), LONG, ANA, kill)
            begun = asyncio.Event()
            long = asyncio.create_task(
                reviewers.review(text_of(), LONG, ANA, lambda _: begun.set())
            )
            await begun.wait()
            assert reviewers.restarts == 1
            second = reviewers.process_id
            assert second not in (None, first)
            long.cancel()  # nobody asks any more: the process is ended
            await asyncio.gather(long, return_exceptions=True)
            await until(lambda: not is_running(cast("int", second)))
        assert not is_running(first)

    asyncio.run(main())


class Told:
    """A keeper that finishes when the test tells it to."""

    restarts = 0
    process_id = None

    def __init__(self) -> None:
        self.begun: list[ReviewGame | JudgeAttempt] = []
        self.may_finish = asyncio.Event()
        self.ended = 0

    async def ask(
        self, request: ReviewGame | JudgeAttempt, _: Callable[[Progressed], object]
    ) -> tuple[Answer, float]:
        self.begun.append(request)
        await self.may_finish.wait()
        return Retold(b"done"), 0.0

    async def close(self) -> None:
        self.ended += 1


def names(keeper: Told) -> list[str]:
    return [request.record for request in keeper.begun]


def test_everybody_has_a_share_and_a_turn_goes_before_games() -> None:
    async def main() -> None:
        keeper = Told()
        async with reviewing(keeper) as reviewers:
            tasks = [
                asyncio.create_task(reviewers.review(name, FEW, payer))
                for name, payer in (("ana 1", ANA), ("ana 2", ANA), ("ana 3", ANA), ("bo", BO))
            ]
            await until(lambda: reviewers.waiting == 3)
            tasks.append(asyncio.create_task(reviewers.judge("turn", FEW, 1, (), ANA)))
            await until(lambda: reviewers.waiting == 4)
            keeper.may_finish.set()
            assert await asyncio.gather(*tasks) == [b"done"] * 5
            assert names(keeper) == ["ana 1", "turn", "bo", "ana 2", "ana 3"]

    asyncio.run(main())


def test_one_address_may_not_fill_the_queue() -> None:
    async def main() -> None:
        keeper = Told()
        async with reviewing(keeper) as reviewers:
            tasks = [asyncio.create_task(reviewers.review("ana", FEW, ANA)) for _ in range(8)]
            await until(lambda: reviewers.waiting == 7)  # the eighth is at work
            with pytest.raises(ReviewsFullError):
                await reviewers.review("ana", FEW, ANA)
            other = asyncio.create_task(reviewers.review("bo", FEW, BO))
            keeper.may_finish.set()
            assert await other == b"done"
            await asyncio.gather(*tasks)
            assert await reviewers.review("ana", FEW, ANA) == b"done"  # there is room again

    asyncio.run(main())


def test_what_is_given_up_makes_room_for_the_next() -> None:
    async def main() -> None:
        keeper = Told()
        async with reviewing(keeper) as reviewers:
            first, second, third = (
                asyncio.create_task(reviewers.review(name, FEW, ANA)) for name in "123"
            )
            await until(lambda: reviewers.waiting == 2)
            second.cancel()  # it waits: nothing else is disturbed
            await until(lambda: reviewers.waiting == 1)
            assert keeper.ended == 0
            first.cancel()  # it is at work: its process is ended
            await until(lambda: names(keeper) == ["1", "3"])
            assert keeper.ended == 1
            keeper.may_finish.set()
            assert await third == b"done"

    asyncio.run(main())


def test_an_idle_process_is_ended() -> None:
    async def main() -> None:
        keeper = Told()
        keeper.may_finish.set()
        async with reviewing(keeper, idle_seconds=0.02) as reviewers:
            for _ in range(2):
                before = keeper.ended
                assert await reviewers.review("ana", FEW, ANA) == b"done"
                await until(lambda before=before: keeper.ended > before)

    asyncio.run(main())


def test_closing_ends_what_is_under_way() -> None:
    async def main() -> None:
        keeper = Told()
        async with reviewing(keeper) as reviewers:
            tasks = [asyncio.create_task(reviewers.review(name, FEW, ANA)) for name in "12"]
            await until(lambda: keeper.begun and reviewers.waiting == 1)
        for task in tasks:
            with pytest.raises(ReviewFailedError, match="stopping"):
                await task
        with pytest.raises(ReviewFailedError):
            await reviewers.review("3", FEW, ANA)

    asyncio.run(main())
