"""Bots thinking in worker processes, so that the event loop never waits for them."""

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

import msgspec

from tenback.rules import Placement, Ruleset, Signal, View, find_game
from tenback.server.offers import LEVELS, USUAL_BOT, hurry, is_light
from tenback.server.thinking.fair_queue import NOBODY, FairQueue, Payer
from tenback.server.thinking.keeper import Keeper
from tenback.server.thinking.messages import (
    Advise,
    AdvisedTurn,
    Answer,
    Failed,
    Offer,
    Prepare,
    ReadRecord,
    Retell,
    SolveDeal,
    Speak,
    Think,
    WorkerSettings,
)
from tenback.server.thinking.preparation import Preparation
from tenback.server.thinking.results import (
    RecordRejectedError,
    RetellError,
    eagerness_in,
    judge,
    retold_in,
    signals_in,
    turns_in,
)
from tenback.server.thinking.simple import simple_turn
from tenback.table.model import Eagerness

__all__ = ["RecordRejectedError", "RetellError", "Thinkers", "ThinkersClosedError", "Thought"]

_LOGGER = logging.getLogger("tenback.server.thinking")
#: Made ready in this order, unless somebody wants another one first.
_WARM_UP = (USUAL_BOT, *(level for level in LEVELS if level != USUAL_BOT))
_LOWEST_PRIORITY = 19
#: With one process a bot that thinks long, or loads for the first time, keeps every table waiting.
_FEWEST = 2


_LEAST_MS = 50
#: A bot that is hurried has at least this share of its time.
_LEAST_SHARE = 1 / 32


class ThinkersClosedError(RuntimeError):
    """Asked before the workers were started or after they were closed."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A turn to lay, legal as a whole.

    ``failure`` is empty if the bot chose the turn itself; else it says in one line why the simple
    move stands in for it. ``seconds`` is how long the bot thought.
    """

    placements: tuple[Placement, ...]
    failure: str = ""
    seconds: float = 0.0


_Work = Think | Speak | Offer | Advise | Retell | ReadRecord | SolveDeal | Prepare
#: Called when a worker begins, with whether there is less time than was asked for.
Begin = Callable[[bool], object]


@dataclass(eq=False, slots=True)
class _Job:
    request: _Work
    begin: Begin = bool
    answer: "asyncio.Future[Any]" = field(default_factory=asyncio.Future[Any])


