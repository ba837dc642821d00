"""Cutting runs into jobs of about a second each."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tenback.lab.chunks import Chunk
from tenback.lab.spec import RunSpec

__all__ = ["Job", "JobPlanner"]

_SECONDS_A_JOB = 1.0
_FIRST_SIZE = 4
#: A job is at most this many times as large as the one before: the first ones load and compile.
_GROWTH = 8
_LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Job:
    """A range of games that one worker plays without a break."""

    spec: RunSpec
    first: int
    count: int


class JobPlanner:
    """Hands out jobs from all runs in turn, sized by their measured speed."""

    def __init__(self, stretches: Iterable[tuple[RunSpec, range]], workers: int) -> None:
        self._left: dict[RunSpec, deque[range]] = {}
        for spec, stretch in stretches:
            self._left.setdefault(spec, deque()).append(stretch)
        self._games_left = {
            spec: sum(map(len, stretches)) for spec, stretches in self._left.items()
        }
        self._sizes = dict.fromkeys(self._left, _FIRST_SIZE)
        self._workers = workers

    def __iter__(self) -> Iterator[Job]:
        """Yield the next job whenever a worker is free."""
        while self._left:
            for spec in list(self._left):
                yield self._cut(spec)

    def learn(self, job: Job, chunk: Chunk) -> None:
        """Adjust the size of later jobs to how long this one took."""
        fitting = int(job.count * _SECONDS_A_JOB / max(chunk.seconds, 1e-9))
        self._sizes[job.spec] = max(1, min(fitting, job.count * _GROWTH, _LARGEST))

    def _cut(self, spec: RunSpec) -> Job:
        stretches = self._left[spec]
        # Jobs get smaller near the end, so that the workers finish together.
        share = -(-self._games_left[spec] // self._workers)
        stretch = stretches.popleft()
        count = min(self._sizes[spec], share, len(stretch))
        rest = stretch[count:]
        if rest:
            stretches.appendleft(rest)
        self._games_left[spec] -= count
        if not stretches:
            del self._left[spec]
        return Job(spec, stretch.start, count)
