"""A host of plain files: the built client, and nothing that answers for it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

__all__ = ["StaticHost", "static_host"]


class _Files(SimpleHTTPRequestHandler):
    """Files of a folder; a page of the client is its one page, as its service worker has it."""

    server: "StaticHost"

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.server.asked.append(path)
        if path.startswith("/api/"):
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        if "." not in path.rpartition("/")[2]:
            self.path = "/index.html"
        super().do_GET()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class StaticHost(ThreadingHTTPServer):
    """Notes what it is asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def static_host(folder: Path) -> Iterator[StaticHost]:
    """Serve a folder."""
    with StaticHost(folder) as host:
        thread = threading.Thread(target=host.serve_forever, daemon=True)
        thread.start()
        yield host
        host.shutdown()
        thread.join()
