"""The bodies of HTTP requests and answers."""

from typing import Annotated

import msgspec

from tenback.rules import CardCommand
from tenback.server.wire.happenings import Happening
from tenback.server.wire.views import (
    Legal,
    OutcomeView,
    PileView,
    Placed,
    PlayView,
    RulesView,
)
from tenback.table import Command, SeatKind, Settings, Stage

__all__ = [
    "BotView",
    "Catalogue",
    "CommandCards",
    "DailyChain",
    "DailyDay",
    "DailyDealView",
    "DailyFigures",
    "DailyLineView",
    "DailyScore",
    "DailySeat",
    "ExampleView",
    "GameSummary",
    "GameView",
    "Health",
    "LessonStep",
    "LessonTable",
    "NewAgain",
    "NewDaily",
    "NewLesson",
    "NewSeat",
    "NewTable",
    "OptionView",
    "PaceView",
    "Problem",
    "Proof",
    "RecordSummary",
    "Replay",
    "ReplayFrame",
    "Rescue",
    "Seated",
    "SettingsView",
    "Share",
    "SwitchView",
    "TableList",
    "TableSummary",
]

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Bot = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From a client."""


class _Answer(msgspec.Struct, frozen=True):
    """From the server."""


class NewTable(_Request, frozen=True):
    """Opens a table and takes its first seat, which is the host's.

    ``layout`` is for Extreme: even, random, or written out. ``bots`` take the next seats.
    ``start`` deals at once if no seat is free.
    """

    game: Annotated[str, msgspec.Meta(max_length=40)]
    name: Name
    players: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    options: dict[str, str | bool] = {}
    layout: Annotated[str, msgspec.Meta(max_length=400)] = ""
    settings: Settings = Settings()
    kind: SeatKind = SeatKind.PERSON
    bots: Annotated[tuple[Bot, ...], msgspec.Meta(max_length=4)] = ()
    start: bool = False


class NewSeat(_Request, frozen=True):
    """Takes a seat, this one or any."""

    name: Name
    kind: SeatKind = SeatKind.PERSON
    seat: int | None = None


class Seated(_Answer, frozen=True):
    """A seat is yours. Keep the token: whoever has it holds the seat."""

    code: str
    seat: int
    token: str


class TableSummary(_Answer, frozen=True):
    """What may be known of a table before sitting down."""

    code: str
    game: str
    players: int
    stage: Stage
    free_seats: tuple[int, ...]
    names: tuple[str | None, ...]
    options: dict[str, str | bool]
    spectators_allowed: bool
    public: bool


class TableList(_Answer, frozen=True):
    """Public tables with a free seat, most recently used first."""

    tables: tuple[TableSummary, ...]


class GameSummary(_Answer, frozen=True):
    """One game played at a table; the outcome is there once it is over."""

    number: int
    names: tuple[str, ...]
    date: str
    commitment: str
    outcome: OutcomeView | None


class Proof(_Answer, frozen=True):
    """The deal's proof: SHA-256 of ``text`` is ``commitment``. The text is there after the game."""

    commitment: str
    text: str | None


class DailyScore(_Answer, frozen=True):
    """How many games ended with so many cards left; in a duel with those of the loser."""

    won: bool
    score: int
    count: int


class DailyFigures(_Answer, frozen=True):
    """The games of a deal that count: begun, over before midnight, won, and with hints."""

    tried: int
    over: int
    won: int
    hinted: int
    scores: tuple[DailyScore, ...]


class DailyLineView(_Answer, frozen=True):
    """A way to play a deal whose day is over, by ``best`` (of those who played) or ``solver``.

    ``verdict`` is the solver's: winnable, unwinnable or undecided. ``shown``: there is a replay.
    """

    author: str
    verdict: str
    won: bool
    score: int
    shown: bool


class DailyDealView(_Answer, frozen=True):
    """One deal of a day; ``commitment`` is the hash that every table with it publishes."""

    game: str
    players: int
    team: bool
    bots: tuple[str, ...]
    commitment: str
    figures: DailyFigures
    lines: tuple[DailyLineView, ...]


class DailyChain(_Answer, frozen=True):
    """The keys of ``days`` days from ``start`` on: each is the hash of the next.

    ``anchor`` is the hash of the first, and thereby a commitment to all.
    """

    start: str
    days: int
    anchor: str


class DailyDay(_Answer, frozen=True):
    """The deals of a day, which is ``number`` in its chain.

    ``key`` is revealed when the day is over; hashed ``number`` times it is the anchor.
    ``seconds_left`` until then.
    """

    date: str
    number: int
    key: str | None
    seconds_left: int
    chain: DailyChain
    deals: tuple[DailyDealView, ...]


class NewDaily(_Request, frozen=True):
    """Opens a table with a deal of today; ``client`` is a random word that the client keeps.

    The first game of a client counts; without such a word none does.
    """

    name: Name
    client: Annotated[str, msgspec.Meta(max_length=64)] = ""


class DailySeat(_Answer, frozen=True):
    """A seat with a deal of the day is yours; ``counts``: it is the first game of this client."""

    code: str
    seat: int
    token: str
    date: str
    counts: bool


