"""What just happened, as everybody may know it: to be told, drawn or heard.

A happening has the name of the event at the table that it tells of. It holds what a screen needs.
"""

from typing import Literal

import msgspec

from tenback.rules import CardCommand, SignalKind
from tenback.server.wire.views import OutcomeView
from tenback.table import SeatKind, Settings
from tenback.table.model import Eagerness

__all__ = ["Happening"]


class _Happening(msgspec.Struct, frozen=True, tag_field="type", gc=False):
    """Something that happened."""


class SeatTaken(_Happening, frozen=True, tag="seat_taken"):
    """Somebody took a seat."""

    seat: int
    name: str
    kind: SeatKind
    bot: str


class SeatFreed(_Happening, frozen=True, tag="seat_freed"):
    """A seat is free again."""

    seat: int
    name: str


class ReadinessChanged(_Happening, frozen=True, tag="readiness_changed"):
    """Somebody is ready, or not any more."""

    seat: int
    ready: bool


class SettingsChanged(_Happening, frozen=True, tag="settings_changed"):
    """The table is run differently."""

    settings: Settings


class HostNamed(_Happening, frozen=True, tag="host_named"):
    """Somebody else is host."""

    seat: int


class GameDealt(_Happening, frozen=True, tag="game_dealt"):
    """The cards are dealt; the hash of the deal is published."""

    number: int
    commitment: str


class StarterVoted(_Happening, frozen=True, tag="starter_voted"):
    """Somebody would like this seat to start."""

    seat: int
    choice: int


class StartOffered(_Happening, frozen=True, tag="start_offered"):
    """A seat has said how gladly it would start."""

    seat: int
    eagerness: Eagerness


class GameStarted(_Happening, frozen=True, tag="game_started"):
    """This seat has the first turn."""

    seat: int


class CardPlaced(_Happening, frozen=True, tag="card_placed"):
    """A card was laid on a pile that showed ``top``."""

    seat: int
    card: int
    pile: int
    top: int
    move: Literal["step", "jump", "help"]
    by: int
    command: CardCommand | None


class CardTakenBack(_Happening, frozen=True, tag="card_taken_back"):
    """The last card was taken back."""

    seat: int
    card: int
    pile: int


class TurnEnded(_Happening, frozen=True, tag="turn_ended"):
    """A turn is over; ``drawn`` cards were drawn, ``next`` is to move."""

    seat: int
    laid: int
    drawn: int
    next: int


class SignalGiven(_Happening, frozen=True, tag="signal_given"):
    """A signal stands."""

    seat: int
    kind: SignalKind
    subject: int | str


class SignalWithdrawn(_Happening, frozen=True, tag="signal_withdrawn"):
    """A signal stands no more."""

    seat: int
    kind: SignalKind
    subject: int | str


class Said(_Happening, frozen=True, tag="said"):
    """Somebody said something. It is text, whatever it looks like."""

    seat: int
    text: str


class ConcessionWished(_Happening, frozen=True, tag="concession_wished"):
    """Somebody would give up; or not any more."""

    seat: int
    wish: bool


class RematchWished(_Happening, frozen=True, tag="rematch_wished"):
    """Somebody would play again; or not any more."""

    seat: int
    wish: bool


class WentAway(_Happening, frozen=True, tag="went_away"):
    """Somebody is away."""

    seat: int


class CameBack(_Happening, frozen=True, tag="came_back"):
    """Somebody is back."""

    seat: int


class StandInAgreed(_Happening, frozen=True, tag="stand_in_agreed"):
    """Somebody agrees that a bot plays for ``absent``."""

    seat: int
    absent: int


class StandInSeated(_Happening, frozen=True, tag="stand_in_seated"):
    """A bot plays for this seat until its holder is back."""

    seat: int
    bot: str


class TimeRanOut(_Happening, frozen=True, tag="time_ran_out"):
    """The time for the turn is over; a bot finishes it."""

    seat: int


class BotStumbled(_Happening, frozen=True, tag="bot_stumbled"):
    """The bot at this seat failed; a simple move stands in."""

    seat: int


class HintTaken(_Happening, frozen=True, tag="hint_taken"):
    """Somebody took a hint."""

    seat: int


class GameEnded(_Happening, frozen=True, tag="game_ended"):
    """The game is over."""

    outcome: OutcomeView


Happening = (
    BotStumbled
    | CameBack
    | CardPlaced
    | CardTakenBack
    | ConcessionWished
    | GameDealt
    | GameEnded
    | GameStarted
    | HintTaken
    | HostNamed
    | ReadinessChanged
    | RematchWished
    | Said
    | SeatFreed
    | SeatTaken
    | SettingsChanged
    | SignalGiven
    | SignalWithdrawn
    | StandInAgreed
    | StandInSeated
    | StartOffered
    | StarterVoted
    | TimeRanOut
    | TurnEnded
    | WentAway
)
