"""A host of plain files: the built client, without a server behind it."""

import re
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

__all__ = ["StaticHost", "static_host"]

#: A name, eight characters of a hash, and a type of file that the package holds only once.
_SHARED = re.compile(r"/assets/(.+)-[\w-]{8}\.(wasm|npz|jsonl)")


class _Files(SimpleHTTPRequestHandler):
    """Sends files of a folder; every page is the client's one page, as for its service worker."""

    server: "StaticHost"  # pyright: ignore[reportIncompatibleVariableOverride] - as typeshed has it

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.server.asked.append(path)
        if self.server.is_down:
            self.send_error(HTTPStatus.BAD_GATEWAY)
            return
        if path.startswith("/api/"):
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        found = _SHARED.fullmatch(path)
        if found is not None:  # files of the package, which the server lends the client
            file = next(self.server.package.rglob(f"{found[1]}.{found[2]}"))
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Length", str(file.stat().st_size))
            self.end_headers()
            self.wfile.write(file.read_bytes())
            return
        if "." not in path.rpartition("/")[2]:
            self.path = "/index.html"
        super().do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class StaticHost(ThreadingHTTPServer):
    """Notes what it is asked for; while it is down, it answers like a proxy without its server."""

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(_Files, directory=str(folder)))
        self.asked: list[str] = []
        self.is_down = False
        self.package = folder.parents[1]

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def static_host(folder: Path) -> Generator[StaticHost]:
    """Serve a folder."""
    with StaticHost(folder) as host:
        thread = threading.Thread(target=host.serve_forever, daemon=True)
        thread.start()
        yield host
        host.shutdown()
        thread.join()
