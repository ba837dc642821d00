"""A time limit that the operating system enforces."""

import signal
from collections.abc import Generator
from contextlib import contextmanager

__all__ = ["extend_limit", "hard_limit"]

_GRACE_SECONDS = 2.0


@contextmanager
def hard_limit(seconds: float) -> Generator[None]:
    """Have this process ended after some seconds, even if its server is dead and its bot loops."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    extend_limit(seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def extend_limit(seconds: float) -> None:
    """Restart the clock of a limit."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE_SECONDS)
