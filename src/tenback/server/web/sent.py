"""Records that somebody sends: read and verified by a worker, whatever is then done with them."""

import asyncio
import gzip
import logging

from litestar.datastructures import State

from tenback.records.errors import RecordSyntaxError
from tenback.records.parser import verify_title
from tenback.server.live.hall import Hall
from tenback.server.refusals import ServerCode
from tenback.server.thinking import Payer, RecordRejectedError, RetellError
from tenback.server.thinking.messages import ReadRecord
from tenback.server.web.gate import Gate, address_of
from tenback.server.web.problems import ProblemError
from tenback.server.web.tables import AnyRequest

__all__ = ["MOST_BYTES", "read_record", "unpacked"]

_LOGGER = logging.getLogger("tenback.server.http")
#: A record of five players has about 6 KiB, with plenty of signals twice as much.
MOST_BYTES = 64 * 1024


async def read_record(state: State, request: AnyRequest, asked: ReadRecord) -> bytes:
    """Have a record verified by one of the bots' workers: it takes no longer than a turn."""
    gate: Gate = state.gate
    hall: Hall = state.hall
    gate.verify_review(address_of(request))
    _verify_title(asked.text)
    try:
        return await hall.thinkers.read_record(asked, Payer(address_of(request)))
    except RecordRejectedError as error:
        details = error.details | {"error": str(error)}
        raise ProblemError(ServerCode.RECORD, error.variant, **details) from None
    except RetellError as error:
        _LOGGER.error("a record cannot be read: %s", error)
        raise ProblemError(ServerCode.REVIEW_FAILED) from None


def _verify_title(text: str) -> None:
    """Refuse what does not even look like a record, so that no worker has to read it."""
    first = text.lstrip()[:80].partition("\n")[0].strip()
    if first.startswith("{"):
        return
    try:
        verify_title(first)
    except RecordSyntaxError as error:
        raise ProblemError(
            ServerCode.RECORD,
            error.fault or "",
            found=error.found,
            error=str(error),
            **error.details,
        ) from None


async def unpacked(told: bytes) -> str:
    """Return compressed text as text."""
    return (await asyncio.to_thread(gzip.decompress, told)).decode()
