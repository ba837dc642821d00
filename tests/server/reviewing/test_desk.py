"""The desk for reviews: each is made once, while somebody asks, and kept."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest
from tests.server.store.support import add_table, opened, run

from tenback.server.reviewing import ReviewDesk, ReviewFailedError, ReviewsFullError
from tenback.server.reviewing.desk import record_id
from tenback.server.store import KeptReview, Store
from tenback.server.thinking import Payer
from tenback.server.thinking.messages import Progressed

ANA = Payer("ana")


class Reviewers:
    """Reviewers that finish, or fail, when the test tells them to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.broken_off = 0
        self.may_finish = asyncio.Event()
        self.failure: Exception | None = None
        self.is_full = False

    def verify_room(self, _: Payer) -> None:
        if self.is_full:
            raise ReviewsFullError

    async def review(
        self, record: str, _: int, __: Payer, on_progress: Callable[[Progressed], object]
    ) -> bytes:
        self.asked.append(record)
        on_progress(Progressed(1, 5))
        try:
            await self.may_finish.wait()
        except asyncio.CancelledError:
            self.broken_off += 1
            raise
        if self.failure is not None:
            raise self.failure
        return f"review of {record}".encode()


def desk_of(store: Store, reviewers: Reviewers, **more: Any) -> ReviewDesk:
    return ReviewDesk(store, cast("Any", reviewers), samples=8, **more)


async def record() -> str:
    return "a game"


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


def test_two_who_ask_at_once_have_it_made_once_and_kept(tmp_path: Any) -> None:
    async def main() -> None:
        url = f"sqlite:///{tmp_path}/store.db"
        async with opened(url) as store:
            table = await add_table(store)
            reviewers = Reviewers()
            desk = desk_of(store, reviewers)
            first, second = await asyncio.gather(
                *(desk.ask_for_game(table.id, 1, record, Payer(name)) for name in ("ana", "bo"))
            )
            assert isinstance(first, Progressed)
            assert isinstance(second, Progressed)
            await until(lambda: reviewers.asked)
            assert await desk.look_at_game(table.id, 1) == Progressed(1, 5)
            reviewers.may_finish.set()
            await until(lambda: desk.working == 0)
            assert await desk.look_at_game(table.id, 1) == b"review of a game"
            assert reviewers.asked == ["a game"]
            await desk.close()
        async with opened(url) as store:  # the server was started again
            reviewers = Reviewers()
            desk = desk_of(store, reviewers)
            assert await desk.ask_for_game(table.id, 1, record, ANA) == b"review of a game"
            assert reviewers.asked == []

    run(main())


def test_a_review_of_another_evaluator_is_made_anew(tmp_path: Any) -> None:
    async def main() -> None:
        async with opened(f"sqlite:///{tmp_path}/store.db") as store:
            table = await add_table(store)
            await store.keep_review(KeptReview(table.id, 1, "0-8-older", 1.0, b"older"))
            reviewers = Reviewers()
            reviewers.may_finish.set()
            desk = desk_of(store, reviewers)
            assert await desk.look_at_game(table.id, 1) is None
            await desk.ask_for_game(table.id, 1, record, ANA)
            await until(lambda: desk.working == 0)
            kept = await store.review(table.id, 1)
            assert kept is not None
            assert (kept.version, kept.body) == (desk.version, b"review of a game")
            await desk.close()

    run(main())


def test_what_nobody_asks_for_any_more_is_broken_off(tmp_path: Any) -> None:
    async def main() -> None:
        async with opened(f"sqlite:///{tmp_path}/store.db") as store:
            reviewers = Reviewers()
            desk = desk_of(store, reviewers, patience=0.05)
            desk.start()
            assert isinstance(desk.ask_for_record("a game", ANA), Progressed)
            await until(lambda: reviewers.broken_off)
            assert desk.look_at_record(record_id("a game")) is None
            assert desk.working == 0
            await desk.close()

    run(main())


def test_a_failure_is_told_and_does_not_last(tmp_path: Any) -> None:
    async def main() -> None:
        async with opened(f"sqlite:///{tmp_path}/store.db") as store:
            reviewers = Reviewers()
            reviewers.failure = ReviewFailedError("died: signal 9")
            reviewers.may_finish.set()
            desk = desk_of(store, reviewers)
            key = record_id("a game")
            desk.ask_for_record("a game", ANA)
            await until(lambda: desk.working == 0)
            with pytest.raises(ReviewFailedError):
                desk.look_at_record(key)
            assert desk.look_at_record(key) is None
            reviewers.failure = None
            desk.ask_for_record("a game", ANA)
            await until(lambda: desk.working == 0)
            assert desk.look_at_record(key) == b"review of a game"
            await desk.close()

    run(main())


def test_when_too_much_waits_nothing_is_begun(tmp_path: Any) -> None:
    async def main() -> None:
        async with opened(f"sqlite:///{tmp_path}/store.db") as store:
            reviewers = Reviewers()
            reviewers.is_full = True
            desk = desk_of(store, reviewers)
            with pytest.raises(ReviewsFullError):
                desk.ask_for_record("a game", ANA)
            assert desk.working == 0

    run(main())


def test_a_review_for_a_table_that_is_gone_is_not_kept(tmp_path: Any) -> None:
    async def main() -> None:
        async with opened(f"sqlite:///{tmp_path}/store.db") as store:
            table = await add_table(store)
            reviewers = Reviewers()
            desk = desk_of(store, reviewers)
            await desk.ask_for_game(table.id, 1, record, ANA)
            await store.delete(table)
            reviewers.may_finish.set()
            await until(lambda: desk.working == 0)
            assert await store.review(table.id, 1) is None
            await desk.close()

    run(main())
