"""Practice over HTTP: one turn on a position."""

from litestar import post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from tenback.server.practice import look_at, read_position, tell_error
from tenback.server.refusals import ServerCode
from tenback.server.web.problems import ProblemError, may_fail
from tenback.server.wire.practice import Look, LookedAt

__all__ = ["PRACTICE_HANDLERS"]


@post(
    "/api/positions/look",
    summary="Play a turn on a position, without a table",
    status_code=HTTP_200_OK,
    responses=may_fail(400, 403, 413, 415),
    sync_to_thread=True,
)
def look_at_position(data: JSONBody[Look]) -> LookedAt:
    """Show a position as its mover sees it after some cards; the server keeps nothing of it."""
    try:
        position = read_position(data.position)
        return look_at(position, data.laid, end=data.end, names=data.names)
    except ValueError as error:
        raise ProblemError(ServerCode.RULES, field="position", error=tell_error(error)) from None


PRACTICE_HANDLERS = (look_at_position,)
