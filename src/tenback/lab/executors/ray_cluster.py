"""An executor on Ray: a local one started for the run, or a cluster given by its address.

Every node of a cluster needs the same version of tenback; a worker with other code refuses to play.
"""

import contextlib
import importlib
import os
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from tenback.lab.chunks import Chunk
from tenback.lab.errors import GameFailedError, LabError, WorkerLostError
from tenback.lab.executors.answers import Answer, answer
from tenback.lab.jobs import Job

__all__ = ["RayExecutor"]

_LOCAL = "local"
_DOOR_SECONDS = 5.0
_GREETING_SECONDS = 12.0
#: How often Ray starts a job again whose worker or node died.
_RETRIES = 5
#: More jobs than workers are in flight, so that no worker waits for its next job.
_JOBS_A_WORKER = 2


class RayExecutor:
    """Plays on Ray; stops Ray afterwards if it started it."""

    name = "Ray"

    def __init__(self, address: str = _LOCAL, workers: int | None = None) -> None:
        self.workers = workers or 0
        self._address = address
        self._ray = _import_ray()
        self._is_ours = False

    def __enter__(self) -> "RayExecutor":
        """Start Ray or connect to it."""
        if not self._ray.is_initialized():
            self._connect()
            self._is_ours = True
        if not self.workers:
            self.workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return self

    def __exit__(self, *_: object) -> None:
        """Stop Ray if it was started here."""
        if self._is_ours:
            self._ray.shutdown()

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Chunk]]:
        """Keep enough jobs in flight; Ray restarts a job whose worker dies."""
        ray = self._ray
        play = ray.remote(max_retries=_RETRIES)(play_checked)
        queue = iter(jobs)
        pending: dict[Any, Job] = {}
        try:
            while True:
                while len(pending) < self.workers * _JOBS_A_WORKER:
                    job = next(queue, None)
                    if job is None:
                        break
                    pending[play.remote(job, job.spec.code)] = job
                if not pending:
                    return
                for reference in ray.wait(list(pending), num_returns=1)[0]:
                    job = pending.pop(reference)
                    yield job, self._fetch(reference)
        finally:
            for reference in pending:
                with contextlib.suppress(Exception):  # the cluster itself may be gone
                    ray.cancel(reference, force=True)

    def _fetch(self, reference: Any) -> Chunk:
        try:
            given: Answer = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            told: list[str] = str(error).strip().splitlines() or [type(error).__name__]
            raise WorkerLostError(f"ray: {told[-1]}") from None
        if isinstance(given, GameFailedError):
            raise given
        return given

    def _connect(self) -> None:
        # Ray must not send usage statistics.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
        if self._address == _LOCAL:
            settings |= {"num_cpus": self.workers or None, "include_dashboard": False}
        else:
            _verify_reachable(self._address)
        try:
            self._ray.init(address=self._address, **settings)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            raise LabError(f"ray: {self._address}: {_first_line(error)}") from None


def play_checked(job: Job, fingerprint: str) -> Answer:
    """Play a job in a Ray worker, if its code has the same fingerprint."""
    if job.spec.code != fingerprint:
        return GameFailedError("ray: a worker has other code of tenback, of the game or of a bot")
    return answer(job)


def _import_ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise LabError("ray: it is not installed; pip install 'tenback[ray]'") from None


def _verify_reachable(address: str) -> None:
    """Fail early: Ray itself would try an address that nobody answers for two minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise LabError(f"ray: {address!r} is not 'local' or HOST:PORT")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _DOOR_SECONDS).close()
    except OSError as error:
        raise LabError(f"ray: nobody answers at {address} ({error.strerror or error})") from None
    # Somebody answers. A process that can be stopped finds out whether it is Ray.
    greeting = "import sys, ray; ray.init(address=sys.argv[1], log_to_driver=False)"
    try:
        tried = subprocess.run(
            [sys.executable, "-c", greeting, address],
            capture_output=True,
            timeout=_GREETING_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        raise LabError(f"ray: {_tell_silence(address, expired.stderr or b'')}") from None
    if tried.returncode != 0:
        last = tried.stderr.decode(errors="replace").strip().splitlines() or ["?"]
        raise LabError(f"ray: {address}: {last[-1]}")


def _tell_silence(address: str, complaints: bytes) -> str:
    """Explain why the cluster did not answer; clusters of 'ray start' ask for a token."""
    if b"AuthToken" in complaints:
        return f"the cluster at {address} asks for a token; set RAY_AUTH_MODE and RAY_AUTH_TOKEN"
    return f"what answers at {address} is not Ray"


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
