"""What just happened, as everybody may know it: to be told, drawn or heard."""

from typing import Literal

import msgspec

from tenback.rules import CardCommand, SignalKind
from tenback.server.wire.views import OutcomeView
from tenback.table import SeatKind, Settings

__all__ = ["Happening"]


class _Happening(msgspec.Struct, frozen=True, tag_field="type"):
    """Something that happened."""


class Sat(_Happening, frozen=True, tag="sat"):
    """Somebody took a seat."""

    seat: int
    name: str
    kind: SeatKind
    bot: str


class Freed(_Happening, frozen=True, tag="freed"):
    """A seat is free again."""

    seat: int
    name: str


class ReadyChanged(_Happening, frozen=True, tag="ready"):
    """Somebody is ready, or not any more."""

    seat: int
    ready: bool


class SettingsNew(_Happening, frozen=True, tag="settings"):
    """The table is run differently."""

    settings: Settings


class HostIs(_Happening, frozen=True, tag="host"):
    """Somebody else is host."""

    seat: int


class Dealt(_Happening, frozen=True, tag="dealt"):
    """The cards are dealt; the hash of the deal is published."""

    number: int
    commitment: str


class Voted(_Happening, frozen=True, tag="voted"):
    """Somebody would like this seat to start."""

    seat: int
    choice: int


class Started(_Happening, frozen=True, tag="started"):
    """This seat has the first turn."""

    seat: int


class Laid(_Happening, frozen=True, tag="laid"):
    """A card was laid on a pile that showed ``top``."""

    seat: int
    card: int
    pile: int
    top: int
    move: Literal["step", "jump", "help"]
    by: int
    command: CardCommand | None


class TookBack(_Happening, frozen=True, tag="took_back"):
    """The last card was taken back."""

    seat: int
    card: int
    pile: int


class Ended(_Happening, frozen=True, tag="ended"):
    """A turn is over; ``drawn`` cards were drawn, ``next`` is to move."""

    seat: int
    laid: int
    drawn: int
    next: int


class Signalled(_Happening, frozen=True, tag="signalled"):
    """A signal stands, or with ``withdrawn`` no more."""

    seat: int
    kind: SignalKind
    subject: int | str
    withdrawn: bool


class SaidText(_Happening, frozen=True, tag="said"):
    """Somebody said something. It is text, whatever it looks like."""

    seat: int
    text: str


class Wished(_Happening, frozen=True, tag="wished"):
    """Somebody would give up, or play again; or not any more."""

    seat: int
    what: Literal["concede", "rematch"]
    wish: bool


class Away(_Happening, frozen=True, tag="away"):
    """Somebody is away."""

    seat: int


class Back(_Happening, frozen=True, tag="back"):
    """Somebody is back."""

    seat: int


class StandInWished(_Happening, frozen=True, tag="stand_in_wished"):
    """Somebody agrees that a bot plays for ``absent``."""

    seat: int
    absent: int


class StandsIn(_Happening, frozen=True, tag="stands_in"):
    """A bot plays for this seat until its holder is back."""

    seat: int
    bot: str


class TimeOut(_Happening, frozen=True, tag="time_out"):
    """The time for the turn is over; a bot finishes it."""

    seat: int


class Stumbled(_Happening, frozen=True, tag="stumbled"):
    """The bot at this seat failed; a simple move stands in."""

    seat: int


class Hinted(_Happening, frozen=True, tag="hinted"):
    """Somebody took a hint."""

    seat: int


class Over(_Happening, frozen=True, tag="over"):
    """The game is over."""

    outcome: OutcomeView


Happening = (
    Away
    | Back
    | Dealt
    | Ended
    | Freed
    | Hinted
    | HostIs
    | Laid
    | Over
    | ReadyChanged
    | SaidText
    | Sat
    | SettingsNew
    | Signalled
    | StandInWished
    | StandsIn
    | Started
    | Stumbled
    | TimeOut
    | TookBack
    | Voted
    | Wished
)
