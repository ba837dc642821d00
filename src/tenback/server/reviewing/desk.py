"""Reviews by what they are of: each computed once, while somebody asks, and kept."""

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic, time

from tenback.analysis.reviewing.version import review_version
from tenback.rules import Placement
from tenback.server.reviewing.errors import (
    NotReviewableError,
    ReviewFailedError,
    ReviewsFullError,
)
from tenback.server.reviewing.reviewers import Reviewers
from tenback.server.store import KeptReview, Store, StoreError
from tenback.server.thinking import Payer
from tenback.server.thinking.messages import Progressed

__all__ = [
    "NotReviewableError",
    "ReviewDesk",
    "ReviewFailedError",
    "ReviewsFullError",
    "record_id",
]

_LOGGER = logging.getLogger("tenback.server.reviews")
#: Reviews of records that belong to no table are kept in memory alone.
_MOST_BYTES = 16 << 20
_LOOK_SECONDS = 1.0
_Key = tuple[int, int] | str


@dataclass(eq=False, slots=True)
class _Job:
    """A review that is being made, or that has failed."""

    task: "asyncio.Task[bytes]"
    progress: Progressed = field(default_factory=lambda: Progressed(0, 0))
    asked_at: float = field(default_factory=monotonic)


class ReviewDesk:
    """Takes requests for reviews: for games of tables by their row and number, else by record.

    A review is made once, however many ask for it. It is broken off when nobody has asked how far
    it is for ``patience`` seconds. A table's game keeps its review in the store, under the version
    of the evaluator: with another evaluator it is made anew.
    """

    def __init__(
        self, store: Store, reviewers: Reviewers, *, samples: int, patience: float = 15.0
    ) -> None:
        self.version = review_version(samples)
        self._store = store
        self._reviewers = reviewers
        self._samples = samples
        self._patience = patience
        self._jobs: dict[_Key, _Job] = {}
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._kept_bytes = 0
        self._sweeping: asyncio.Task[None] | None = None

    @property
    def working(self) -> int:
        """How many reviews are being made or wait for it."""
        return sum(not job.task.done() for job in self._jobs.values())

    def start(self) -> None:
        """Begin to look for reviews that nobody asks for any more."""
        self._sweeping = asyncio.create_task(self._sweep(), name="reviews")

    async def close(self) -> None:
        """Break everything off."""
        tasks = [job.task for job in self._jobs.values()]
        if self._sweeping is not None:
            tasks.append(self._sweeping)  # type: ignore[arg-type] # it returns nothing
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._jobs.clear()

    # A game of a table ----------------------------------------------------------------------

    async def look_at_game(self, table_id: int, number: int) -> bytes | Progressed | None:
        """Return the review of a game, how far it is, or None if nobody has asked for it."""
        kept = await self._store.review(table_id, number)
        if kept is not None and kept.version == self.version:
            return kept.body
        return self._look((table_id, number))

    async def ask_for_game(
        self, table_id: int, number: int, record: Callable[[], Awaitable[str]], payer: Payer
    ) -> bytes | Progressed:
        """Have a finished game reviewed; ``record`` gives its record if it must be."""
        known = await self.look_at_game(table_id, number)
        if known is not None:
            return known
        text = await record()

        async def keep(body: bytes) -> None:
            review = KeptReview(table_id, number, self.version, time(), body)
            with suppress(StoreError):  # it can be made again
                await self._store.keep_review(review)

        return self._begin((table_id, number), text, payer, keep)

    # Any record -----------------------------------------------------------------------------

    def look_at_record(self, key: str) -> bytes | Progressed | None:
        """Return the review of a record by its id, how far it is, or None."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        return self._look(key)

    def ask_for_record(self, record: str, payer: Payer) -> bytes | Progressed:
        """Have a verified record reviewed."""
        key = record_id(record)

        async def keep(body: bytes) -> None:
            self._keep(key, body)

        known = self.look_at_record(key)
        return self._begin(key, record, payer, keep) if known is None else known

    async def judge(
        self, record: str, turn: int, placements: tuple[Placement, ...], payer: Payer
    ) -> bytes:
        """Judge another turn of a verified record, on the samples of its review."""
        return await self._reviewers.judge(record, self._samples, turn, placements, payer)

    # Making it ------------------------------------------------------------------------------

    def _look(self, key: _Key) -> bytes | Progressed | None:
        job = self._jobs.get(key)
        if job is None:
            return None
        job.asked_at = monotonic()
        if not job.task.done():
            return job.progress
        del self._jobs[key]
        return job.task.result()  # raises what went wrong, once

    def _begin(
        self, key: _Key, record: str, payer: Payer, keep: Callable[[bytes], Awaitable[None]]
    ) -> Progressed:
        known = self._jobs.get(key)  # somebody else may have asked just now
        if known is not None:
            return known.progress
        self._reviewers.verify_room(payer)

        def tell(come: Progressed) -> None:
            job.progress = come

        async def make() -> bytes:
            try:
                body = await self._reviewers.review(record, self._samples, payer, tell)
            except ReviewFailedError as error:
                _LOGGER.warning("a review failed: %s", error)
                raise
            await keep(body)
            return body

        task = asyncio.create_task(make(), name="review")
        job = self._jobs[key] = _Job(task)
        return job.progress

    async def _sweep(self) -> None:
        """Break off what nobody asks for, and forget what is done."""
        while True:
            await asyncio.sleep(min(_LOOK_SECONDS, self._patience))
            oldest = monotonic() - self._patience
            for key, job in list(self._jobs.items()):
                if job.asked_at < oldest:
                    del self._jobs[key]
                    job.task.cancel()
                    await asyncio.gather(job.task, return_exceptions=True)

    def _keep(self, key: str, body: bytes) -> None:
        self._kept[key] = body
        self._kept_bytes += len(body)
        while self._kept_bytes > _MOST_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest)


def record_id(record: str) -> str:
    """Return the id of a record: that of its text as the program writes it."""
    return hashlib.sha256(record.encode()).hexdigest()[:32]
