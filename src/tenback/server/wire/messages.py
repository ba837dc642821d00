"""The messages of the WebSocket, one JSON object each, told apart by ``type``."""

from typing import Annotated, Any

import msgspec

from tenback.analysis.reviewing.result import Reason
from tenback.server.wire.happenings import Happening
from tenback.server.wire.views import Own, Placed, TableView
from tenback.table import Command

__all__ = [
    "Bye",
    "Change",
    "ClientMessage",
    "Do",
    "Done",
    "Hello",
    "Hint",
    "HintedTurn",
    "Moved",
    "Ping",
    "Pong",
    "Presence",
    "Refused",
    "Resync",
    "ServerMessage",
    "Update",
    "Welcome",
]

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Token = Annotated[str, msgspec.Meta(max_length=80)]
Face = Annotated[str, msgspec.Meta(max_length=20)]


class _Incoming(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", gc=False
):
    """From a client."""


class _Outgoing(msgspec.Struct, frozen=True, tag_field="type", gc=False):
    """From the server."""


class Hello(_Incoming, frozen=True, tag="hello"):
    """The first message. ``token`` is the key to a seat, none for a spectator.

    ``seen`` is the last ``seq`` the client knows; the answer tells what happened since. ``face``
    is the word for a picture (see ``/api/catalogue``), shown to the others at the seat.
    ``changes``: send a ``change`` instead of an ``update`` where that is shorter. ``stays``: keep
    the connection if another server gets the table; a ``moved`` and a ``welcome`` follow.
    """

    token: Token = ""
    seen: int = 0
    face: Face = ""
    changes: bool = False
    stays: bool = False


class Do(_Incoming, frozen=True, tag="do"):
    """A command. ``id`` is of the client's choosing and makes it safe to send twice.

    ``seen`` is the last ``seq`` the client had seen when it decided. A command about a position
    that has changed since is not carried out: the answer is a ``resync``.
    """

    id: CommandId
    command: Command
    seen: int


class Ping(_Incoming, frozen=True, tag="ping"):
    """Asks for a ``pong``; browsers cannot send the WebSocket's own."""


ClientMessage = Do | Hello | Ping


class Welcome(_Outgoing, frozen=True, tag="welcome"):
    """The answer to ``hello``: the table as it is.

    ``happenings`` is what happened since ``seen`` if ``complete``, else only the end of it.
    ``remaining_ms`` is what is left of the time for the turn.
    """

    seq: int
    you: int | None
    table: TableView
    own: Own | None
    happenings: tuple[Happening, ...]
    complete: bool
    remaining_ms: int | None
    version: str


class Update(_Outgoing, frozen=True, tag="update"):
    """Something happened, and is safely stored; the table after it."""

    seq: int
    happenings: tuple[Happening, ...]
    table: TableView
    own: Own | None
    remaining_ms: int | None


class Change(_Outgoing, frozen=True, tag="change", omit_defaults=True):
    """Something happened, and is safely stored; what has changed since the view of ``since``.

    Clients that asked for changes in their ``hello`` get it instead of an ``update``. Put the
    fields of ``table`` over those of the table, the fields of ``play`` over those of its ``play``,
    and the fields of ``own`` over those of the own part. A null ``own`` means that there is no own
    part any more. Fields that are not named stay as they are. If ``since`` is not the ``seq`` of
    your last view, say ``hello`` again.
    """

    seq: int
    since: int
    happenings: tuple[Happening, ...] = ()
    table: dict[str, Any] = {}
    play: dict[str, Any] = {}
    own: dict[str, Any] | None = {}
    remaining_ms: int | None = None


class Done(_Outgoing, frozen=True, tag="done"):
    """A command was carried out and is safely stored; ``seq`` is the table's number after it."""

    id: str
    seq: int


class Refused(_Outgoing, frozen=True, tag="refused"):
    """A command was refused and nothing changed.

    ``code`` is stable; ``key`` and ``details`` make the sentence for people; ``rule`` is the number
    of the rule of the game, if it is one. ``id`` is empty for a message that could not be read.
    """

    id: str
    code: str
    key: str
    details: dict[str, str | int]
    rule: str


class Resync(_Outgoing, frozen=True, tag="resync"):
    """The command was meant for a position that is gone: nothing changed, this is the table now."""

    id: str
    seq: int
    you: int | None
    table: TableView
    own: Own | None
    happenings: tuple[Happening, ...]
    complete: bool
    remaining_ms: int | None


class HintedTurn(msgspec.Struct, frozen=True):
    """A turn worth playing from here, with the chance of winning in percent and its bounds.

    The chance is that of sampled deals played on by strong bots; 95 of 100 such bounds hold.
    ``close``: the samples cannot tell it from the best. The best turn has ``reasons``, what the
    cards show for it; their sentences are ``advise.why.`` and the kind.
    """

    placements: tuple[Placed, ...]
    chance: float
    low: float
    high: float
    close: bool
    reasons: tuple[Reason, ...]


class Hint(_Outgoing, frozen=True, tag="hint"):
    """The best turns in the position after ``seq``, best first; to the one who asked.

    Without turns there is no way to finish the turn, or there was no time to find one: the own
    part tells which (``doomed``), and the hint may be asked for again.
    """

    seq: int
    turns: tuple[HintedTurn, ...]


class Presence(_Outgoing, frozen=True, tag="presence"):
    """Who is connected, how many watch, and which bot is thinking; not stored.

    ``faces`` are the words for pictures that people came with, by seat. ``hurried``: many ask for
    strong bots or hints just now, and they think for less time. ``preparing`` are the seats of bots
    whose code is not ready yet, for which a lighter one plays until it is; ``prepared`` is how much
    of that is done, in percent.
    """

    connected: tuple[bool, ...]
    faces: tuple[str, ...]
    spectators: int
    thinking: int | None
    hurried: bool
    preparing: tuple[int, ...]
    prepared: int


class Pong(_Outgoing, frozen=True, tag="pong"):
    """The answer to ``ping``; unasked while something takes long."""


class Moved(_Outgoing, frozen=True, tag="moved"):
    """Another server has the table now, and in which epoch; a ``welcome`` follows.

    Only clients that said so in their ``hello`` get it. Send again what was not answered.
    """

    owner: str


class Bye(_Outgoing, frozen=True, tag="bye"):
    """The server is about to close this connection; ``again``: connecting anew makes sense."""

    code: str
    key: str
    again: bool


ServerMessage = (
    Bye | Change | Done | Hint | Moved | Pong | Presence | Refused | Resync | Update | Welcome
)
