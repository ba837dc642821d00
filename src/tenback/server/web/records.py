"""Records over HTTP: what one says, and its cards played again."""

from litestar import Response, post
from litestar.datastructures import State
from litestar.params import JSONBody

from tenback.records import parse_record
from tenback.rules import Refusal, RulesetError
from tenback.server.bounds import verify_bounded
from tenback.server.live.again import deal_again
from tenback.server.live.hall import Hall
from tenback.server.thinking.messages import ReadRecord
from tenback.server.web.games import answer_packed, documented
from tenback.server.web.gate import Gate, address_of
from tenback.server.web.problems import may_fail
from tenback.server.web.sent import MOST_BYTES, read_record, unpacked
from tenback.server.web.tables import AnyRequest
from tenback.server.wire.http import NewAgain, RecordSummary, Seated
from tenback.server.wire.reviews import SentRecord
from tenback.table import Settings, TableCode

__all__ = ["RECORD_HANDLERS"]


@post(
    "/api/records",
    summary="What a record says",
    status_code=200,
    request_max_body_size=MOST_BYTES,
    responses=documented(RecordSummary) | may_fail(400, 403, 413, 415, 503),
)
async def show_record_summary(
    data: JSONBody[SentRecord], state: State, request: AnyRequest
) -> Response[bytes]:
    """Verify a record and say in short what game it is of, and how it ended."""
    asked = ReadRecord("summary", data.record)
    return await answer_packed(request, await read_record(state, request, asked))


@post(
    "/api/deals",
    summary="Play the cards of a record again",
    request_max_body_size=MOST_BYTES,
    responses=may_fail(400, 403, 409, 413, 415, 503),
)
async def play_again(data: JSONBody[NewAgain], state: State, request: AnyRequest) -> Seated:
    """Open a table with the cards of a record, which whoever asks must have."""
    gate: Gate = state.gate
    hall: Hall = state.hall
    gate.verify_opening(address_of(request))
    asked = ReadRecord("record", data.record)
    record = parse_record(await unpacked(await read_record(state, request, asked)))
    verify_bounded(record.rules)
    try:
        again = deal_again(record, data.seat, " ".join(data.name.split()), hall.is_bot)
    except RulesetError:
        raise Refusal(TableCode.NAME, limit=40) from None
    ticket = await hall.adopt(again, Settings(), data.seat)
    return Seated(ticket.code, ticket.seat, ticket.token)


RECORD_HANDLERS = (show_record_summary, play_again)
