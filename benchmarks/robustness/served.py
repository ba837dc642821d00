"""A server in a process of its own, to be killed and started again on the same port."""

import asyncio
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from tenback.server.remote.calls import RemoteError, call
from tenback.server.wire.http import Health

__all__ = ["ServedProcess", "ended_with_us", "free_port"]

_START_SECONDS = 180.0
_STOP_SECONDS = 30.0


def free_port() -> int:
    """Return a port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ended_with_us(command: list[str]) -> list[str]:
    """Return a command whose process is killed when ours ends, however it ends.

    Linux does that for whoever asks. No other signal will do: a paused process hears none.
    """
    setpriv = shutil.which("setpriv")
    return command if setpriv is None else [setpriv, "--pdeathsig=KILL", *command]


class ServedProcess:
    """Serves a database; everything it logs is appended to ``log``.

    It is to be started by the main thread: the process ends with the thread that has started it.
    """

    def __init__(self, database: str, log: Path, *options: str) -> None:
        self.database = database
        self.log = log
        self.port = free_port()
        self.server = f"http://127.0.0.1:{self.port}"
        #: Seconds from starting the process until it answered, of each start.
        self.start_seconds: list[float] = []
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether the process lives."""
        return self._process is not None and self._process.poll() is None

    def launch(self) -> None:
        """Start the process, without waiting until it serves."""
        command = [sys.executable, "-m", "tenback", "serve", "--port", str(self.port)]
        command += ["--database", self.database, "--log-level", "warning", *self._options]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(ended_with_us(command), stdout=log, stderr=log)

    async def start(self) -> None:
        """Start the process and wait until it serves; RuntimeError if it does not."""
        began = time.perf_counter()
        self.launch()
        while True:
            try:
                await asyncio.to_thread(call, f"{self.server}/health", Health, timeout=5)
                break
            except RemoteError:
                seconds = time.perf_counter() - began
                if not self.is_running or seconds > _START_SECONDS:
                    raise RuntimeError(f"no server after {seconds:.1f} s:\n{self.tail()}") from None
            await asyncio.sleep(0.02)
        self.start_seconds.append(time.perf_counter() - began)

    def kill(self) -> None:
        """Kill the process (SIGKILL), with no chance to tidy up."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    async def stop(self) -> None:
        """Ask the process to stop (SIGTERM), and wait until it has ended."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(self._process.wait, _STOP_SECONDS)

    def rss_mib(self) -> float:
        """Return the resident memory of the process."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def tail(self) -> str:
        """Return the end of the log."""
        return self.log.read_text(errors="replace")[-2000:]

    def complaints(self) -> list[str]:
        """Return the lines of the log that should not be there: errors, and ends of tracebacks."""
        found: list[str] = []
        is_traceback = False
        for line in self.log.read_text(errors="replace").splitlines():
            if is_traceback and not line.startswith(" "):
                found.append(line)
                is_traceback = False
            if line.startswith("Traceback"):
                is_traceback = True
            elif " ERROR " in line:
                found.append(line)
        return found
