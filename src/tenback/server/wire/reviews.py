"""Reviews over HTTP: what is asked, and how far one has come. What it says is a ``Review``."""

from typing import Annotated

import msgspec

from tenback.analysis.reviewing.result import Attempt, Review
from tenback.server.wire.views import Placed

__all__ = ["Attempt", "NewAttempt", "Review", "ReviewUnderWay", "SentDeal", "SentRecord"]

_MOST_CARDS = 100
_MOST_TURNS = 200

#: How long it may be is a matter of the whole request.
RecordText = Annotated[str, msgspec.Meta(min_length=1)]
Cards = Annotated[tuple[Placed, ...], msgspec.Meta(max_length=_MOST_CARDS)]


class SentRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to be read, as text or JSON."""

    record: RecordText


class SentDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to be read; with ``turns`` its deal is played by these instead of its own.

    So a solver's line can be walked through. Each turn is whoever's turn it is then.
    """

    record: RecordText
    turns: Annotated[tuple[Cards, ...], msgspec.Meta(max_length=_MOST_TURNS)] | None = None


class NewAttempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn of a record to be played again, counted from 1, with these cards instead."""

    record: RecordText
    turn: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    placements: Cards


class ReviewUnderWay(msgspec.Struct, frozen=True):
    """A review that is being made: ``done`` of ``total`` steps; 0 of 0 while it waits.

    ``id`` is what to ask for in ``/api/reviews/``; "" for a game of a table, which goes by its own
    address. Ask again within a few seconds: what nobody asks for is broken off.
    """

    id: str
    done: int
    total: int