class RecordSummary(_Answer, frozen=True):
    """What a record says in short; ``bots`` are by seat, empty for people.

    ``record`` is the same record as text. The outcome is missing of a game that was broken off.
    """

    game: str
    players: int
    team: bool
    names: tuple[str, ...]
    bots: tuple[str, ...]
    date: str
    outcome: OutcomeView | None
    record: str


class NewAgain(_Request, frozen=True):
    """Opens a table with the cards of a record, to be played again by one person and bots.

    Seats of other people go to the usual bot. The game is not one that counts: no hash of its deal
    is published.
    """

    record: Annotated[str, msgspec.Meta(min_length=1, max_length=32_000)]
    name: Name
    seat: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0


class ReplayFrame(_Answer, frozen=True):
    """A moment of a finished game, with every hand, and what led to it."""

    happenings: tuple[Happening, ...]
    play: PlayView
    hands: tuple[tuple[int, ...], ...]


class Replay(_Answer, frozen=True):
    """A finished game, moment by moment."""

    code: str
    number: int
    rules: RulesView
    names: tuple[str, ...]
    frames: tuple[ReplayFrame, ...]


class Rescue(_Answer, frozen=True):
    """The last turn as it could have been played for the game to go on; empty if it could not."""

    placements: tuple[Placed, ...]


class ExampleView(_Answer, frozen=True):
    """A small position that explains a rule, and what may be laid in it."""

    rule: str
    rules: RulesView
    piles: tuple[PileView, ...]
    hand: tuple[int, ...]
    legal: tuple[Legal, ...]


class OptionView(_Answer, frozen=True):
    """An option of a game: its values, the default first, and the rule behind it.

    ``alone``: it makes a difference to somebody who plays alone, too.
    """

    name: str
    values: tuple[str | bool, ...]
    rule: str
    alone: bool


class CommandCards(_Answer, frozen=True):
    """Which cards can carry commands: ``copies`` of each, on cards ``lowest`` to ``highest``.

    ``layouts`` are the ready-made ones, the default first; ``even`` is that one, written out.
    """

    commands: tuple[CardCommand, ...]
    copies: int
    lowest: int
    highest: int
    layouts: tuple[str, ...]
    even: dict[CardCommand, tuple[int, ...]]


class GameView(_Answer, frozen=True):
    """A game that can be played here. Its name and its picture go by its ``id``.

    ``usual_players`` is how many a table has unless somebody wants it otherwise, ``solo_bots`` who
    sits down with somebody who plays at once; ``has_lesson``: there is a tutorial.
    """

    id: str
    players: tuple[int, ...]
    usual_players: int
    solo_bots: tuple[str, ...]
    options: tuple[OptionView, ...]
    has_layout: bool
    has_lesson: bool
    team: bool
    lowest: int
    highest: int
    command_cards: CommandCards | None = None


class BotView(_Answer, frozen=True):
    """A bot that can be seated; ``offered_by`` names the package it comes from.

    ``level`` counts the levels for people from 1, the gentlest, and is 0 for other bots. ``ready``:
    its code is there; until then a lighter bot plays for it.
    """

    name: str
    offered_by: str
    level: int
    ready: bool


class SwitchView(_Answer, frozen=True):
    """A setting that is on or off; ``alone``: it matters to somebody who plays alone, too."""

    name: str
    alone: bool


class PaceView(_Answer, frozen=True):
    """A pace of the bots by its word."""

    name: str
    ms: int


class SettingsView(_Answer, frozen=True):
    """How a table can be run: what holds unless somebody wants it otherwise, and the choices."""

    usual: Settings
    starters: tuple[str, ...]
    turn_seconds: tuple[int, ...]
    paces: tuple[PaceView, ...]
    switches: tuple[SwitchView, ...]


class Catalogue(_Answer, frozen=True):
    """Everything that can be chosen here.

    ``usual_game`` is what is played at once if nobody has chosen; ``usual_bot`` is the level that
    sits down then; ``light_bot`` plays for bots that are not ready yet. ``faces`` are the words for
    pictures that people may have at their seats.
    """

    games: tuple[GameView, ...]
    usual_game: str
    bots: tuple[BotView, ...]
    usual_bot: str
    light_bot: str
    faces: tuple[str, ...]
    settings: SettingsView


class LessonStep(_Answer, frozen=True):
    """A step of a tutorial: the key of its words, and what to do; ``wait`` for a bot's turn."""

    key: str
    command: Command | None
    wait: bool


class LessonTable(_Answer, frozen=True):
    """A table for learning: a seat that is yours, and the steps."""

    code: str
    seat: int
    token: str
    steps: tuple[LessonStep, ...]


class NewLesson(_Request, frozen=True):
    """Opens a table for learning; the bot's name is shown at its seat."""

    name: Name
    bot_name: Name = "Bot"


class Problem(_Answer, frozen=True):
    """Why a request failed: a stable code, the key of the sentence for people, its values."""

    code: str
    key: str
    message: str
    details: dict[str, str | int]


class Share(_Answer, frozen=True):
    """The address under which others reach this server; links to tables begin with it."""

    base: str


class Health(_Answer, frozen=True):
    """Whether the server can do its work."""

    status: str
    version: str
    tables_awake: int
    connections: int
