"""Tables over HTTP: open, list, look, sit down."""

import secrets
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, Parameter

from tenback.records import build_ruleset
from tenback.records.deals import MAX_SEED, layout_from_seed
from tenback.records.rulesets import parse_layout
from tenback.rules import NO_COMMANDS, Ruleset, find_game
from tenback.server.codes import normalise_code
from tenback.server.live.house import House, Place
from tenback.server.live.live_table import LiveTable
from tenback.server.refusals import ServerCode
from tenback.server.web.gate import Gate, address_of
from tenback.server.web.problems import ProblemError, may_fail
from tenback.server.wire.http import NewSeat, NewTable, Seated, TableList, TableSummary
from tenback.table import SeatKind

__all__ = ["TABLE_HANDLERS", "find_table"]

AnyRequest = Request[Any, Any, State]
Code = Annotated[str, Parameter(max_length=20)]
_LISTED = 50


async def find_table(state: State, request: AnyRequest, code: str) -> LiveTable:
    """Find a table by the code somebody typed; guessing codes is rate limited."""
    house: House = state.house
    gate: Gate = state.gate
    address = address_of(request)
    gate.verify_guess(address)
    typed = normalise_code(code)
    live = await house.find(typed) if typed else None
    if live is None:
        gate.note_guess(address)
        raise ProblemError(ServerCode.NO_TABLE, code=code[:20])
    return live


def _ruleset(data: NewTable) -> Ruleset:
    rest: dict[str, Any] = {}
    if data.layout == "random":
        rest["layout"] = layout_from_seed(secrets.randbelow(MAX_SEED))
    elif data.layout:
        rest["layout"] = parse_layout(data.layout)
    if "layout" not in find_game(data.game).options and rest.get("layout") is NO_COMMANDS:
        rest.clear()
    return build_ruleset(data.game, data.players, data.options, **rest)


def _seated(place: Place) -> Seated:
    return Seated(place.code, place.seat, place.token)


def _summary(live: LiveTable) -> TableSummary:
    table = live.table
    return TableSummary(
        live.row.code,
        table.rules.game.id,
        table.rules.players,
        table.stage,
        tuple(n for n, seat in enumerate(table.seats) if seat is None),
        tuple(None if seat is None else seat.name for seat in table.seats),
        table.rules.changed_options(),
        table.settings.spectators,
        table.settings.public,
    )


@post(
    "/api/tables",
    summary="Open a table and take its first seat",
    responses=may_fail(400, 409, 413, 503),
)
async def open_table(data: JSONBody[NewTable], state: State, request: AnyRequest) -> Seated:
    """Open a table; the answer holds the token of the host's seat."""
    gate: Gate = state.gate
    gate.verify_opening(address_of(request))
    if data.kind is SeatKind.BOT:
        raise ProblemError(ServerCode.SEAT_KIND)
    house: House = state.house
    place = await house.open(
        _ruleset(data), data.settings, data.name, data.kind, data.bots, start=data.start
    )
    return _seated(place)


@get("/api/tables", summary="List public tables with a free seat", responses=may_fail(503))
async def list_tables(state: State) -> TableList:
    """List public tables that wait for players, most recently used first."""
    house: House = state.house
    rows = await house.store.list_tables(public=True, statuses=("gathering", "over"), limit=_LISTED)
    lives = [live for row in rows if (live := await house.find(row.code)) is not None]
    return TableList(tuple(_summary(live) for live in lives if None in live.table.seats))


@get(
    "/api/tables/{code:str}",
    summary="Look at a table before sitting down",
    responses=may_fail(400, 404, 503),
)
async def show_table(code: Code, state: State, request: AnyRequest) -> TableSummary:
    """Tell what may be known of a table from outside."""
    return _summary(await find_table(state, request, code))


@post(
    "/api/tables/{code:str}/seats",
    summary="Take a seat",
    responses=may_fail(400, 404, 409, 413, 503),
)
async def take_seat(
    code: Code, data: JSONBody[NewSeat], state: State, request: AnyRequest
) -> Seated:
    """Take a seat; the answer holds the token that opens it."""
    gate: Gate = state.gate
    gate.verify_opening(address_of(request))
    if data.kind is SeatKind.BOT:
        raise ProblemError(ServerCode.SEAT_KIND)
    live = await find_table(state, request, code)
    house: House = state.house
    return _seated(await house.sit(live, data.name, data.kind, data.seat))


TABLE_HANDLERS = (open_table, list_tables, show_table, take_seat)
