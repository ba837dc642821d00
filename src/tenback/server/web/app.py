"""The web application."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from tenback import __version__
from tenback.server.config import ServerConfig
from tenback.server.live.house import House
from tenback.server.metrics import Metrics
from tenback.server.store import Store
from tenback.server.thinking import Thinkers
from tenback.server.web.catalogue import CATALOGUE_HANDLERS
from tenback.server.web.games import GAME_HANDLERS
from tenback.server.web.gate import Gate
from tenback.server.web.operations import OPERATION_HANDLERS
from tenback.server.web.problems import HANDLERS, may_fail
from tenback.server.web.socket import play_socket
from tenback.server.web.static import SECURITY_HEADERS, static_page
from tenback.server.web.tables import TABLE_HANDLERS
from tenback.server.web.tutorials import LEARNING_HANDLERS
from tenback.server.wire.describe import describe_protocol

__all__ = ["create_app"]


@get(
    "/api/protocol",
    media_type=MediaType.TEXT,
    summary="The protocol",
    responses=may_fail(),
    sync_to_thread=False,
)
def show_protocol() -> str:
    """Describe every message of the WebSocket, from the types themselves."""
    return describe_protocol()


def _verify(request: Request[Any, Any, State]) -> None:
    gate: Gate = request.app.state.gate
    gate.verify_request(request)


async def _secure(message: Message, _: Scope) -> None:
    """Add the headers that every answer carries, one that something failed as well."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in SECURITY_HEADERS.items():
            headers[name] = value


def create_app(
    config: ServerConfig,
    store: Store,
    thinkers: Thinkers | None = None,
    metrics: Metrics | None = None,
) -> Litestar:
    """Make the application on an open store; it closes the store when it stops.

    ``thinkers`` are the bots' workers, not started yet, by default as the configuration says.
    """
    crew = thinkers or Thinkers(config.workers, limit_seconds=config.think_seconds)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None]:
        await crew.start()
        house = House(config, store, crew, metrics)
        await house.start()
        app.state.house = house
        app.state.gate = Gate(config)
        try:
            yield
        finally:
            await house.close()
            await crew.close()
            await store.close()

    return Litestar(
        route_handlers=[
            *TABLE_HANDLERS,
            *GAME_HANDLERS,
            *CATALOGUE_HANDLERS,
            *OPERATION_HANDLERS,
            *LEARNING_HANDLERS,
            show_protocol,
            play_socket,
            static_page,
        ],
        before_request=_verify,
        exception_handlers=HANDLERS,
        lifespan=[lifespan],
        before_send=[_secure],
        request_max_body_size=config.limits.message_bytes,
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=1024,
            exclude=r"/games/\d+/",  # kept compressed
        ),
        openapi_config=OpenAPIConfig(
            title="tenback",
            version=__version__,
            description=(
                "Tables of the card-game family. Play itself goes over a WebSocket at "
                "/api/tables/{code}/socket; its messages are described at /api/protocol."
            ),
            path="/api/docs",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
    )
