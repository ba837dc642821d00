"""Running the server until it is stopped."""

import asyncio
import errno
import logging
import signal
import socket
from collections.abc import Awaitable, Callable
from types import FrameType

import uvicorn

from tenback.server.config import ServerConfig
from tenback.server.garbage import collect_rarely, collect_young_only
from tenback.server.lan import lan_address
from tenback.server.metrics import Metrics
from tenback.server.nodes.draining import drain
from tenback.server.nodes.inner import InnerDoor
from tenback.server.nodes.joining import Joining, NodeError, join_nodes
from tenback.server.store import Store, StoreError
from tenback.server.store.address import read_address
from tenback.server.thinking import Thinkers
from tenback.server.web.app import create_app
from tenback.server.web.doorkeeper import Doorkeeper, protocols
from tenback.server.web.heads import HeadsAnswered
from tenback.server.web.measured import RequestMeter

__all__ = ["ServeError", "bind", "build_server", "run", "serve"]

#: Called with the address for this machine, and the one for others in the network or None.
OnReady = Callable[[str, str | None], object]

_LOGGER = logging.getLogger("tenback.server")


class ServeError(Exception):
    """The server cannot run; the message is one line for people."""


def bind(host: str, port: int, *, listen: bool = True) -> socket.socket:
    """Return a socket bound to the port; a ServeError says why it cannot be.

    A node does not ``listen`` before it can answer: a load balancer would send clients to wait.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise ServeError(f"there is no address {host!r} to serve on: {error.strerror}") from None
    family, kind, protocol, _, address = found[0]
    bound = socket.socket(family, kind, protocol)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind(address)
    except OSError as error:
        bound.close()
        if error.errno == errno.EADDRINUSE:
            told = f"port {port} is taken; choose another with --port, or 0 for any free one"
        elif error.errno == errno.EACCES:
            told = f"port {port} needs more rights than this user has; choose one above 1023"
        else:
            told = f"cannot serve on {host}:{port}: {error.strerror}"
        raise ServeError(told) from None
    if listen:
        bound.listen(2048)
    bound.setblocking(False)
    return bound


async def _nothing() -> None:
    return


class Server(uvicorn.Server):
    """A uvicorn server that reports when it is ready and ends normally when it is stopped."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.on_ready: Callable[[], object] = bool
        #: Awaited before connections are closed.
        self.on_stop: Callable[[], Awaitable[None]] = _nothing

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and report it."""
        await super().startup(sockets)
        if not self.should_exit:
            self.on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, hand over what others can take, then stop."""
        for server in self.servers:
            server.close()
        await self.on_stop()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; uvicorn itself would raise the signal again at the end, as if it had crashed."""
        del frame
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True


def build_server(
    config: ServerConfig,
    store: Store,
    thinkers: Thinkers | None = None,
    node: Joining | None = None,
) -> Server:
    """Build the server on an open store, which it closes when it stops."""
    debug = config.log_level == "debug"
    metrics = Metrics()
    door = Doorkeeper(config.limits, config.proxies, node and node.port)
    metrics.watch_gauge("tenback_open_connections", "Open connections of any kind", door.__len__)
    metrics.watch_count(
        "tenback_refused_connections", "Connections turned away", lambda: door.refused
    )
    http, websocket = protocols(door)
    app = create_app(config, store, thinkers, metrics, node and node.member)
    measured = RequestMeter(HeadsAnswered(app), metrics)
    settings = uvicorn.Config(
        measured if node is None else InnerDoor(measured, node.port, node.member.key),
        log_config=None,
        log_level="info" if debug else config.log_level,  # debug would log tokens and hands
        http=http,
        ws=websocket,
        ws_max_size=config.limits.message_bytes,
        ws_per_message_deflate=False,
        access_log=debug,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=list(config.proxies),
        server_header=False,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    server = Server(settings)
    if node is not None:
        server.on_stop = lambda: drain(app.state)
    return server


def _bind_somewhere(config: ServerConfig) -> socket.socket:
    is_alone = not read_address(config.database).is_shared
    try:
        return bind(config.host, config.port, listen=is_alone)
    except ServeError:
        if not config.free_port:
            raise
        return bind(config.host, 0, listen=is_alone)


async def serve(
    config: ServerConfig, ready: OnReady | None = None, bound: socket.socket | None = None
) -> None:
    """Serve until SIGTERM or SIGINT; a ServeError says why that is impossible.

    ``ready`` is called with the address for this machine and the one for others, once both answer.
    ``bound`` is the socket to serve on, if it is bound already.
    """
    try:
        bound = bound or _bind_somewhere(config)
    except StoreError as error:
        raise ServeError(str(error)) from None
    sockets = [bound]
    store = None
    try:
        store = await Store.open(config.database)
        node = await join_nodes(config)
    except (StoreError, NodeError) as error:
        bound.close()
        if store is not None:
            await store.close()
        raise ServeError(str(error)) from None
    if node is not None:
        sockets.append(node.bound)
    server = build_server(config, store, node=node)
    host, port = bound.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    database = read_address(config.database)
    _LOGGER.info("tenback serves on http://%s:%d, database %s", shown, port, database)
    open_to_all = host in ("0.0.0.0", "::")
    page = f"http://{'127.0.0.1' if open_to_all else shown}:{port}"
    lan = lan_address() if open_to_all else None
    server.on_ready = lambda: ready and ready(page, lan and f"http://{lan}:{port}")
    collect_young_only()
    collecting = asyncio.create_task(
        collect_rarely(lambda: len(server.server_state.connections)), name="collect"
    )
    try:
        await server.serve(sockets=sockets)
    finally:
        collecting.cancel()


def run(
    config: ServerConfig, ready: OnReady | None = None, bound: socket.socket | None = None
) -> None:
    """Serve in a new event loop, uvloop if it is installed."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(serve(config, ready, bound))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop  # noqa: PLC0415 - not on Windows
    except ImportError:
        return None
    return uvloop.new_event_loop
