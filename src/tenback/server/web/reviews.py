"""Reviews over HTTP: of a table's games, of any record, and of turns played again."""

import logging
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, Parameter

from tenback.records.placed import read_placements
from tenback.server.refusals import ServerCode
from tenback.server.reviewing import (
    NotReviewableError,
    ReviewDesk,
    ReviewFailedError,
    ReviewsFullError,
)
from tenback.server.reviewing.desk import record_id
from tenback.server.store import TableRow
from tenback.server.thinking import Payer
from tenback.server.thinking.messages import Progressed, ReadRecord
from tenback.server.web.games import (
    Number,
    answer_packed,
    documented,
    find_game,
    tell_game,
)
from tenback.server.web.gate import Gate, address_of
from tenback.server.web.passing_on import pass_to_place_of
from tenback.server.web.problems import ProblemError, may_fail
from tenback.server.web.sent import MOST_BYTES, read_record, unpacked
from tenback.server.web.tables import AnyRequest, Code
from tenback.server.wire.http import Replay
from tenback.server.wire.reviews import (
    Attempt,
    NewAttempt,
    Review,
    ReviewUnderWay,
    SentDeal,
    SentRecord,
)

__all__ = ["REVIEW_HANDLERS"]

_LOGGER = logging.getLogger("tenback.server.http")
_UNDER_WAY = {
    202: ResponseSpec(
        ReviewUnderWay, description="The review is being made", generate_examples=False
    )
}
_NONE = {204: ResponseSpec(None, description="Nobody has asked for it, or it was broken off")}
ReviewId = Annotated[str, Parameter(pattern="^[0-9a-f]{32}$")]


@get(
    "/api/tables/{code:str}/games/{number:int}/review",
    summary="The review of a finished game",
    responses=documented(Review) | _UNDER_WAY | _NONE | may_fail(400, 404, 409, 503),
)
async def show_review(
    code: Code, number: Number, state: State, request: AnyRequest
) -> Response[bytes]:
    """Return the review of a game if there is one, or how far it is; this begins none."""
    desk: ReviewDesk = state.desk
    row = await find_game(state, request, code, number)
    with _Problems():
        found = await desk.look_at_game(row.id, number)
    if found is None:
        return Response(b"", status_code=204)
    return await _answer(request, found)


@post(
    "/api/tables/{code:str}/games/{number:int}/review",
    summary="Have a finished game reviewed",
    status_code=200,
    responses=documented(Review) | _UNDER_WAY | may_fail(400, 403, 404, 409, 413, 415, 503),
)
async def ask_for_review(
    code: Code, number: Number, state: State, request: AnyRequest
) -> Response[bytes]:
    """Return the review of a finished game, or begin to make it; a running game has none."""
    gate: Gate = state.gate
    desk: ReviewDesk = state.desk
    row = await find_game(state, request, code, number)
    gate.verify_review(address_of(request))

    async def record() -> str:
        return await unpacked(await tell_game(state, request, row, number, "record"))

    with _Problems():
        found = await desk.ask_for_game(row.id, number, record, _payer(request, row))
    return await _answer(request, found)


@post(
    "/api/reviews",
    summary="Have any record reviewed",
    status_code=200,
    request_max_body_size=MOST_BYTES,
    responses=documented(Review) | _UNDER_WAY | may_fail(400, 403, 409, 413, 415, 503),
)
async def ask_for_record(
    data: JSONBody[SentRecord], state: State, request: AnyRequest
) -> Response[bytes]:
    """Verify a record, then return its review or begin to make it."""
    desk: ReviewDesk = state.desk
    record = await unpacked(await read_record(state, request, ReadRecord("record", data.record)))
    passed = await pass_to_place_of(record_id(record), request)
    if passed is not None:
        return passed
    with _Problems():
        found = desk.ask_for_record(record, _payer(request))
    return await _answer(request, found, record_id(record))


@get(
    "/api/reviews/{review_id:str}",
    summary="The review of a record",
    responses=documented(Review) | _UNDER_WAY | may_fail(400, 404, 409, 503),
)
async def show_record_review(
    review_id: ReviewId, state: State, request: AnyRequest
) -> Response[bytes]:
    """Return the review of a record that somebody sent, or how far it is."""
    desk: ReviewDesk = state.desk
    with _Problems():
        found = desk.look_at_record(review_id)
    return await _answer(request, found, review_id)


@post(
    "/api/replays",
    summary="Replay any record",
    status_code=200,
    request_max_body_size=MOST_BYTES,
    responses=documented(Replay) | may_fail(400, 403, 413, 415, 503),
)
async def replay_record(
    data: JSONBody[SentDeal], state: State, request: AnyRequest
) -> Response[bytes]:
    """Verify a record, or another line on its deal, and return every moment, with all hands."""
    turns = None
    if data.turns is not None:
        turns = tuple(map(read_placements, data.turns))
    asked = ReadRecord("replay", data.record, turns)
    return await answer_packed(request, await read_record(state, request, asked))


@post(
    "/api/attempts",
    summary="Play a turn of a record again",
    status_code=200,
    request_max_body_size=MOST_BYTES,
    responses=documented(Attempt) | may_fail(400, 403, 409, 413, 415, 503),
)
async def judge_attempt(
    data: JSONBody[NewAttempt], state: State, request: AnyRequest
) -> Response[bytes]:
    """Judge another turn by what its seat knew, on the deals that the review tries."""
    desk: ReviewDesk = state.desk
    record = await unpacked(await read_record(state, request, ReadRecord("record", data.record)))
    placements = read_placements(data.placements)
    with _Problems():
        found = await desk.judge(record, data.turn, placements, _payer(request))
    return await answer_packed(request, found)


class _Problems:
    """Turns what the desk raises into problems with a code."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        match error:
            case NotReviewableError():
                raise ProblemError(ServerCode.NOT_REVIEWABLE, error=str(error)) from None
            case ReviewFailedError():
                raise ProblemError(ServerCode.REVIEW_FAILED) from None
            case ReviewsFullError():
                raise ProblemError(ServerCode.REVIEWS_FULL) from None
            case _:
                return


def _payer(request: AnyRequest, row: TableRow | None = None) -> Payer:
    return Payer(address_of(request), "" if row is None else row.code)


async def _answer(
    request: AnyRequest, found: bytes | Progressed | None, review_id: str = ""
) -> Response[bytes]:
    if found is None:
        raise ProblemError(ServerCode.NO_REVIEW)
    if isinstance(found, bytes):
        return await answer_packed(request, found)
    under_way = ReviewUnderWay(review_id, found.done, found.total)
    return Response(msgspec.json.encode(under_way), status_code=202, media_type="application/json")


REVIEW_HANDLERS = (
    show_review,
    ask_for_review,
    ask_for_record,
    show_record_review,
    replay_record,
    judge_attempt,
)
