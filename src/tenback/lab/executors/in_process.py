"""An executor that plays one game after the other in this process."""

from collections.abc import Iterable, Iterator

from tenback.lab.chunks import Chunk, play_chunk
from tenback.lab.jobs import Job

__all__ = ["InProcessExecutor"]


class InProcessExecutor:
    """Plays in this process."""

    name = "in-process"
    workers = 1

    def __enter__(self) -> "InProcessExecutor":
        """Start nothing."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop nothing."""

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Chunk]]:
        """Play each job when its result is requested."""
        for job in jobs:
            yield job, play_chunk(job.spec, job.first, job.count)
