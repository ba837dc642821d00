"""The worker process in which games are reviewed, behind everything else on the machine."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from time import perf_counter

from tenback.rules import Placement
from tenback.server.reviewing.errors import (
    NotReviewableError,
    ReviewFailedError,
    ReviewsFullError,
)
from tenback.server.thinking.fair_queue import FairQueue, Payer
from tenback.server.thinking.keeper import Keeper
from tenback.server.thinking.messages import (
    Answer,
    Failed,
    JudgeAttempt,
    Progressed,
    Rejected,
    Retold,
    ReviewGame,
    WorkerSettings,
)
from tenback.server.thinking.process import OnProgress

__all__ = ["REVIEWING", "Reviewers"]

#: The lowest priority there is. Beside busy bots such a process may be silent for a long time, and
#: compiling its code for the first time may take up to an hour.
REVIEWING = WorkerSettings(
    niceness=19,
    prepare_seconds=3600.0,
    limit_seconds=300.0,
    silent_seconds=60.0,
    load_seconds=120.0,
)
_MOST_WAITING = 200
_MOST_OF_ONE = 8


@dataclass(eq=False, slots=True)
class _Job:
    request: ReviewGame | JudgeAttempt
    on_progress: OnProgress = bool
    answer: "asyncio.Future[Answer]" = field(default_factory=asyncio.Future[Answer])
    is_abandoned: bool = False


class Reviewers:
    """One process of the lowest priority, beside the bots' workers; started when it is needed.

    Everybody has a fair share of it: see ``FairQueue``. A turn that is played again goes before
    whole games. A job whose caller gives up is broken off, with its process. A process that nobody
    has needed for ``idle_seconds`` is ended.
    """

    def __init__(self, keeper: Keeper | None = None, *, idle_seconds: float = 600.0) -> None:
        self._keeper = keeper or Keeper(REVIEWING)
        self._idle_seconds = idle_seconds
        self._games: FairQueue[_Job] = FairQueue()
        self._turns: FairQueue[_Job] = FairQueue()
        self._waiting_by: dict[str, int] = {}
        self._at_work: tuple[_Job, asyncio.Task[tuple[Answer, float]]] | None = None
        self._arrived = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return len(self._games) + len(self._turns)

    @property
    def restarts(self) -> int:
        """How often the process had to be replaced."""
        return self._keeper.restarts

    @property
    def process_id(self) -> int | None:
        """The id of the process, None while there is none."""
        return self._keeper.process_id

    def start(self) -> None:
        """Begin to serve; the process itself starts with the first job."""
        self._task = asyncio.create_task(self._work(), name="reviewers")

    async def close(self) -> None:
        """End the process at once; jobs that are not done fail."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        for job in (*self._games.drain(), *self._turns.drain()):
            _settle(job, Failed("the server is stopping"))

    async def review(
        self, record: str, samples: int, payer: Payer, on_progress: OnProgress = bool
    ) -> bytes:
        """Review a record, which must be verified; the compressed JSON of a ``Review``."""
        job = _Job(ReviewGame(record, samples), on_progress)
        return await self._ask(self._games, payer, job)

    async def judge(
        self,
        record: str,
        samples: int,
        turn: int,
        placements: tuple[Placement, ...],
        payer: Payer,
    ) -> bytes:
        """Judge another turn of a verified record; the compressed JSON of an ``Attempt``."""
        job = _Job(JudgeAttempt(record, samples, turn, placements))
        return await self._ask(self._turns, payer, job)

    def verify_room(self, payer: Payer) -> None:
        """Refuse a job if too many wait already, of everybody or of this address."""
        own = self._waiting_by.get(payer.address, 0)
        if self.waiting >= _MOST_WAITING or own >= _MOST_OF_ONE:
            raise ReviewsFullError

    async def _ask(self, queue: "FairQueue[_Job]", payer: Payer, job: _Job) -> bytes:
        if self._task is None:
            raise ReviewFailedError("the server is stopping")
        self.verify_room(payer)
        self._waiting_by[payer.address] = self._waiting_by.get(payer.address, 0) + 1
        queue.put(payer, job)
        async with self._arrived:
            self._arrived.notify_all()
        try:
            return _read(await job.answer)
        except asyncio.CancelledError:
            self._abandon(queue, payer, job)
            raise
        finally:
            self._waiting_by[payer.address] -= 1
            if not self._waiting_by[payer.address]:
                del self._waiting_by[payer.address]

    def _abandon(self, queue: "FairQueue[_Job]", payer: Payer, job: _Job) -> None:
        job.is_abandoned = True
        if queue.remove(payer, job) or self._at_work is None:
            return
        at_work, asking = self._at_work
        if at_work is job:
            asking.cancel()

    # The process ----------------------------------------------------------------------------

    async def _work(self) -> None:
        try:
            while True:
                if not await self._wait_for_work(self._idle_seconds):
                    await self._keeper.close()
                    await self._wait_for_work(None)
                await self._serve(self._turns if len(self._turns) else self._games)
        finally:
            await self._keeper.close()

    async def _wait_for_work(self, seconds: float | None) -> bool:
        """Wait until something is to be done; False if nothing was in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._arrived:
                await self._arrived.wait_for(lambda: self.waiting > 0)
                return True
        return False

    async def _serve(self, queue: "FairQueue[_Job]") -> None:
        if not len(queue):  # taken back meanwhile
            return
        payer, job = queue.pop()
        began = perf_counter()
        asking = asyncio.create_task(self._keeper.ask(job.request, _told(job)), name="review")
        self._at_work = job, asking
        try:
            await asyncio.wait({asking})
            if job.is_abandoned:
                await self._keeper.close()
            else:
                _settle(job, _outcome(asking))
        finally:
            asking.cancel()
            self._at_work = None
            queue.charge(payer, perf_counter() - began)
            _settle(job, Failed("the server is stopping"))


def _told(job: _Job) -> OnProgress:
    def tell(come: Progressed) -> None:
        if not job.is_abandoned:
            job.on_progress(come)

    return tell


def _outcome(asking: "asyncio.Task[tuple[Answer, float]]") -> Answer:
    if asking.cancelled():
        return Failed("it was broken off")
    error = asking.exception()
    return Failed(f"{type(error).__name__}: {error}") if error else asking.result()[0]


def _settle(job: _Job, answer: Answer) -> None:
    if not job.answer.done():
        job.answer.set_result(answer)


def _read(answer: Answer) -> bytes:
    match answer:
        case Retold(body):
            return body
        case Rejected(reason):
            raise NotReviewableError(reason)
        case Failed(reason):
            raise ReviewFailedError(reason)
        case _:
            raise ReviewFailedError("no answer")
