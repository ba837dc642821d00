"""A plain web host: files in a folder, and nothing else. It can go down and come up again."""

import shutil
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

__all__ = ["FOLDER", "Host", "hosting"]

EndHeaders = Callable[[SimpleHTTPRequestHandler], None]

#: Where the site lies on the host: not at its root.
FOLDER = "some/where"


class _Handler(SimpleHTTPRequestHandler):
    """Sends files, and notes which; like many hosts, it knows few types of files."""

    asked: list[str]

    def __init__(
        self, asked: list[str], extra: EndHeaders | None, *args: Any, **known: Any
    ) -> None:
        self.asked = asked
        self.extra = extra
        super().__init__(*args, **known)

    def end_headers(self) -> None:
        super().end_headers() if self.extra is None else self.extra(self)

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class _Nobody(BaseHTTPRequestHandler):
    """Notes what is asked for, and hangs up."""

    def __init__(self, asked: list[str], *args: Any) -> None:
        self.asked = asked
        super().__init__(*args)

    def handle(self) -> None:
        words = self.rfile.readline().split()
        if words:  # a browser also opens connections that it may need later
            self.asked.append(words[1].decode())


class Host:
    """The host, with a copy of the site that a test may change."""

    def __init__(self, root: Path, end_headers: EndHeaders | None = None) -> None:
        self.files = root / FOLDER
        self.asked: list[str] = []
        self._root = root
        self._end_headers = end_headers
        self._port = 0
        self._server: ThreadingHTTPServer | None = None
        self.up()

    @property
    def url(self) -> str:
        """The address of the folder, without the last slash."""
        return f"http://127.0.0.1:{self._port}/{FOLDER}"

    def up(self) -> None:
        """Answer, at the same address as before."""
        self._listen(partial(_Handler, self.asked, self._end_headers, directory=str(self._root)))

    def down(self) -> None:
        """Answer nobody any more."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
        self._server = None

    def vanish(self) -> None:
        """Answer nobody any more, but note from now on who still asks."""
        self.down()
        self.asked.clear()
        self._listen(partial(_Nobody, self.asked))

    def _listen(self, handler: Callable[..., BaseHTTPRequestHandler]) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), handler)
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()


@contextmanager
def hosting(site: Path, root: Path, end_headers: EndHeaders | None = None) -> Generator[Host]:
    """Host a copy of a site below a root; ``end_headers`` may add some of its own."""
    shutil.copytree(site, root / FOLDER)
    host = Host(root, end_headers)
    try:
        yield host
    finally:
        host.down()