class Thinkers:
    """A crew of worker processes that decide for bots, give advice and read games again.

    Everybody has a fair share of them: see ``FairQueue``. One process more is for light bots alone,
    so that they never wait behind heavy ones. When more is asked for than the crew can do, heavy
    bots of whoever asks for much have less time.

    A bot that crashes, overruns or chooses what the rules refuse is stood in for by the simple
    move; a process that was killed, died or does not answer is replaced.

    Bots are made ready while nothing else is to be done: compiled once, in a process beside the
    crew, then loaded by one process of the crew after the other. ``is_ready`` tells how it stands.

    ``workers``: how many processes; one fewer than there are cores, but two at least, unless told.
    ``limit_seconds``: the time for one decision, from when the bot is ready.
    ``warm_up``: bots that are made ready when the workers are started; if empty, every bot counts
    as ready.
    ``settings``: what every worker process is told; ``limit_seconds`` goes before its own.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        limit_seconds: float = 10.0,
        warm_up: Sequence[str] = _WARM_UP,
        settings: WorkerSettings | None = None,
    ) -> None:
        if workers is not None and workers < 1:
            raise ValueError(f"workers: {workers} is not 1 or more")
        self.workers = workers or max(_FEWEST, _count_cores() - 1)
        self.thinking = 0
        self.failures = 0
        self.decisions = 0
        self._settings = msgspec.structs.replace(
            settings or WorkerSettings(), limit_seconds=limit_seconds
        )
        self._is_warming_up = bool(warm_up)
        self.preparation = Preparation(warm_up)
        #: What a process of the crew is to load once nothing else waits for it.
        self._loads: dict[Keeper, _Job] = {}
        self._crew = [Keeper(self._settings) for _ in range(self.workers)]
        self._light_keeper = Keeper(self._settings)
        self._heavy: FairQueue[_Job] = FairQueue()
        self._light: FairQueue[_Job] = FairQueue()
        self._arrived = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def waiting(self) -> int:
        """How many decisions no worker has begun yet."""
        return len(self._heavy) + len(self._light)

    @property
    def restarts(self) -> int:
        """How many processes had to be replaced."""
        return sum(keeper.restarts for keeper in (*self._crew, self._light_keeper))

    @property
    def process_ids(self) -> list[int]:
        """The ids of the worker processes that run now."""
        keepers = (*self._crew, self._light_keeper)
        return [keeper.process_id for keeper in keepers if keeper.process_id is not None]

    async def start(self) -> None:
        """Start the workers; they get ready in the background."""
        if self._tasks:
            raise RuntimeError("the workers are started already")
        heavy_first, light = (self._heavy, self._light), (self._light,)
        self._tasks = [asyncio.create_task(self._work(one, *heavy_first)) for one in self._crew]
        self._tasks.append(asyncio.create_task(self._work(self._light_keeper, *light)))
        if self._is_warming_up:
            self._tasks.append(asyncio.create_task(self._make_ready()))

    async def close(self) -> None:
        """End every process at once; decisions not made are given up."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for job in (*self._heavy.drain(), *self._light.drain()):
            _give_up(job)

    def is_ready(self, specification: str) -> bool:
        """Whether a bot can choose at once."""
        return self.preparation.is_ready(specification)

    async def think(
        self,
        specification: str,
        seed: int,
        view: View,
        payer: Payer = NOBODY,
        begin: Begin = bool,
    ) -> Thought:
        """Let a bot choose its turn; never raises because of a bot.

        The view is that of the seat to move, with memory. The seed should be one of this bot in
        this game alone: a worker keeps the bot from turn to turn by it.
        """
        if view.turn is None or view.gone is None:
            raise ValueError("a bot needs the view of the seat to move, made with memory=True")
        queue = self._light if is_light(specification) else self._heavy
        return await self._ask(queue, payer, _Job(Think(specification, seed, view), begin))

    async def speak(
        self, specification: str, seed: int, view: View, payer: Payer = NOBODY
    ) -> tuple[Signal, ...]:
        """Ask what a bot would tell the others now; one that fails or does not talk says nothing.

        The view is that of the bot's seat, with memory, whoever is to move.
        """
        if is_light(specification) or not self.is_ready(specification):  # they do not talk
            return ()
        return await self._ask(self._heavy, payer, _Job(Speak(specification, seed, view)))

    async def offer_start(self, view: View, payer: Payer = NOBODY) -> Eagerness | None:
        """Ask how gladly a seat would start; None where that fails. It never waits for heavy bots.

        The view is that of the seat in a game that is dealt, with memory.
        """
        return await self._ask(self._light, payer, _Job(Offer(view)))

    async def advise(
        self, view: View, ms: int, payer: Payer = NOBODY, begin: Begin = bool
    ) -> tuple[AdvisedTurn, ...]:
        """Ask for the best turns of the seat to move; none where that fails."""
        return await self._ask(self._heavy, payer, _Job(Advise(view, ms), begin))

    async def retell(
        self,
        form: str,
        code: str,
        bodies: Sequence[bytes],
        vocabulary: int,
        payer: Payer = NOBODY,
    ) -> bytes:
        """Read a finished game again, in one of the forms of ``past``; RetellError if it fails."""
        job = _Job(Retell(form, code, tuple(bodies), vocabulary))
        return await self._ask(self._heavy, payer, job)

    async def read_record(self, request: ReadRecord, payer: Payer = NOBODY) -> bytes:
        """Verify a record that somebody sent, and return it in one of the forms of ``sent``.

        Raises RecordRejectedError if it is none, RetellError if a worker fails.
        """
        return await self._ask(self._heavy, payer, _Job(request))

    async def solve(self, record: str, seconds: float, payer: Payer = NOBODY) -> bytes:
        """Solve the deal of a record, every card known; RetellError if a worker fails."""
        return await self._ask(self._heavy, payer, _Job(SolveDeal(record, seconds)))

    async def _ask(self, queue: "FairQueue[_Job]", payer: Payer, job: _Job) -> Any:
        if not self._tasks:
            raise ThinkersClosedError("the workers are not running")
        queue.put(payer, job)
        async with self._arrived:
            self._arrived.notify_all()
        try:
            return await job.answer
        except asyncio.CancelledError:
            queue.remove(payer, job)
            raise

    # A worker -------------------------------------------------------------------------------

    async def _work(self, keeper: Keeper, *queues: "FairQueue[_Job]") -> None:
        """Serve the first of these queues in which something waits."""
        try:
            if keeper is not self._light_keeper or self._is_warming_up:
                await keeper.start()
            while True:
                async with self._arrived:
                    await self._arrived.wait_for(
                        lambda: keeper in self._loads or any(map(len, queues))
                    )
                queue = next((one for one in queues if len(one)), None)
                if queue is not None:
                    await self._serve_next(queue, keeper)
                elif keeper in self._loads:
                    await self._serve(self._loads.pop(keeper), keeper)
        finally:
            await keeper.close()

    async def _serve_next(self, queue: "FairQueue[_Job]", keeper: Keeper) -> None:
        payer, job = queue.pop()
        began = perf_counter()
        try:
            share = self._share(queue, payer)
            if share < 1:
                job.request = _hurried(job.request, share)
            job.begin(share < 1)
            await self._serve(job, keeper)
        except Exception as error:  # not the bot's fault: its caller must know
            if not job.answer.done():
                job.answer.set_exception(error)
        finally:
            queue.charge(payer, perf_counter() - began)
            _give_up(job)  # without an answer only when we are being closed

    def _share(self, queue: "FairQueue[_Job]", payer: Payer) -> float:
        """Return the share of its time that a bot has: all, one half, one quarter and so on."""
        share = 1.0
        while share > _LEAST_SHARE and queue.crowd(payer) * share > self.workers:
            share /= 2
        return share

    async def _serve(self, job: _Job, keeper: Keeper) -> None:
        self.thinking += 1
        try:
            answer, seconds = await keeper.ask(job.request)
        finally:
            self.thinking -= 1
        match job.request:
            case Think(view=view):
                placements, failure = judge(view, answer)
                if failure:
                    self.failures += 1
                    # A dead end of Extreme can take a search of many milliseconds.
                    placements = await asyncio.to_thread(simple_turn, view)
                self.decisions += 1
                result: object = Thought(placements, failure, seconds)
            case Speak(view=view):
                result = signals_in(view, answer)
            case Offer():
                result = eagerness_in(answer)
            case Advise():
                result = turns_in(answer)
            case Retell() | ReadRecord() | SolveDeal():
                result = retold_in(answer)
            case Prepare():
                result = answer
        if not job.answer.done():
            job.answer.set_result(result)

    # Getting ready --------------------------------------------------------------------------

    async def _make_ready(self) -> None:
        """Make bots ready as they are wanted, one at a time."""
        spare = Keeper(msgspec.structs.replace(self._settings, niceness=_LOWEST_PRIORITY))
        rules = Ruleset(find_game("original"), players=2)
        try:
            while True:
                specification = await self.preparation.next()
                request = Prepare(specification, rules)
                answer, _ = await spare.ask(request)  # compiles it for all processes
                for keeper in self._crew if not isinstance(answer, Failed) else ():
                    answer = await self._load(keeper, request)
                if isinstance(answer, Failed):
                    _LOGGER.warning(
                        "the bot %s does not get ready: %s", specification, answer.reason
                    )
                self.preparation.done()
                if self.preparation.is_idle:
                    await spare.close()
        finally:
            await spare.close()

    async def _load(self, keeper: Keeper, request: Prepare) -> Answer:
        """Let a process of the crew load a bot as soon as it has nothing else to do."""
        job = self._loads[keeper] = _Job(request)
        async with self._arrived:
            self._arrived.notify_all()
        return await job.answer


def _hurried(request: _Work, share: float) -> _Work:
    """Return the same request for a share of the time; some cannot be done in less."""
    match request:
        case Think():
            return replace(request, specification=hurry(request.specification, share))
        case Advise():
            return replace(request, ms=max(_LEAST_MS, int(request.ms * share)))
        case Speak() | Offer() | Retell() | ReadRecord() | SolveDeal() | Prepare():
            return request


def _give_up(job: _Job) -> None:
    if not job.answer.done():
        job.answer.set_exception(ThinkersClosedError("the workers were closed"))


def _count_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
