"""Delaying Ctrl-C until a block is finished."""

import contextlib
import signal
from collections.abc import Generator

__all__ = ["interrupts_held_back"]


@contextlib.contextmanager
def interrupts_held_back() -> Generator[None]:
    """Delay Ctrl-C until the end of the block; processes started in it never receive it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
