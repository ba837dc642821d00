"""Leaving the other nodes: tables are handed over, and clients told to come again."""

import asyncio
import logging
from contextlib import suppress

from litestar.datastructures import State

from tenback.server.live.hall import Hall
from tenback.server.nodes.member import Member
from tenback.server.nodes.passing import Passing
from tenback.server.web.gate import Gate

__all__ = ["drain"]

_LOGGER = logging.getLogger("tenback.server.nodes")
_SECONDS = 10.0
#: How long clients have to hear that they shall come again if tables could not be handed over.
_GOODBYE_SECONDS = 0.5


async def drain(state: State) -> None:
    """Hand over all tables, then let go of the sockets that are passed on."""
    hall: Hall | None = state.get("hall")
    member: Member | None = state.get("member")
    passing: Passing | None = state.get("passing")
    gate: Gate | None = state.get("gate")
    if hall is None or member is None or passing is None or gate is None:
        return  # it never served
    await member.announce_leaving()
    tables = hall.tables_awake
    with suppress(TimeoutError):
        async with asyncio.timeout(_SECONDS):
            await hall.hand_over()
            passing.let_go()
            while gate.sockets:  # until each has been told
                await asyncio.sleep(0.01)
    if gate.sockets:  # the database is slow: whoever takes the tables finds them by itself
        hall.drop_all()
        passing.let_go()
        await asyncio.sleep(_GOODBYE_SECONDS)
    _LOGGER.info("node %s has handed over %d tables", member.name, tables - hall.tables_awake)
