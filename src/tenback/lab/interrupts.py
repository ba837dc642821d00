"""Ctrl-C that waits until something is done."""

import contextlib
import signal
from collections.abc import Generator

__all__ = ["interrupts_held_back"]


@contextlib.contextmanager
def interrupts_held_back() -> Generator[None]:
    """Let Ctrl-C wait for the end of the block; processes started in it never hear of it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
