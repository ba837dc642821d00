"""Requests about a table are answered by the node that owns it."""

from contextlib import suppress
from typing import Any

from litestar import Request, Response
from litestar.datastructures import State

from tenback.server.codes import normalise_code
from tenback.server.live.errors import TableUnavailableError
from tenback.server.live.hall import Hall
from tenback.server.metrics import Metrics
from tenback.server.nodes.inner import IS_INNER
from tenback.server.nodes.member import Member
from tenback.server.nodes.node import Node
from tenback.server.nodes.passing import Passing
from tenback.server.nodes.trunk import UnreachableError
from tenback.server.refusals import ServerCode
from tenback.server.web.gate import address_of

__all__ = ["pass_on", "pass_to_place_of", "watch_node"]

AnyRequest = Request[Any, Any, State]


async def pass_on(request: AnyRequest) -> Response[bytes] | None:
    """Have the owner of the request's table answer it; None to answer it here."""
    passing: Passing | None = request.app.state.passing
    if passing is None or IS_INNER in request.scope:
        return None
    code = request.path_params.get("code")
    if code is None:
        review_id = request.path_params.get("review_id")
        return None if review_id is None else await pass_to_place_of(review_id, request)
    hall: Hall = request.app.state.hall

    async def find() -> Response[bytes] | None:
        typed = normalise_code(str(code))
        if typed:
            try:
                await hall.find(typed)
            except TableUnavailableError as error:
                if error.code is ServerCode.CLOSED:  # its review is made at one node
                    return await pass_to_place_of(typed, request)
                raise
        return None

    return await passing.at_owner(find, lambda node: _pass(node, request))


async def pass_to_place_of(name: str, request: AnyRequest) -> Response[bytes] | None:
    """Have the node answer that is responsible for a name of no table in memory."""
    member: Member | None = request.app.state.member
    if member is None or IS_INNER in request.scope:
        return None
    node = await member.place_of(name)
    if node is not None:
        with suppress(TableUnavailableError, UnreachableError):
            return await _pass(node, request)
    return None


async def _pass(node: Node, request: AnyRequest) -> Response[bytes]:
    passing: Passing = request.app.state.passing
    return await passing.pass_request(node, request, address_of(request))


def watch_node(metrics: Metrics, member: Member, passing: Passing) -> None:
    """Add what there is to know about a node."""
    metrics.watch_gauge(
        "tenback_lease_held", "Whether this node holds its lease", lambda: float(member.is_held)
    )
    metrics.watch_gauge(
        "tenback_passed_sockets",
        "Sockets passed on to other nodes",
        lambda: passing.sockets,
    )
    metrics.watch_count("tenback_lease_losses", "Leases lost", lambda: member.losses)
    metrics.watch_count(
        "tenback_takeovers", "Tables taken from nodes that were gone", lambda: member.takeovers
    )
