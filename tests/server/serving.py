"""A real server for tests: uvicorn on a free port, in a thread, on a database of its own."""

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import Coroutine, Generator
from dataclasses import dataclass, field, replace
from email.message import Message
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
from litestar import Litestar

from tenback.server.config import Limits, ServerConfig
from tenback.server.live.hall import Hall
from tenback.server.nodes.joining import join_nodes
from tenback.server.serve import build_server
from tenback.server.store import Store, StoredEvent
from tenback.server.thinking import Thinkers, WorkerSettings

__all__ = ["Answer", "Json", "Served", "serving"]

Json = dict[str, Any]
Result = TypeVar("Result")
_PATIENCE = 120


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back over HTTP."""

    status: int
    headers: "Message[str, str]"
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


@dataclass(frozen=True, slots=True)
class Served:
    """A running server; with ``hall`` and ``store`` a test can look inside."""

    url: str
    hall: Hall
    store: Store
    _loop: asyncio.AbstractEventLoop = field(repr=False)

    def run(self, work: "Coroutine[Any, Any, Result]") -> Result:
        """Do something in the server's own event loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(_PATIENCE)

    def ask(
        self,
        path: str,
        body: object = None,
        *,
        method: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Send a request; a body makes it a POST."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json"} | (headers or {})
        request = Request(self.url + path, data, sent, method=method)
        try:
            with urlopen(request, timeout=_PATIENCE) as answer:
                return Answer(answer.status, answer.headers, answer.read().decode())
        except HTTPError as error:
            with error:
                return Answer(error.code, error.headers, error.read().decode())

    def open(self, game: str = "original", **more: object) -> Json:
        """Open a table; return its code, the host's seat and token."""
        answer = self.ask("/api/tables", {"game": game, "name": "Ana", **more})
        assert answer.status == 201, answer.text
        return answer.json

    def sit(self, code: str, name: str, kind: str = "person") -> Json:
        """Take a seat; return its number and token."""
        answer = self.ask(f"/api/tables/{code}/seats", {"name": name, "kind": kind})
        assert answer.status == 201, answer.text
        return answer.json

    def socket_url(self, code: str) -> str:
        return f"ws{self.url.removeprefix('http')}/api/tables/{code}/socket"

    def events(self, code: str) -> list[StoredEvent]:
        """Read what is stored of a table."""

        async def read() -> list[StoredEvent]:
            row = await self.store.find(code)
            assert row is not None
            return await self.store.events(row.id)

        return self.run(read())


@contextlib.contextmanager
def serving(
    database: Path | str,
    *,
    limits: Limits | None = None,
    workers: WorkerSettings | None = None,
    warm_up: tuple[str, ...] = (),
    **changes: Any,
) -> Generator[Served]:
    """Serve until the block ends, without limits unless a test is about them."""
    config = replace(
        ServerConfig(database=str(database), log_level="warning", workers=1, keep_events=True),
        limits=limits or Limits.none(),
        review_niceness=0,  # or parallel tests would leave reviews no time
        **changes,
    )
    bound = socket.create_server(("127.0.0.1", changes.get("port", 0)))
    ready = threading.Event()
    made: list[Served] = []
    stop: list[Any] = []

    async def serve() -> None:
        store = await Store.open(config.database)
        thinkers = Thinkers(
            1,
            warm_up=warm_up,
            # Of normal priority, or parallel tests would leave bots no time.
            settings=msgspec.structs.replace(workers or WorkerSettings(), niceness=0),
            limit_seconds=config.think_seconds,
        )
        node = await join_nodes(config)
        server = build_server(config, store, thinkers, node)
        stop.append(server)
        sockets = [bound] if node is None else [bound, node.bound]
        serving = asyncio.create_task(server.serve(sockets=sockets))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            app: Any = server.config.app
            while not isinstance(app, Litestar):
                app = app.app
            hall: Hall = app.state.hall
            host, port = bound.getsockname()[:2]
            loop = asyncio.get_running_loop()
            made.append(Served(f"http://{host}:{port}", hall, store, loop))
            ready.set()
        await serving

    def run() -> None:
        try:
            asyncio.run(serve())
        finally:
            ready.set()

    thread = threading.Thread(target=run, name="server")
    thread.start()
    try:
        assert ready.wait(_PATIENCE)
        assert made, "the server did not start"
        yield made[0]
    finally:
        if stop:
            stop[0].should_exit = True
        thread.join(_PATIENCE)
        bound.close()
    assert not thread.is_alive(), "the server did not stop"
