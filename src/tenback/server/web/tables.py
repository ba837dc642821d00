"""Tables over HTTP: open, list, show, take a seat."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, Parameter

from tenback.records import build_ruleset
from tenback.records.deals import MAX_SEED, layout_from_seed
from tenback.records.rulesets import parse_layout
from tenback.rules import NO_COMMANDS, Ruleset, find_game
from tenback.server.bounds import verify_bounded
from tenback.server.codes import normalise_code
from tenback.server.live.hall import Hall, SeatTicket
from tenback.server.live.live_table import LiveTable
from tenback.server.refusals import ServerCode
from tenback.server.store import TableRow
from tenback.server.web.gate import Gate, address_of
from tenback.server.web.problems import ProblemError, may_fail
from tenback.server.wire.http import NewSeat, NewTable, Seated, TableList, TableSummary
from tenback.server.wire.project import summarise_table
from tenback.table import SeatKind

__all__ = ["TABLE_HANDLERS", "AnyRequest", "Code", "find_row", "find_table"]

Found = TypeVar("Found")
AnyRequest = Request[Any, Any, State]
Code = Annotated[str, Parameter(max_length=20)]
_LISTED = 50
_read_summary = msgspec.json.Decoder(TableSummary).decode


async def find_table(state: State, request: AnyRequest, code: str) -> LiveTable:
    """Find a table by its code as typed, and wake it."""
    hall: Hall = state.hall
    return await _find(hall.find, state, request, code)


async def find_row(state: State, request: AnyRequest, code: str) -> TableRow:
    """Find the row of a table by its code as typed, without waking the table."""
    hall: Hall = state.hall
    return await _find(hall.find_row, state, request, code)


async def _find(
    find: Callable[[str], Awaitable[Found | None]], state: State, request: AnyRequest, code: str
) -> Found:
    """Find a table; guessing codes is rate-limited."""
    gate: Gate = state.gate
    address = address_of(request)
    gate.verify_guess(address)
    typed = normalise_code(code)
    found = await find(typed) if typed else None
    if found is None:
        gate.note_guess(address)
        raise ProblemError(ServerCode.NO_TABLE, code=code[:20])
    return found


def _ruleset(data: NewTable) -> Ruleset:
    rest: dict[str, Any] = {}
    if data.layout == "random":
        rest["layout"] = layout_from_seed(secrets.randbelow(MAX_SEED))
    elif data.layout:
        rest["layout"] = parse_layout(data.layout)
    if "layout" not in find_game(data.game).options and rest.get("layout") is NO_COMMANDS:
        rest.clear()
    rules = build_ruleset(data.game, data.players, data.options, **rest)
    verify_bounded(rules)
    return rules


def _seated(ticket: SeatTicket) -> Seated:
    return Seated(ticket.code, ticket.seat, ticket.token)


@post(
    "/api/tables",
    summary="Open a table and take its first seat",
    responses=may_fail(400, 403, 409, 413, 415, 503),
)
async def open_table(data: JSONBody[NewTable], state: State, request: AnyRequest) -> Seated:
    """Open a table; the answer contains the token of the host's seat."""
    gate: Gate = state.gate
    gate.verify_opening(address_of(request))
    if data.kind is SeatKind.BOT:
        raise ProblemError(ServerCode.SEAT_KIND)
    hall: Hall = state.hall
    ticket = await hall.open(
        _ruleset(data), data.settings, data.name, data.kind, data.bots, start=data.start
    )
    return _seated(ticket)


@get("/api/tables", summary="List public tables with a free seat", responses=may_fail(503))
async def list_tables(state: State) -> TableList:
    """List public tables that wait for players, the most recently used first."""
    hall: Hall = state.hall
    rows = await hall.store.lobby(_LISTED)
    return TableList(tuple(_read_summary(row.summary) for row in rows))


@get(
    "/api/tables/{code:str}",
    summary="Look at a table before sitting down",
    responses=may_fail(400, 404, 410, 503),
)
async def show_table(code: Code, state: State, request: AnyRequest) -> TableSummary:
    """Show what anybody may know about a table."""
    live = await find_table(state, request, code)
    return summarise_table(live.row.code, live.table)


@post(
    "/api/tables/{code:str}/seats",
    summary="Take a seat",
    responses=may_fail(400, 403, 404, 409, 410, 413, 415, 503),
)
async def take_seat(
    code: Code, data: JSONBody[NewSeat], state: State, request: AnyRequest
) -> Seated:
    """Take a seat; the answer contains its token."""
    gate: Gate = state.gate
    gate.verify_opening(address_of(request))
    if data.kind is SeatKind.BOT:
        raise ProblemError(ServerCode.SEAT_KIND)
    live = await find_table(state, request, code)
    hall: Hall = state.hall
    return _seated(await hall.sit(live, data.name, data.kind, data.seat))


TABLE_HANDLERS = (open_table, list_tables, show_table, take_seat)
