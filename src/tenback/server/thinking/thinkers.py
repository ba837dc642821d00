"""Bots thinking in worker processes, so that the event loop never waits for them."""

import asyncio
import logging
import os
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tenback.rules import Placement, Ruleset, Signal, View, find_game
from tenback.server.thinking.checks import find_fault
from tenback.server.thinking.keeper import Keeper
from tenback.server.thinking.messages import (
    Advise,
    Advised,
    Answer,
    Chosen,
    Failed,
    Option,
    Prepare,
    Speak,
    Spoken,
    Think,
    WorkerSettings,
)
from tenback.server.thinking.simple import simple_turn

__all__ = ["Thinkers", "ThinkersClosedError", "Thought"]

_LOGGER = logging.getLogger("tenback.server.thinking")
_COMPILED_BOTS = ("steady", "expert", "master")
_LOWEST_PRIORITY = 19
#: With one process a bot that thinks long, or loads for the first time, keeps every table waiting.
_FEWEST = 2


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


@dataclass(eq=False, slots=True)
class _Job:
    request: Think | Speak | Advise
    answer: "asyncio.Future[Any]" = field(default_factory=asyncio.Future[Any])


class Thinkers:
    """A crew of worker processes that decide for bots, first come, first served.

    A bot that crashes, overruns or chooses what the rules refuse is stood in for by the simple
    move; a process that was killed or died is replaced.

    ``workers``: how many processes; one fewer than there are cores, but two at least, unless told.
    ``limit_seconds``: the time for one decision, from when the bot is ready.
    ``warm_up``: bots whose code is compiled in the background when the workers are started.
    ``settings``: what every worker process is told; ``limit_seconds`` goes before its own.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        limit_seconds: float = 10.0,
        warm_up: Sequence[str] = _COMPILED_BOTS,
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
        self._warm_up = tuple(warm_up)
        self._crew = [Keeper(self._settings) for _ in range(self.workers)]
        self._jobs: deque[_Job] = deque()
        self._arrived = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def waiting(self) -> int:
        """How many decisions no worker has begun yet."""
        return len(self._jobs)

    @property
    def restarts(self) -> int:
        """How many processes had to be replaced."""
        return sum(keeper.restarts for keeper in self._crew)

    @property
    def process_ids(self) -> list[int]:
        """The ids of the worker processes that run now."""
        return [keeper.process_id for keeper in self._crew if keeper.process_id is not None]

    async def start(self) -> None:
        """Start the workers; they get ready in the background."""
        if self._tasks:
            raise RuntimeError("the workers are started already")
        self._tasks = [asyncio.create_task(self._work(keeper)) for keeper in self._crew]
        if self._warm_up:
            self._tasks.append(asyncio.create_task(self._compile()))

    async def close(self) -> None:
        """End every process at once; decisions not made are given up."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while self._jobs:
            _give_up(self._jobs.popleft())

    async def think(self, specification: str, seed: int, view: View) -> Thought:
        """Let a bot choose its turn; never raises because of a bot.

        The view is that of the seat to move, with memory. The seed should be one of this bot in
        this game alone: a worker keeps the bot from turn to turn by it.
        """
        if not self._tasks:
            raise ThinkersClosedError("the workers are not running")
        if view.turn is None or view.gone is None:
            raise ValueError("a bot needs the view of the seat to move, made with memory=True")
        return await self._ask(Think(specification, seed, view))

    async def speak(self, specification: str, seed: int, view: View) -> tuple[Signal, ...]:
        """Ask what a bot would tell the others now; one that fails or does not talk says nothing.

        The view is that of the bot's seat, with memory, whoever is to move.
        """
        if not self._tasks:
            raise ThinkersClosedError("the workers are not running")
        return await self._ask(Speak(specification, seed, view))

    async def advise(self, view: View, ms: int) -> tuple[Option, ...]:
        """Ask for the best turns of the seat to move; none where that fails."""
        if not self._tasks:
            raise ThinkersClosedError("the workers are not running")
        return await self._ask(Advise(view, ms))

    async def _ask(self, request: Think | Speak | Advise) -> Any:
        job = _Job(request)
        self._jobs.append(job)
        self._arrived.set()
        try:
            return await job.answer
        except asyncio.CancelledError:
            if job in self._jobs:
                self._jobs.remove(job)
            raise

    # A worker -------------------------------------------------------------------------------

    async def _work(self, keeper: Keeper) -> None:
        try:
            await keeper.start()
            while True:
                job = await self._next_job()
                try:
                    await self._serve(job, keeper)
                except Exception as error:  # not the bot's fault: its caller must know
                    if not job.answer.done():
                        job.answer.set_exception(error)
                finally:
                    _give_up(job)  # without an answer only when we are being closed
        finally:
            await keeper.close()

    async def _next_job(self) -> _Job:
        while not self._jobs:
            self._arrived.clear()
            await self._arrived.wait()
        return self._jobs.popleft()

    async def _serve(self, job: _Job, keeper: Keeper) -> None:
        self.thinking += 1
        try:
            answer, seconds = await keeper.ask(job.request)
        finally:
            self.thinking -= 1
        view = job.request.view
        if not isinstance(job.request, Think):
            if not job.answer.done():
                speaks = isinstance(job.request, Speak)
                job.answer.set_result(_signals(view, answer) if speaks else _options(answer))
            return
        placements, failure = _judge(view, answer)
        if failure:
            self.failures += 1
            # A dead end of Extreme can take a search of many milliseconds.
            placements = await asyncio.to_thread(simple_turn, view)
        self.decisions += 1
        if not job.answer.done():
            job.answer.set_result(Thought(placements, failure, seconds))

    async def _compile(self) -> None:
        """Compile what the usual bots need, once, into the folder where all processes find it.

        The very first time it takes most of a minute; a process beside the crew leaves it free.
        """
        spare = Keeper(msgspec.structs.replace(self._settings, niceness=_LOWEST_PRIORITY))
        rules = Ruleset(find_game("original"), players=2)
        try:
            for specification in self._warm_up:
                answer, _ = await spare.ask(Prepare(specification, rules))
                if isinstance(answer, Failed):
                    _LOGGER.warning(
                        "the bot %s does not get ready: %s", specification, answer.reason
                    )
        finally:
            await spare.close()


def _signals(view: View, answer: Answer) -> tuple[Signal, ...]:
    if not isinstance(answer, Spoken) or view.seat is None:
        return ()
    return tuple(Signal(view.seat, kind, subject) for kind, subject in answer.signals)


def _options(answer: Answer) -> tuple[Option, ...]:
    if isinstance(answer, Failed):
        _LOGGER.warning("no advice: %s", answer.reason)
    return answer.options if isinstance(answer, Advised) else ()


def _judge(view: View, answer: Answer) -> tuple[tuple[Placement, ...], str]:
    """Give what was chosen, and why it cannot be played if it cannot."""
    if not isinstance(answer, Chosen):
        return (), answer.reason if isinstance(answer, Failed) else "crashed: no answer"
    placements = tuple(Placement(card, pile) for card, pile in answer.placements)
    fault = find_fault(view, placements)
    return placements, f"illegal: {fault}" if fault else ""


def _give_up(job: _Job) -> None:
    if not job.answer.done():
        job.answer.set_exception(ThinkersClosedError("the workers were closed"))


def _count_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
