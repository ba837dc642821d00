"""Whether processes are still there."""

import os
import time
from collections.abc import Iterable
from pathlib import Path


def is_running(pid: int) -> bool:
    """Whether the process has not ended; one that only waits to be reaped has."""
    state, _ = _state_and_parent(pid)
    return state not in ("", "Z", "X")


def wait_until_gone(pids: Iterable[int], seconds: float = 30) -> bool:
    """Wait for processes to end; whether all of them did."""
    until = time.monotonic() + seconds
    left = set(pids)
    while left and time.monotonic() < until:
        left = {pid for pid in left if is_running(pid)}
        time.sleep(0.02)
    return not left


def child_processes() -> set[int]:
    """Return the processes that this one started and has not reaped."""
    pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return {pid for pid in pids if _state_and_parent(pid)[1] == os.getpid()}


def _state_and_parent(pid: int) -> tuple[str, int]:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return "", 0
    state, parent, *_ = status.rpartition(")")[2].split()
    return state, int(parent)
