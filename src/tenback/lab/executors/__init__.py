"""Where games are played: in this process, in a pool of processes, or on Ray."""

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from tenback.lab.chunks import Chunk
from tenback.lab.errors import LabError
from tenback.lab.jobs import Job

__all__ = ["Executor", "available_cores", "open_executor"]


class Executor(Protocol):
    """Takes jobs one by one as workers become free, and returns each with its games."""

    name: str
    workers: int

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Chunk]]:
        """Play the jobs and yield each exactly once, in any order."""
        ...


def open_executor(
    workers: int | None = None, ray: str | None = None
) -> AbstractContextManager[Executor]:
    """Open an executor; ``ray`` is "local" or the address of a cluster.

    Without ``workers`` Ray uses all its cores; without Ray one process plays.
    """
    if workers is not None and workers < 1:
        raise LabError(f"workers: {workers} is not 1 or more")
    if ray is not None:
        from tenback.lab.executors.ray_cluster import RayExecutor  # noqa: PLC0415 - an extra

        return RayExecutor(ray, workers)
    if workers is None or workers == 1:
        from tenback.lab.executors.in_process import InProcessExecutor  # noqa: PLC0415

        return InProcessExecutor()
    from tenback.lab.executors.pool import PoolExecutor  # noqa: PLC0415

    return PoolExecutor(workers)


def available_cores() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
