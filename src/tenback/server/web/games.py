"""Games over HTTP: the games of a table as record, replay and proof."""

import asyncio
import gzip
import inspect
import logging
from typing import Annotated, Literal

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import FromQuery, Parameter

from tenback.server.codes import hash_token
from tenback.server.live.errors import TableUnavailableError
from tenback.server.live.hall import Hall
from tenback.server.live.history import GameOnError, NoSuchGameError
from tenback.server.live.live_table import LiveTable
from tenback.server.refusals import ServerCode
from tenback.server.store import TableRow
from tenback.server.thinking import Payer, RetellError
from tenback.server.web.gate import address_of
from tenback.server.web.problems import ProblemError, may_fail
from tenback.server.web.tables import AnyRequest, Code, find_row
from tenback.server.wire.http import GameSummary, Proof, Replay, Rescue
from tenback.server.wire.project import show_proof
from tenback.table import TableCode

__all__ = [
    "GAME_HANDLERS",
    "Number",
    "answer_packed",
    "documented",
    "find_game",
    "tell_game",
]

_LOGGER = logging.getLogger("tenback.server.http")
Number = Annotated[int, Parameter(ge=1, le=100_000)]
_JSON = "application/json"


def documented(kind: type[msgspec.Struct]) -> dict[int, ResponseSpec]:
    """Document an answer that is sent as it is stored."""
    told = inspect.getdoc(kind) or ""
    return {200: ResponseSpec(kind, description=told, generate_examples=False)}


@get(
    "/api/tables/{code:str}/games",
    summary="List the games of a table",
    responses=may_fail(400, 404, 503),
)
async def list_games(code: Code, state: State, request: AnyRequest) -> list[GameSummary]:
    """List the games of a table, including the running one."""
    hall: Hall = state.hall
    row = await find_row(state, request, code)
    return await hall.history.summaries(row, lambda: _live(hall, row))


@get(
    "/api/tables/{code:str}/games/{number:int}/record",
    summary="Download a game's record",
    responses=may_fail(400, 403, 404, 409, 503),
)
async def show_record(
    code: Code,
    number: Number,
    state: State,
    request: AnyRequest,
    format: FromQuery[Literal["text", "json"]] = "text",
) -> Response[bytes]:
    """Return the record of a finished game, as text or JSON."""
    as_json = format == "json"
    row = await find_game(state, request, code, number)
    told = await tell_game(state, request, row, number, "record.json" if as_json else "record")
    name = f"tenback-{row.code}-{number}.{'json' if as_json else 'txt'}"
    answer = await answer_packed(request, told, _JSON if as_json else "text/plain")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return answer


@get(
    "/api/tables/{code:str}/games/{number:int}/replay",
    summary="Replay a finished game",
    responses=documented(Replay) | may_fail(400, 403, 404, 409, 503),
)
async def show_replay(
    code: Code, number: Number, state: State, request: AnyRequest
) -> Response[bytes]:
    """Return every moment of a finished game, with all hands."""
    row = await find_game(state, request, code, number)
    return await answer_packed(request, await tell_game(state, request, row, number, "replay"))


@get(
    "/api/tables/{code:str}/games/{number:int}/proof",
    summary="Check a deal",
    responses=documented(Proof) | may_fail(400, 403, 404, 409, 503),
)
async def show_proof_of_deal(
    code: Code, number: Number, state: State, request: AnyRequest
) -> Response[bytes]:
    """Return the published hash of a deal and, after the game, the text that was hashed."""
    hall: Hall = state.hall
    row = await find_game(state, request, code, number)
    live = await _live(hall, row)
    play = live.table.play if live is not None else None
    if play is not None and play.number == number:
        return Response(msgspec.json.encode(show_proof(play)), media_type=_JSON)
    return await answer_packed(request, await tell_game(state, request, row, number, "proof"))


@get(
    "/api/tables/{code:str}/games/{number:int}/rescue",
    summary="The turn that would have saved a game",
    responses=documented(Rescue) | may_fail(400, 403, 404, 409, 503),
)
async def show_rescue(
    code: Code, number: Number, state: State, request: AnyRequest
) -> Response[bytes]:
    """Return another last turn after which a blocked team could have gone on; empty if none."""
    row = await find_game(state, request, code, number)
    return await answer_packed(request, await tell_game(state, request, row, number, "rescue"))


async def find_game(state: State, request: AnyRequest, code: str, number: int) -> TableRow:
    """Find the table of a game that may be told to whoever asks.

    Until its day is over, a game of the deal of the day is told to its players alone.
    """
    hall: Hall = state.hall
    row = await find_row(state, request, code)
    if hall.daily.is_sealed(row.code, number):
        live = await _live(hall, row)
        if live is None or not _holds_seat(live, request):
            raise ProblemError(ServerCode.SEALED)
    return row


def _holds_seat(live: LiveTable, request: AnyRequest) -> bool:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return scheme.lower() == "bearer" and live.table.seat_of(hash_token(token.strip())) is not None


async def _live(hall: Hall, row: TableRow) -> LiveTable | None:
    """Return the table; None if only its games are left."""
    try:
        return await hall.find(row.code)
    except TableUnavailableError as error:
        if error.code is not ServerCode.CLOSED:
            raise
        return None


async def tell_game(
    state: State, request: AnyRequest, row: TableRow, number: int, form: str
) -> bytes:
    """Return a finished game of a table in a form, compressed; else a problem."""
    hall: Hall = state.hall
    payer = Payer(address_of(request), row.code)
    try:
        return await hall.history.tell(row, number, form, lambda: _live(hall, row), payer)
    except NoSuchGameError:
        raise ProblemError(ServerCode.NO_SUCH_GAME, number=number) from None
    except GameOnError:
        raise ProblemError(TableCode.GAME_ON) from None
    except RetellError as error:
        _LOGGER.error("table %s: game %d cannot be read: %s", row.code, number, error)
        raise ProblemError(ServerCode.UNREADABLE) from None


async def answer_packed(request: AnyRequest, told: bytes, kind: str = _JSON) -> Response[bytes]:
    """Send compressed data as it is, unless the client cannot read it."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(await asyncio.to_thread(gzip.decompress, told), media_type=kind)
    return Response(told, media_type=kind, headers={"Content-Encoding": "gzip"})


GAME_HANDLERS = (list_games, show_record, show_replay, show_proof_of_deal, show_rescue)
