"""The deal of the day over HTTP: the deals of a day, playing one, and lines of days past."""

from datetime import date
from math import ceil
from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from tenback.records.daily import DailyDeal, DailyKind, daily_deal, day_number
from tenback.records.proof import commit_deal
from tenback.rules import find_game
from tenback.server.daily import DailyOnError
from tenback.server.daily.calendar import end_of
from tenback.server.daily.daily import Figures
from tenback.server.daily.rows import DailyLine
from tenback.server.live.hall import Hall, SeatTicket
from tenback.server.offers import DAILY_BOT
from tenback.server.refusals import ServerCode
from tenback.server.store import Along
from tenback.server.thinking import Payer, RecordRejectedError, RetellError
from tenback.server.thinking.messages import ReadRecord
from tenback.server.web.games import answer_packed
from tenback.server.web.gate import Gate, address_of
from tenback.server.web.problems import ProblemError, may_fail
from tenback.server.web.tables import AnyRequest
from tenback.server.wire.http import (
    DailyChain,
    DailyDay,
    DailyDealView,
    DailyFigures,
    DailyLineView,
    DailyScore,
    DailySeat,
    NewDaily,
)
from tenback.table import Deal, SeatKind, Settings

__all__ = ["DAILY_HANDLERS", "DAILY_SETTINGS"]

Day = Annotated[str, Parameter(max_length=10)]
#: Nobody watches, and no bot plays for somebody who is away: the result is the player's own.
DAILY_SETTINGS = Settings(starter="lot", spectators=False, stand_in="")


@get("/api/daily", summary="The deals of today", responses=may_fail(503))
async def show_today(state: State) -> DailyDay:
    """Tell today's deals, in UTC, and how the games of them went so far; no card is told."""
    hall: Hall = state.hall
    return await _tell(hall, hall.daily.calendar.today)


@get("/api/daily/{day:str}", summary="The deals of a day", responses=may_fail(400, 404, 503))
async def show_day(day: Day, state: State) -> DailyDay:
    """Tell the deals of a day such as 2026-11-16: its key and its best lines once it is over."""
    hall: Hall = state.hall
    return await _tell(hall, _read_day(day))


@post(
    "/api/daily/{game:str}/{players:int}",
    summary="Play a deal of today",
    responses=may_fail(400, 403, 404, 409, 413, 415, 503),
)
async def play_daily(
    game: FromPath[str],
    players: FromPath[int],
    data: JSONBody[NewDaily],
    state: State,
    request: AnyRequest,
) -> DailySeat:
    """Open a table with a deal of today, and bots at all seats but yours."""
    gate: Gate = state.gate
    gate.verify_opening(address_of(request))
    hall: Hall = state.hall
    kind = _read_kind(hall, game, players)
    opened: list[SeatTicket] = []

    async def open_table(dealt: DailyDeal, along: Along) -> str:
        ticket = await hall.open(
            dealt.rules,
            DAILY_SETTINGS,
            data.name,
            SeatKind.PERSON,
            _bots(kind),
            start=True,
            dealt=Deal(dealt.decks, dealt.salt),
            along=along,
        )
        opened.append(ticket)
        return ticket.code

    try:
        day, counts = await hall.daily.begin(kind, data.client, open_table)
    except DailyOnError as error:
        raise ProblemError(ServerCode.DAILY_ON, code=error.code) from None
    ticket = opened[0]
    return DailySeat(ticket.code, ticket.seat, ticket.token, day.isoformat(), counts)


@get(
    "/api/daily/{day:str}/{game:str}/{players:int}/{author:str}",
    summary="A line of a deal whose day is over",
    responses=may_fail(400, 404, 503),
)
async def show_line(  # noqa: PLR0913, PLR0917 - the parts of the address
    day: Day,
    game: FromPath[str],
    players: FromPath[int],
    author: FromPath[str],
    state: State,
    request: AnyRequest,
    form: FromQuery[Literal["replay", "record"]] = "replay",
) -> Response[bytes]:
    """Return the best game played, or the solver's line, as a replay or as a record."""
    hall: Hall = state.hall
    kind = _read_kind(hall, game, players)
    line = await hall.daily.line(_read_day(day), kind, author)
    if line is None or not line.record:
        raise ProblemError(ServerCode.NO_DAY, day=day)
    if form == "record":
        return Response(line.record.encode(), media_type="text/plain")
    try:
        told = await hall.thinkers.read_record(
            ReadRecord("replay", line.record), Payer(address_of(request))
        )
    except (RecordRejectedError, RetellError):
        raise ProblemError(ServerCode.UNREADABLE) from None
    return await answer_packed(request, told)


def _read_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ProblemError(ServerCode.NO_DAY, day=text) from None


def _read_kind(hall: Hall, game: str, players: int) -> DailyKind:
    kind = DailyKind(game, players)
    if kind not in hall.daily.kinds:
        told = ", ".join(map(str, hall.daily.kinds))
        raise ProblemError(ServerCode.RULES, field="game", error=f"the daily deals are {told}")
    return kind


def _bots(kind: DailyKind) -> tuple[str, ...]:
    return (DAILY_BOT,) * (kind.players - 1)


async def _tell(hall: Hall, day: date) -> DailyDay:
    daily, calendar = hall.daily, hall.daily.calendar
    chain = await calendar.chain(day) if day <= calendar.today else None
    if chain is None:
        raise ProblemError(ServerCode.NO_DAY, day=day.isoformat())
    key, is_over = chain.key(day), calendar.is_over(day)
    figures, lines = await daily.figures(day), await daily.lines(day)
    return DailyDay(
        day.isoformat(),
        day_number(chain.start, day),
        key if is_over else None,
        max(0, ceil(end_of(day) - calendar.clock())),
        DailyChain(chain.start.isoformat(), chain.days, chain.anchor),
        tuple(
            _show_deal(kind, daily_deal(key, day, kind), figures[kind], lines)
            for kind in daily.kinds
        ),
    )


def _show_deal(
    kind: DailyKind, dealt: DailyDeal, figures: Figures, lines: list[DailyLine]
) -> DailyDealView:
    return DailyDealView(
        kind.game,
        kind.players,
        find_game(kind.game).is_team_game,
        _bots(kind),
        commit_deal(dealt.rules, dealt.decks, dealt.salt),
        DailyFigures(
            figures.tried,
            figures.over,
            figures.won,
            figures.hinted,
            tuple(DailyScore(one.won, one.score, one.count) for one in figures.scores),
        ),
        tuple(
            DailyLineView(one.author, one.verdict, one.won, one.score, bool(one.record))
            for one in sorted(lines, key=lambda line: line.author)
            if one.kind == kind
        ),
    )


DAILY_HANDLERS = (show_today, show_day, play_daily, show_line)
