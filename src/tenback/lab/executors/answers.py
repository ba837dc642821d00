"""What a worker in another process does with a job."""

from tenback.lab.chunks import Chunk, play_chunk
from tenback.lab.errors import GameFailedError
from tenback.lab.jobs import Job

__all__ = ["Answer", "answer"]

Answer = Chunk | GameFailedError


def answer(job: Job) -> Answer:
    """Play a job; a failure is returned, not raised, so that it can be sent between processes."""
    try:
        return play_chunk(job.spec, job.first, job.count)
    except GameFailedError as error:
        return GameFailedError(str(error))
    except Exception as error:
        return GameFailedError(f"a worker failed: {type(error).__name__}: {error}")
