"""A pool of processes on this machine.

Each worker has its own pipe and one job at a time. A worker that dies closes its pipe; its job,
and no other, goes to a new worker. The standard library's pool would instead give up every job in
flight, and it cannot be stopped in the middle of a long game.
"""

import contextlib
import multiprocessing
import signal
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import cast

from tenback.lab.chunks import Chunk
from tenback.lab.errors import GameFailedError, WorkerLostError
from tenback.lab.executors.answers import Answer, answer
from tenback.lab.interrupts import interrupts_held_back
from tenback.lab.jobs import Job

__all__ = ["PoolExecutor", "serve_jobs"]

_MOST_DEATHS_A_JOB = 3


@dataclass(eq=False, slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    job: Job | None = None


class PoolExecutor:
    """Plays in a fixed number of processes."""

    name = "process pool"

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._crew: list[_Worker] = []

    def __enter__(self) -> "PoolExecutor":
        """Start the workers."""
        self._crew = [_start_worker() for _ in range(self.workers)]
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the workers at once; their unfinished jobs are lost."""
        for worker in self._crew:
            _stop(worker)
        self._crew = []

    @property
    def worker_ids(self) -> list[int]:
        """The ids of the running worker processes."""
        return [worker.process.pid for worker in self._crew if worker.process.pid is not None]

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Chunk]]:
        """Keep every worker busy, and replace workers that die."""
        queue = iter(jobs)
        again: deque[Job] = deque()
        deaths: Counter[Job] = Counter()
        while True:
            for worker in [worker for worker in self._crew if worker.job is None]:
                job = again.popleft() if again else next(queue, None)
                if job is None:
                    break
                if not _hand_over(worker, job):
                    again.append(self._bury(worker, job, deaths))
            busy = {worker.pipe: worker for worker in self._crew if worker.job is not None}
            if not busy and not again:
                return
            for pipe in wait(list(busy)) if busy else ():
                worker = busy[cast("Connection", pipe)]
                job = cast("Job", worker.job)
                worker.job = None
                try:
                    given: Answer = worker.pipe.recv()
                except (EOFError, OSError):
                    again.append(self._bury(worker, job, deaths))
                    continue
                if isinstance(given, GameFailedError):
                    raise given
                yield job, given

    def _bury(self, dead: _Worker, job: Job, deaths: Counter[Job]) -> Job:
        """Replace a dead worker and repeat its job, up to a limit."""
        _stop(dead)
        deaths[job] += 1
        if deaths[job] >= _MOST_DEATHS_A_JOB:
            raise WorkerLostError(_tell_death(dead, job))
        self._crew[self._crew.index(dead)] = _start_worker()
        return job


def _start_worker() -> _Worker:
    # A fresh interpreter: a fork would copy the threads of compiled code in an undefined state.
    context = multiprocessing.get_context("spawn")
    ours, theirs = cast("tuple[Connection, Connection]", context.Pipe())
    process = context.Process(target=serve_jobs, args=(theirs,), daemon=True)
    with interrupts_held_back():  # only we end the worker, not Ctrl-C
        process.start()
    theirs.close()
    return _Worker(process, ours)


def serve_jobs(pipe: Connection) -> None:
    """Play jobs until the other end of the pipe is closed: the main loop of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The other end may close at any moment, even while a job is being played.
    with contextlib.suppress(EOFError, OSError):
        while True:
            job: Job = pipe.recv()
            given = answer(job)
            pipe.send(given)


def _hand_over(worker: _Worker, job: Job) -> bool:
    try:
        worker.pipe.send(job)
    except OSError:
        return False
    worker.job = job
    return True


def _stop(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.kill()
    worker.process.join()


def _tell_death(worker: _Worker, job: Job) -> str:
    code = worker.process.exitcode
    how = f"signal {-code}" if code is not None and code < 0 else f"status {code}"
    seed = job.spec.seed_of(job.first)
    return (
        f"{_MOST_DEATHS_A_JOB} workers died one after the other ({how}) on the {job.count} "
        f"game(s) from the seed {seed}; out of memory?"
    )
