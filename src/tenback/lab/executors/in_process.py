"""One game after the other, here."""

from collections.abc import Iterable, Iterator

from tenback.lab.chunks import Chunk, play_chunk
from tenback.lab.jobs import Job

__all__ = ["InProcessExecutor"]


class InProcessExecutor:
    """Plays in this process."""

    name = "in-process"
    workers = 1

    def __enter__(self) -> "InProcessExecutor":
        """Nothing has to be started."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing has to be stopped."""

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Chunk]]:
        """Play each job when it is asked for."""
        for job in jobs:
            yield job, play_chunk(job.spec, job.first, job.count)
