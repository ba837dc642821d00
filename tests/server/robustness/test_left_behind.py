"""When a test that runs servers is ended in its middle, no server is left behind."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.thinking.processes import wait_until_gone
from tests.server.waiting import wait_for

#: Starts a server, and goes on as a test would.
PARENT = """
import sys, time
from pathlib import Path
from benchmarks.robustness.served import ServedProcess

served = ServedProcess(sys.argv[1], Path(sys.argv[2]))
served.launch()
print(served.pid, flush=True)
time.sleep(600)
"""


def is_under_way(pid: int) -> bool:
    """Whether the program that arranges the end of the process has made room for the server.

    While one program takes the place of another, the line is empty.
    """
    line = Path(f"/proc/{pid}/cmdline").read_bytes()
    return b"serve" in line and b"setpriv" not in line


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends it")
@pytest.mark.parametrize(
    ("number", "is_paused"),
    [
        (signal.SIGTERM, False),
        (signal.SIGINT, False),
        (signal.SIGKILL, False),
        (signal.SIGKILL, True),
    ],
)
def test_no_server_outlives_whoever_started_it(
    tmp_path: Path, number: signal.Signals, is_paused: bool
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path / "tables.db"), str(tmp_path / "server.log")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        wait_for(lambda: is_under_way(pid))
        if is_paused:
            os.kill(pid, signal.SIGSTOP)
        parent.send_signal(number)
    try:
        assert wait_until_gone([pid], 10)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
