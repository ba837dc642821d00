"""For whoever runs the server: health, metrics."""

from litestar import MediaType, Response, get
from litestar.datastructures import State

from tenback import __version__
from tenback.server.live.house import House
from tenback.server.wire.http import Health

__all__ = ["OPERATION_HANDLERS"]


@get("/health", summary="Whether the server can do its work")
async def health(state: State) -> Health:
    """Ask the database; if it does not answer, neither can we (503)."""
    house: House = state.house
    await house.store.check()
    return Health("ok", __version__, house.tables_awake, house.connections)


@get("/metrics", media_type=MediaType.TEXT, summary="Figures for Prometheus", sync_to_thread=False)
def metrics(state: State) -> Response[bytes]:
    """Give counters and gauges in Prometheus' format."""
    house: House = state.house
    house.metrics.connections.set(house.connections)
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


OPERATION_HANDLERS = (health, metrics)
