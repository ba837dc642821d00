"""What the tests of the table share: a table that checks itself after every command."""

from tenback.records import format_record, parse_record, verify_record
from tenback.rules import Code, Placement, Refusal, Ruleset, find_game
from tenback.rules.registry import own_codes
from tenback.rules.view import view
from tenback.table import (
    TABLE_CODES,
    Command,
    Deal,
    Event,
    OperatorCommand,
    Play,
    Settings,
    Stage,
    Table,
    World,
    decide,
    decode_event,
    encode_event,
    fold,
    open_table,
)
from tenback.table.reasons import explain
from tenback.table.unions import GoAway, PlayTurn, Ready, SeatBot, Sit, StartGame
from tenback.texts import LANGUAGES, Texts

__all__ = [
    "BOTS",
    "EXTREME_HANDS",
    "HANDS",
    "NAMES",
    "SALT",
    "Desk",
    "away",
    "gathered",
    "kinds",
    "make_rules",
    "stacked",
    "started",
    "turn",
    "verify_events",
    "verify_record_of",
]

SALT = "5a" * 32
NAMES = ("Ann", "Bea", "Cyd", "Dan", "Eve")
BOTS = ("greedy", "tuned", "steady")

#: Hands for the Original with two players.
HANDS = ((2, 3, 4, 5, 6, 7, 50), (10, 11, 12, 20, 30, 40, 99))
#: Hands for Extreme with two players: 4 and 28 carry STOP, 14 SILENCE.
EXTREME_HANDS = ((2, 3, 4, 14, 15, 50, 51), (10, 12, 13, 20, 22, 28, 99))

CODES = frozenset((*Code, *own_codes())) | TABLE_CODES
SENTENCES = [Texts(language) for language in LANGUAGES]


def make_rules(game: str = "original", players: int = 2, **options: object) -> Ruleset:
    return Ruleset(find_game(game), players, **options)  # type: ignore[arg-type] # checked there


def stacked(*hands: tuple[int, ...], salt: str = SALT) -> World:
    """Make a world that deals these hands; the rest of a deck is drawn from the lowest card up."""

    def deal(rules: Ruleset) -> Deal:
        decks: list[tuple[int, ...]] = []
        for deck, cards in enumerate(rules.game.decks(rules)):
            first = [
                card
                for seat, hand in enumerate(hands)
                if rules.game.deck_of(seat) == deck
                for card in hand
            ]
            decks.append((*first, *(card for card in cards if card not in first)))
        return Deal(tuple(decks), salt)

    return World(deal, lambda: "2026-11-15", lambda bot: bot.partition(":")[0] in BOTS)


def turn(*placements: tuple[int, int]) -> PlayTurn:
    """Return the command for a whole turn."""
    return PlayTurn(tuple(Placement(card, pile) for card, pile in placements))


class Desk:
    """A table with its events; its world deals predictably."""

    def __init__(
        self, rules: Ruleset, settings: Settings | None = None, world: World | None = None
    ) -> None:
        self.events: list[Event] = list(open_table(rules, settings or Settings()))
        self.table: Table = fold(self.events)
        self.world = world or stacked()

    @property
    def play(self) -> Play:
        assert self.table.play is not None
        return self.table.play

    def step(
        self, seat: int, command: Command | OperatorCommand, *, by_operator: bool = False
    ) -> list[Event]:
        """Carry a command out; a Refusal changes nothing."""
        before = self.table
        steps = decide(before, seat, command, self.world, by_operator=by_operator)
        assert [table.seq for _, table in steps] == [
            before.seq + count for count in range(1, len(steps) + 1)
        ]
        self.events += (event for event, _ in steps)
        if steps:
            self.table = steps[-1][1]
        return [event for event, _ in steps]

    def do(
        self, seat: int, command: Command | OperatorCommand, *, by_operator: bool = False
    ) -> list[Event]:
        """Carry a command out, and check that the table is the fold of its events."""
        caused = self.step(seat, command, by_operator=by_operator)
        self.verify()
        return caused

    def refuse(
        self, seat: int, command: Command | OperatorCommand, *, by_operator: bool = False
    ) -> Refusal:
        """Expect a refusal with a known code and a sentence in every language."""
        before, count = self.table, len(self.events)
        try:
            caused = self.step(seat, command, by_operator=by_operator)
        except Refusal as refusal:
            self.tell(refusal)
            assert (self.table, len(self.events)) == (before, count)
            return refusal
        raise AssertionError(f"{command} was not refused: {caused}")

    def code(self, seat: int, command: Command | OperatorCommand) -> str:
        """Expect a refusal and return its code."""
        return self.refuse(seat, command).code

    def tell(self, refusal: Refusal) -> list[str]:
        """Say why something was refused, in every language."""
        assert refusal.code in CODES
        seen = None if self.table.play is None else view(self.table.play.state, None)
        reason = explain(refusal, self.table.rules, seen)
        assert reason.code == refusal.code
        return [texts(reason.key, **reason.details) for texts in SENTENCES]

    def verify(self) -> None:
        """Check that events, table and record say the same."""
        verify_events(self.table, self.events)
        if self.table.play is not None and self.table.stage is not Stage.DEALT:
            verify_record_of(self.table.play)


def verify_events(table: Table, events: list[Event]) -> None:
    """Check that a table is the fold of its events, read back from the store."""
    stored = [decode_event(encode_event(event)) for event in events]
    assert stored == events
    assert fold(stored) == table
    assert table.seq == len(events)


def verify_record_of(play: Play) -> None:
    """Check that the record of a game leads to where the game stands."""
    assert verify_record(play.record) == play.recorded_state
    assert parse_record(format_record(play.record)) == play.record


def gathered(
    rules: Ruleset | None = None,
    settings: Settings | None = None,
    world: World | None = None,
    bots: tuple[int, ...] = (),
) -> Desk:
    """Seat people, and greedy bots on the seats named."""
    desk = Desk(rules or make_rules(), settings, world or stacked(*HANDS))
    for seat in range(desk.table.rules.players):
        if seat not in bots:
            desk.do(seat, Sit(NAMES[seat], f"key of {seat}", seat=seat))
    assert desk.table.host is not None
    for seat in bots:
        desk.do(desk.table.host, SeatBot("greedy", seat))
    return desk


def started(
    game: str = "original",
    players: int = 2,
    settings: Settings | None = None,
    world: World | None = None,
    bots: tuple[int, ...] = (),
    **options: object,
) -> Desk:
    """Seat people and bots, and deal; the first seat starts unless the options say otherwise."""
    rules = make_rules(game, players, **{"starter": 0, **options})
    hands = {"original": HANDS, "extreme": EXTREME_HANDS}.get(game, ())
    desk = gathered(rules, settings, world or stacked(*hands), bots)
    for seat in desk.table.people:
        desk.do(seat, Ready())
    assert desk.table.host is not None
    desk.do(desk.table.host, StartGame())
    return desk


def kinds(events: list[Event]) -> list[str]:
    """Return the names of the events."""
    return [type(event).__name__ for event in events]


def away(desk: Desk, *seats: int) -> Desk:
    """Let people lose their connection."""
    for seat in seats:
        desk.do(seat, GoAway())
    return desk
