"""Tutorials over HTTP: a prepared table and the steps to try."""

from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from tenback.rules import Refusal
from tenback.rules.errors import RulesetError
from tenback.server.live.hall import Hall
from tenback.server.refusals import ServerCode
from tenback.server.tutorials import LESSONS
from tenback.server.web.gate import Gate, address_of
from tenback.server.web.problems import ProblemError, may_fail
from tenback.server.web.tables import AnyRequest
from tenback.server.wire.http import LessonTable, NewLesson
from tenback.table import Settings, TableCode

__all__ = ["open_tutorial"]


@post(
    "/api/tutorials/{game:str}",
    summary="Open a table for learning",
    responses=may_fail(400, 403, 409, 413, 415, 503),
)
async def open_tutorial(
    game: FromPath[str], data: JSONBody[NewLesson], state: State, request: AnyRequest
) -> LessonTable:
    """Open a real table with a prepared deck; the answer contains the steps."""
    gate: Gate = state.gate
    gate.verify_opening(address_of(request))
    lesson = LESSONS.get(game)
    if lesson is None:
        raise ProblemError(
            ServerCode.RULES, field="game", error=f"the lessons are {', '.join(LESSONS)}"
        )
    try:
        record = lesson.record(" ".join(data.name.split()), " ".join(data.bot_name.split()))
    except RulesetError:
        raise Refusal(TableCode.NAME, limit=40) from None
    hall: Hall = state.hall
    ticket = await hall.adopt(record, Settings(spectators=False, pace=lesson.pace), 0)
    return LessonTable(ticket.code, ticket.seat, ticket.token, lesson.script)
