"""Waiting for something that no message announces."""

import time
from collections.abc import Callable

__all__ = ["wait_for"]

#: Seconds. Long enough for a busy machine; only a failing test waits as long.
_PATIENCE = 120.0


def wait_for(condition: Callable[[], object]) -> None:
    """Try again and again until the condition holds."""
    until = time.monotonic() + _PATIENCE
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)
