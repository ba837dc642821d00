"""The web application."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from tenback import __version__
from tenback.server.config import ServerConfig
from tenback.server.live.hall import Hall
from tenback.server.metrics import Metrics
from tenback.server.nodes.member import Member
from tenback.server.nodes.passing import Passing
from tenback.server.reviewing import REVIEWING, ReviewDesk, Reviewers
from tenback.server.store import Store
from tenback.server.thinking import Thinkers
from tenback.server.thinking.keeper import Keeper
from tenback.server.web.catalogue import CATALOGUE_HANDLERS
from tenback.server.web.daily import DAILY_HANDLERS
from tenback.server.web.games import GAME_HANDLERS
from tenback.server.web.gate import Gate
from tenback.server.web.operations import OPERATION_HANDLERS
from tenback.server.web.passing_on import pass_on, watch_node
from tenback.server.web.practice import PRACTICE_HANDLERS
from tenback.server.web.problems import HANDLERS, may_fail
from tenback.server.web.puzzles import PUZZLE_HANDLERS
from tenback.server.web.records import RECORD_HANDLERS
from tenback.server.web.reviews import REVIEW_HANDLERS
from tenback.server.web.socket import play_socket
from tenback.server.web.static import SECURITY_HEADERS, static_page
from tenback.server.web.tables import TABLE_HANDLERS
from tenback.server.web.trunk import serve_trunk
from tenback.server.web.tutorials import LEARNING_HANDLERS
from tenback.server.wire.describe import describe_protocol
from tenback.table.listening import talk_guard

__all__ = ["create_app"]


@get(
    "/api/protocol",
    media_type=MediaType.TEXT,
    summary="The protocol",
    responses=may_fail(),
    sync_to_thread=False,
)
def show_protocol() -> str:
    """Describe every message of the WebSocket, generated from the types."""
    return describe_protocol()


async def _admit(request: Request[Any, Any, State]) -> Response[bytes] | None:
    """Refuse a request, or have another node answer it, or None to answer it here."""
    gate: Gate = request.app.state.gate
    gate.verify_request(request)
    return await pass_on(request)


async def _secure(message: Message, _: Scope) -> None:
    """Add the headers that every answer carries, including errors."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in SECURITY_HEADERS.items():
            headers[name] = value


def _watch_reviews(metrics: Metrics, desk: ReviewDesk, reviewers: Reviewers) -> None:
    metrics.watch_gauge("tenback_reviews", "Reviews being made or waiting", lambda: desk.working)
    metrics.watch_count(
        "tenback_review_restarts", "Reviewing processes replaced", lambda: reviewers.restarts
    )


def create_app(
    config: ServerConfig,
    store: Store,
    thinkers: Thinkers | None = None,
    metrics: Metrics | None = None,
    member: Member | None = None,
) -> Litestar:
    """Build the application on an open store; it closes the store when it stops.

    ``thinkers`` are the bots' workers, not started yet; by default they follow the configuration.
    ``member`` is this process among the nodes of the database, if there can be several.
    """
    crew = thinkers or Thinkers(config.workers, limit_seconds=config.think_seconds)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None]:
        talk_guard()  # or everybody would wait for it when the first word is said
        await crew.start()
        hall = Hall(config, store, crew, metrics, member)
        passing = None if member is None else Passing(member.registry.nodes)
        if member is not None and passing is not None:
            member.on_lost = hall.drop_all
            watch_node(hall.metrics, member, passing)
            await member.start()
        await hall.start()
        settings = msgspec.structs.replace(REVIEWING, niceness=config.review_niceness)
        reviewers = Reviewers(Keeper(settings))
        desk = ReviewDesk(
            store, reviewers, samples=config.review_samples, patience=config.review_patience
        )
        reviewers.start()
        desk.start()
        _watch_reviews(hall.metrics, desk, reviewers)
        app.state.hall = hall
        app.state.gate = Gate(config)
        app.state.desk = desk
        app.state.member = member
        app.state.passing = passing
        try:
            yield
        finally:
            await desk.close()
            await reviewers.close()
            await hall.close()
            if member is not None and passing is not None:
                await member.close()
                await passing.close()
            await crew.close()
            await store.close()

    return Litestar(
        route_handlers=[
            *TABLE_HANDLERS,
            *GAME_HANDLERS,
            *DAILY_HANDLERS,
            *REVIEW_HANDLERS,
            *RECORD_HANDLERS,
            *CATALOGUE_HANDLERS,
            *OPERATION_HANDLERS,
            *LEARNING_HANDLERS,
            *PRACTICE_HANDLERS,
            *PUZZLE_HANDLERS,
            show_protocol,
            play_socket,
            serve_trunk,
            static_page,
        ],
        before_request=_admit,
        exception_handlers=HANDLERS,
        lifespan=[lifespan],
        before_send=[_secure],
        request_max_body_size=config.limits.message_bytes,
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=1024,
            exclude=[r"/games/\d+/", "/api/(reviews|replays|attempts)"],  # already compressed
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
