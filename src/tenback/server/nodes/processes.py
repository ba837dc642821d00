"""Several processes of one machine on one port, each a node of its own."""

import logging
import os
import signal
import socket
import time
from dataclasses import replace
from types import FrameType

from tenback.server.config import ServerConfig
from tenback.server.serve import ServeError, bind, run

__all__ = ["Family", "run_processes"]

_LOGGER = logging.getLogger("tenback.server.nodes")
#: A process that ends so soon after its first start will not serve the next time either. One that
#: has taken the place of another may have come while the database is away: it is tried again.
_SOON_SECONDS = 5.0
_AGAIN_SECONDS = 1.0


def run_processes(config: ServerConfig, count: int) -> int:
    """Serve with so many processes until SIGTERM or SIGINT; one that dies is replaced.

    All accept from one socket, so whichever has time takes the next connection.
    """
    bound = bind(config.host, config.port, listen=False)
    workers = config.workers or max(1, ((os.cpu_count() or 1) - 1) // count)
    family = Family(replace(config, workers=workers), bound)
    for number in range(1, count + 1):
        family.start(number)
    return family.look_after()


class Family:
    """The processes of this machine, by number."""

    def __init__(self, config: ServerConfig, bound: socket.socket) -> None:
        self._config = config
        self._bound = bound
        self._children: dict[int, tuple[int, float]] = {}
        #: The numbers of processes that took the place of others.
        self._replaced: set[int] = set()
        self.is_stopping = False
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, self._stop)

    def start(self, number: int) -> None:
        """Start the process of a number."""
        pid = os.fork()
        if pid == 0:
            os._exit(_serve(self._config, number, self._bound))
        self._children[pid] = (number, time.monotonic())

    def look_after(self) -> int:
        """Wait until all have ended, and replace those that should not have."""
        status = 0
        while self._children:
            pid, ended = os.wait()
            number, began = self._children.pop(pid)
            code = os.waitstatus_to_exitcode(ended)
            if self.is_stopping:
                status = status or code
                continue
            is_soon = code > 0 and time.monotonic() - began < _SOON_SECONDS
            if is_soon and number not in self._replaced:
                self._stop(signal.SIGTERM, None)  # it has said why
                status = code
                continue
            _LOGGER.error("process %d ended with status %d; another is started", number, code)
            self._replaced.add(number)
            if is_soon:
                time.sleep(_AGAIN_SECONDS)
            if not self.is_stopping:
                self.start(number)
        return status

    def _stop(self, sign: int, frame: FrameType | None) -> None:
        del sign, frame
        self.is_stopping = True
        for pid in self._children:
            os.kill(pid, signal.SIGTERM)


def _serve(config: ServerConfig, number: int, bound: socket.socket) -> int:
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, signal.SIG_DFL)
    name = f"{config.node.name or socket.gethostname()}-{number}"
    try:
        run(replace(config, node=replace(config.node, name=name)), None, bound)
    except ServeError as error:
        _LOGGER.error("%s", error)
        return 1
    except BaseException:
        _LOGGER.exception("process %d failed", number)
        return 1
    return 0
