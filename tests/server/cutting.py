"""A proxy for tests: it stands before a server and cuts connections when told to."""

import contextlib
import socket
import threading
from collections.abc import Callable, Generator
from urllib.parse import urlsplit

__all__ = ["Cutter", "cutting"]


class Cutter:
    """Passes bytes on, and can cut every connection at once."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.address = address
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self._open: list[socket.socket] = []
        self._ends: list[socket.socket] = [self.listener]
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, target: Callable[..., None], *given: socket.socket) -> None:
        self._threads.append(threading.Thread(target=target, args=given, daemon=True))
        self._threads[-1].start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                far = socket.create_connection(self.address)
                self._open += [near, far]
                self._ends += [near, far]
                self._start(self._pass_on, near, far)
                self._start(self._pass_on, far, near)

    @staticmethod
    def _pass_on(one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Cut every open connection; new ones are still accepted."""
        cut, self._open = self._open, []
        for end in cut:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Cut everything for good."""
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.cut()
        for thread in self._threads:
            thread.join()
        for end in self._ends:
            end.close()


@contextlib.contextmanager
def cutting(url: str) -> Generator[Cutter]:
    """Stand between a server and its clients until the block ends."""
    parts = urlsplit(url)
    cutter = Cutter((parts.hostname or "", parts.port or 0))
    try:
        yield cutter
    finally:
        cutter.close()
