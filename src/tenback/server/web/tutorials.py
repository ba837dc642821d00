"""Learning over HTTP: a prepared table with steps to try on it, and examples of rules."""

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from tenback.rules import Placement, Refusal
from tenback.rules.errors import RulesetError
from tenback.server.examples import EXAMPLES, example_after
from tenback.server.live.hall import Hall
from tenback.server.refusals import ServerCode
from tenback.server.tutorials import LESSONS
from tenback.server.web.gate import Gate, address_of
from tenback.server.web.problems import ProblemError, may_fail
from tenback.server.web.tables import AnyRequest
from tenback.server.wire.http import ExampleView, LessonTable, NewLesson
from tenback.server.wire.project import show_example
from tenback.table import Settings, TableCode

__all__ = ["LEARNING_HANDLERS"]


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


@get("/api/examples/{game:str}", summary="Examples of rules", responses=may_fail())
async def list_examples(game: FromPath[str]) -> list[ExampleView]:
    """List the small positions that explain rules of a game; none if nobody has made any."""
    return [show_example(rule, example_after(game, rule, ())) for rule in EXAMPLES.get(game, {})]


@get(
    "/api/examples/{game:str}/{rule:str}",
    summary="An example after some cards",
    responses=may_fail(400),
)
async def show_example_after(
    game: FromPath[str], rule: FromPath[str], laid: FromQuery[str] = ""
) -> ExampleView:
    """Return an example after cards were laid: ``laid=48-0,61-0`` is card and pile, in order."""
    if rule not in EXAMPLES.get(game, {}):
        raise ProblemError(ServerCode.RULES, field="rule", error="there is no such example")
    try:
        placements = [Placement(*map(int, one.split("-"))) for one in laid.split(",") if one]
    except (TypeError, ValueError):
        raise ProblemError(
            ServerCode.RULES, field="laid", error="cards and piles are written as in 48-0,61-0"
        ) from None
    try:
        return show_example(rule, example_after(game, rule, placements))
    except Refusal as error:
        told = f"a card does not fit there ({error.code})"
        raise ProblemError(ServerCode.RULES, field="laid", error=told) from None


LEARNING_HANDLERS = (open_tutorial, list_examples, show_example_after)
