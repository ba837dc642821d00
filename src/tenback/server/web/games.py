"""Games over HTTP: what was played at a table, as record, replay and proof."""

from typing import Annotated, Any, Literal

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromQuery, Parameter

from tenback.records import format_record, record_to_json
from tenback.server.live.live_table import LiveTable
from tenback.server.live.past import GameMoments, read_game, read_games
from tenback.server.refusals import ServerCode
from tenback.server.web.problems import ProblemError, may_fail
from tenback.server.web.tables import Code, find_table
from tenback.server.wire.http import GameSummary, Proof, Replay, ReplayFrame
from tenback.server.wire.project import show_outcome, show_play, show_rules
from tenback.table import Play

__all__ = ["GAME_HANDLERS"]

AnyRequest = Request[Any, Any, State]
Number = Annotated[int, Parameter(ge=1, le=100_000)]


async def _find(live: LiveTable, number: int) -> GameMoments:
    moments = read_game(await live.history(), number)
    if moments is None:
        raise ProblemError(ServerCode.NO_SUCH_GAME, number=number)
    return moments


async def _find_finished(live: LiveTable, number: int) -> GameMoments:
    moments = await _find(live, number)
    if moments.last.state.outcome is None:
        raise ProblemError("GAME_ON")
    return moments


def _summary(play: Play) -> GameSummary:
    outcome = show_outcome(play.state.outcome)
    return GameSummary(play.number, play.names, play.date, play.commitment, outcome)


@get(
    "/api/tables/{code:str}/games",
    summary="List the games of a table",
    responses=may_fail(400, 404, 503),
)
async def list_games(code: Code, state: State, request: AnyRequest) -> list[GameSummary]:
    """List the games played at a table and the one that is on."""
    live = await find_table(state, request, code)
    return [_summary(play) for play in read_games(await live.history())]


@get(
    "/api/tables/{code:str}/games/{number:int}/record",
    summary="Download a game's record",
    responses=may_fail(400, 404, 409, 503),
)
async def show_record(
    code: Code,
    number: Number,
    state: State,
    request: AnyRequest,
    format: FromQuery[Literal["text", "json"]] = "text",
) -> Response[str]:
    """Give the record of a finished game, as text or JSON."""
    live = await find_table(state, request, code)
    record = (await _find_finished(live, number)).last.record
    as_json = format == "json"
    ending = "json" if as_json else "txt"
    return Response(
        record_to_json(record) if as_json else format_record(record),
        media_type="application/json" if as_json else "text/plain",
        headers={
            "Content-Disposition": f'inline; filename="tenback-{live.row.code}-{number}.{ending}"'
        },
    )


@get(
    "/api/tables/{code:str}/games/{number:int}/replay",
    summary="Replay a finished game",
    responses=may_fail(400, 404, 409, 503),
)
async def show_replay(code: Code, number: Number, state: State, request: AnyRequest) -> Replay:
    """Give every moment of a finished game, all hands open."""
    live = await find_table(state, request, code)
    game = await _find_finished(live, number)
    frames = tuple(
        ReplayFrame(happenings, show_play(table, play), play.state.hands)
        for happenings, table, play in game.moments
    )
    rules = show_rules(game.last.state.rules)
    return Replay(live.row.code, number, rules, game.last.names, frames)


@get(
    "/api/tables/{code:str}/games/{number:int}/proof",
    summary="Check a deal",
    responses=may_fail(400, 404, 503),
)
async def show_proof(code: Code, number: Number, state: State, request: AnyRequest) -> Proof:
    """Give the published hash of a deal, and after the game the text it is of."""
    live = await find_table(state, request, code)
    play = (await _find(live, number)).last
    over = play.state.outcome is not None and bool(play.deal.salt)
    return Proof(play.commitment, play.deal.text(play.state.rules) if over else None)


GAME_HANDLERS = (list_games, show_record, show_replay, show_proof)
