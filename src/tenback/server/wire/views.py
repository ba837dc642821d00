"""What clients are shown. Seats and piles are counted from 0; every card is a number."""

from typing import Literal

import msgspec

from tenback.records.placed import Placed
from tenback.rules import CardCommand, Phase, Rating, SignalKind
from tenback.table import SeatKind, Settings, Stage
from tenback.table.model import Eagerness

__all__ = [
    "Agreement",
    "Duty",
    "LastTurn",
    "Legal",
    "Offer",
    "OutcomeView",
    "Own",
    "PileView",
    "Placed",
    "PlayView",
    "RevealView",
    "RulesView",
    "SeatView",
    "SignalView",
    "TableView",
    "Vote",
]


class _Shown(msgspec.Struct, frozen=True, gc=False):
    """Something that is shown; it is in no cycle, so the collector need not look at it."""


class RulesView(_Shown, frozen=True):
    """What is agreed; ``commands`` are the cards that carry one (Extreme).

    ``marks`` are cards that mean something besides their number and are drawn with a sign:
    ``web.mark.NAME`` in the text catalogue.
    """

    game: str
    players: int
    hand_size: int
    lowest: int
    highest: int
    team: bool
    options: dict[str, str | bool]
    layout: str
    commands: dict[int, CardCommand]
    marks: dict[int, str]


class SeatView(_Shown, frozen=True):
    """Who sits there. ``bot`` names a built-in bot, ``stand_in`` the one playing for them."""

    name: str
    kind: SeatKind
    bot: str
    ready: bool
    away: bool
    stand_in: str


class PileView(_Shown, frozen=True):
    """A pile: ``names`` are what each seat calls it; ``command`` is one that lies open on it.

    ``count`` is the number of cards laid on it, seen from its thickness at a real table.
    ``must_cover``: the open turn has to cover its top before it ends.
    """

    names: tuple[str, ...]
    ascending: bool
    base: int
    owner: int | None
    top: int
    command: CardCommand | None
    count: int
    must_cover: bool


class SignalView(_Shown, frozen=True):
    """A standing signal; ``subject`` is a pile, for ``holds`` a command's name."""

    seat: int
    kind: SignalKind
    subject: int | str


class Duty(_Shown, frozen=True):
    """What the open turn still owes: ``duty.NAME`` in the text catalogue, with the count."""

    name: str
    count: int


class LastTurn(_Shown, frozen=True):
    """The last finished turn of a seat; ``tops`` are those that it left."""

    seat: int
    laid: tuple[Placed, ...]
    drawn: int
    tops: tuple[int, ...]


class OutcomeView(_Shown, frozen=True):
    """How the game ended; ``score`` counts the cards not laid."""

    termination: str
    score: int
    winners: tuple[int, ...]
    seat: int
    rating: Rating


class RevealView(_Shown, frozen=True):
    """What is turned up when the game is over: what was left, the whole deal, and the salt.

    SHA-256 of ``text`` is the commitment that was published when the cards were dealt.
    """

    hands: tuple[tuple[int, ...], ...]
    decks: tuple[tuple[int, ...], ...]
    deal: tuple[tuple[int, ...], ...]
    salt: str
    text: str


class Vote(_Shown, frozen=True):
    """Whom a seat would like to start."""

    seat: int
    choice: int


class Offer(_Shown, frozen=True):
    """How gladly a seat would start."""

    seat: int
    eagerness: Eagerness


class Agreement(_Shown, frozen=True):
    """A seat agrees that a bot plays for somebody absent."""

    seat: int
    absent: int


class PlayView(_Shown, frozen=True):
    """The game on the table, as everybody may see it.

    ``gone`` (the cards laid, by deck) is there only where the table shows covered cards.
    ``helped``: time ran out, a bot finishes the turn. ``commitment`` is the hash of the deal.
    """

    number: int
    phase: Phase
    commitment: str
    starter: int | None
    to_move: int
    turns: int
    minimum: int
    piles: tuple[PileView, ...]
    laid: tuple[Placed, ...]
    hand_counts: tuple[int, ...]
    deck_counts: tuple[int, ...]
    signals: tuple[SignalView, ...]
    silenced: bool
    duties: tuple[Duty, ...]
    last_turns: tuple[LastTurn, ...]
    votes: tuple[Vote, ...]
    offers: tuple[Offer, ...]
    conceding: tuple[int, ...]
    helped: bool
    gone: tuple[tuple[int, ...], ...] | None
    outcome: OutcomeView | None
    reveal: RevealView | None


class TableView(_Shown, frozen=True):
    """The table, as everybody may see it."""

    code: str
    stage: Stage
    rules: RulesView
    settings: Settings
    host: int | None
    seats: tuple[SeatView | None, ...]
    rematching: tuple[int, ...]
    standing_in: tuple[Agreement, ...]
    play: PlayView | None


class Legal(_Shown, frozen=True, omit_defaults=True):
    """A placement that would be accepted now.

    ``move`` and ``by``: a step onwards by so much, a jump back by ten, or help for the opponent.
    ``dooms``: it would leave no way to finish the turn. ``breach``: it breaks the rule of this code
    and loses at once (only where the table plays so).
    """

    card: int
    pile: int
    move: Literal["step", "jump", "help"]
    by: int
    dooms: bool = False
    breach: str | None = None


class Own(_Shown, frozen=True):
    """What only the holder of a seat may see.

    ``end_refusal`` is the code that forbids ending the turn. ``end_breach``: ending it would be
    accepted and lose. ``doomed``: nothing that may be laid can finish this turn.
    ``gone``: the cards laid, by deck, for a program, which would remember them anyway.
    """

    seat: int
    hand: tuple[int, ...]
    legal: tuple[Legal, ...]
    may_end: bool
    end_refusal: str | None
    end_breach: bool
    may_take_back: bool
    doomed: bool
    gone: tuple[tuple[int, ...], ...] | None = None
