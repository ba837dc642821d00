"""A limit that the system itself enforces."""

import signal
from collections.abc import Generator
from contextlib import contextmanager

__all__ = ["extend_limit", "hard_limit"]

_GRACE_SECONDS = 2.0


@contextmanager
def hard_limit(seconds: float) -> Generator[None]:
    """Let the system end this process, should the server die while a bot never lets go."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    extend_limit(seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def extend_limit(seconds: float) -> None:
    """Begin the time again, within a limit."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE_SECONDS)
