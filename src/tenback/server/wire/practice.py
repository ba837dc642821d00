"""The bodies of requests and answers about playing one turn on a position, without a table."""

from typing import Annotated

import msgspec

from tenback.rules import Placement
from tenback.server.wire.happenings import Happening
from tenback.server.wire.http import Name
from tenback.server.wire.messages import Refused
from tenback.server.wire.views import Own, TableView

__all__ = ["Look", "LookedAt"]

Laid = Annotated[tuple[Placement, ...], msgspec.Meta(max_length=20)]


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks what may be done in a position after some cards of the mover's turn.

    ``position`` is one line of text, ``laid`` are cards and piles in order, ``end`` ends the turn
    after them. ``names`` are what the seats are called; without them P1, P2, …
    """

    position: Annotated[str, msgspec.Meta(max_length=2000)]
    laid: Laid = ()
    end: bool = False
    names: Annotated[tuple[Name, ...], msgspec.Meta(max_length=5)] = ()


class LookedAt(msgspec.Struct, frozen=True):
    """A position as its mover sees it, like a table on which this turn is being played.

    ``happenings`` tells the last card. If something was refused, ``refusal`` says why and the table
    is as before it: what lies there is in ``table.play.laid``. ``finished``: the turn is over; what
    is drawn and what follows is not told. ``hands`` and ``decks`` (next card first) are those that
    the position itself names, null where it gives a number.
    """

    you: int
    table: TableView
    own: Own
    happenings: tuple[Happening, ...]
    refusal: Refused | None
    finished: bool
    hands: tuple[tuple[int, ...] | None, ...]
    decks: tuple[tuple[int, ...] | None, ...]
