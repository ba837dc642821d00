"""Endpoints for operators: health, metrics."""

from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State

from tenback import __version__
from tenback.server.lan import is_loopback, lan_address
from tenback.server.live.hall import Hall
from tenback.server.nodes.member import Member
from tenback.server.refusals import ServerCode
from tenback.server.web.gate import Gate
from tenback.server.web.problems import ProblemError, may_fail
from tenback.server.wire.http import Health, Share

__all__ = ["OPERATION_HANDLERS"]


@get("/health", summary="Whether the server can do its work", responses=may_fail(503))
async def health(state: State) -> Health:
    """Check the database; 503 if it fails, or if this node is about to leave."""
    hall: Hall = state.hall
    member: Member | None = state.member
    if member is not None and (member.is_leaving or not member.is_held):
        raise ProblemError(ServerCode.MOVED)
    await hall.store.check()
    return Health("ok", __version__, hall.tables_awake, hall.connections)


@get(
    "/metrics",
    media_type=MediaType.TEXT,
    summary="Figures for Prometheus",
    responses=may_fail(403),
    sync_to_thread=False,
)
def metrics(state: State, request: Request[Any, Any, State]) -> Response[bytes]:
    """Return the metrics in Prometheus' format, to this machine and to named networks."""
    hall: Hall = state.hall
    gate: Gate = state.gate
    if not gate.admits_metrics(request):
        raise ProblemError(ServerCode.METRICS)
    hall.metrics.connections.set(hall.connections)
    return Response(hall.metrics.text(), media_type="text/plain; version=0.0.4")


@get("/api/share", summary="The address to share", responses=may_fail(), sync_to_thread=False)
def share(state: State, request: Request[Any, Any, State]) -> Share:
    """Return the address for others: that of the request, or this machine's in its network."""
    hall: Hall = state.hall
    url = request.base_url
    lan = lan_address() if hall.config.host in ("0.0.0.0", "::") else None
    host = url.hostname or ""
    if lan is not None and is_loopback(host):
        return Share(f"{url.scheme}://{lan}:{url.port}")
    return Share(str(url).rstrip("/"))


OPERATION_HANDLERS = (health, metrics, share)
