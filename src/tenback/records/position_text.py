"""A position as one line of text: the FEN of this family.

    original players=2 piles=45,1,65,100 to=P1 hands=3,35,36,46,70,71,72|?7 deck=?52

The first word is the game; ``name=value`` words follow in any order, each with a default. Unseen
cards are written as a count: ``?7`` is a hand of seven unseen cards. Piles are listed in the game's
order (A1 A2 D1 D2; in a duel 1a 1d 2a 2d), hands and decks seat by seat with ``|`` between them.
"""

from collections.abc import Iterable

from tenback.records.errors import RecordSyntaxError
from tenback.records.notation import (
    NotationError,
    format_cards,
    format_placement,
    format_seat,
    parse_cards,
    parse_placement,
    parse_seat,
)
from tenback.records.position import Cards, Position
from tenback.records.rulesets import (
    build_ruleset,
    format_layout,
    format_option,
    parse_layout,
    without_former_options,
)
from tenback.rules import (
    NO_COMMANDS,
    OPTIONS,
    CardCommand,
    Placement,
    Ruleset,
    RulesetError,
    Signal,
    SignalKind,
    State,
    View,
)

__all__ = ["format_position", "parse_position"]


# Writing ------------------------------------------------------------------------------------


def format_position(position: Position | State | View) -> str:
    """Write a position as one line; a state with all its cards, a view with what the seat knows.

    >>> from tenback import Game
    >>> format_position(Game("original", players=2, seed=7, starter=0).view(memory=False))
    'original players=2 piles=1,1,100,100 to=P1 min=2 hands=4,30,31,43,45,60,69|?7 deck=?84'
    """
    if isinstance(position, State):
        position = Position.of_state(position)
    elif isinstance(position, View):
        position = Position.of_view(position)
    elif not isinstance(position, Position):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a position, a state or a view can be written, not {position!r}")
    rules, game = position.rules, position.rules.game
    words = [game.id, f"players={rules.players}"]
    words += [f"{name}={format_option(value)}" for name, value in rules.changed_options().items()]
    if rules.layout is not NO_COMMANDS:
        words.append(f"layout={format_layout(rules.layout)}")
    if rules.hand_size != game.initial_hand_size(rules):
        words.append(f"hand_size={rules.hand_size}")
    words.append(f"piles={','.join(map(str, position.tops))}")
    words.append(f"to={format_seat(position.to_move)}")
    if position.turns:
        words.append(f"turns={position.turns}")
    if position.minimum:
        words.append(f"min={position.minimum}")
    if position.laid:
        told = ",".join(format_placement(game, laid, position.to_move) for laid in position.laid)
        words.append(f"laid={told}")
    words.append(f"hands={_format_places(position.hands)}")
    words.append(f"deck={_format_places(position.decks)}")
    if position.gone is not None:
        words.append(f"gone={'|'.join(map(format_cards, position.gone))}")
    if position.signals:
        words.append(f"signals={','.join(_format_signal(rules, s) for s in position.signals)}")
    return " ".join(words)


def _format_places(places: Iterable[Cards]) -> str:
    return "|".join(
        f"?{cards}" if isinstance(cards, int) else ",".join(map(str, cards)) for cards in places
    )


def _format_signal(rules: Ruleset, signal: Signal) -> str:
    subject = signal.subject
    if isinstance(subject, int):
        subject = rules.game.pile_name(subject, signal.seat)
    return f"{format_seat(signal.seat)}:{signal.kind}:{subject}"


# Reading ------------------------------------------------------------------------------------

_FIELDS = (
    *("players", "hand_size", "layout", "piles", "to", "turns", "min", "laid"),
    *("hands", "deck", "gone", "signals", *OPTIONS),
)


def parse_position(text: str) -> Position:
    """Read a position; a RecordSyntaxError names the column and what was expected there.

    >>> parse_position("original hands=3,35,36 deck=?52").hands
    ((3, 35, 36),)
    """
    words: dict[str, tuple[str, int]] = {}
    first = ""
    column = 1
    for word in text.split(" "):
        if word.strip():
            name, equals, value = word.strip().partition("=")
            if not first:
                first = word.strip()
            elif not equals or name not in _FIELDS:
                raise RecordSyntaxError(1, column, f"one of {', '.join(_FIELDS)} with =", word)
            elif name in words:
                raise RecordSyntaxError(1, column, f"{name}= only once", word)
            else:
                words[name] = (value, column + len(name) + 1)
        column += len(word) + 1
    return _Reader(first, words).position()


class _Reader:
    """Turns the words of a line into a position; errors point at the wrong word."""

    def __init__(self, game: str, words: dict[str, tuple[str, int]]) -> None:
        self.words = words
        self.rules = self.read_rules(game)

    def fail(self, name: str, expected: str) -> RecordSyntaxError:
        value, column = self.words.get(name, ("", 1))
        return RecordSyntaxError(1, column, expected, value)

    def number(self, name: str, default: int) -> int:
        if name not in self.words:
            return default
        value = self.words[name][0]
        if not value.isascii() or not value.isdigit() or len(value) > 6:
            raise self.fail(name, "a number")
        return int(value)

    def read_rules(self, game: str) -> Ruleset:
        named = {name: self.words[name][0] for name in OPTIONS if name in self.words}
        hands = self.words.get("hands", ("", 0))[0].count("|") + 1
        hand_size = self.number("hand_size", 0)
        layout = None
        try:
            options = without_former_options(game, named)
            if "layout" in self.words:
                layout = parse_layout(self.words["layout"][0])
            players = self.number("players", hands)
            return build_ruleset(game, players, options, layout=layout, hand_size=hand_size)
        except RulesetError as error:
            if error.field in self.words:
                raise self.fail(error.field, error.message) from None
            raise RecordSyntaxError(1, 1, str(error), game) from None

    def places(self, name: str, count: int, highest_count: int) -> tuple[Cards, ...]:
        if name not in self.words:
            raise RecordSyntaxError(1, 1, f"{name}=…", "nothing")
        places: list[Cards] = []
        for part in self.words[name][0].split("|"):
            if part.startswith("?"):
                if not part[1:].isascii() or not part[1:].isdigit() or len(part) > 4:
                    raise self.fail(name, "?N for N unknown cards")
                if int(part[1:]) > highest_count:
                    raise self.fail(name, f"at most {highest_count} cards")
                places.append(int(part[1:]))
                continue
            places.append(self.cards(name, part))
        if len(places) != count:
            raise self.fail(name, f"{count} part(s) separated by |")
        return tuple(places)

    def cards(self, name: str, text: str) -> tuple[int, ...]:
        try:
            cards = parse_cards(text)
        except NotationError as error:
            raise self.fail(name, str(error)) from None
        self.verify_cards(name, cards)
        return cards

    def verify_cards(self, name: str, cards: Iterable[int]) -> None:
        game = self.rules.game
        for card in cards:
            if not game.lowest <= card <= game.highest:
                raise self.fail(name, f"cards from {game.lowest} to {game.highest}")

    def tops(self) -> tuple[int, ...]:
        piles = self.rules.game.piles
        if "piles" not in self.words:
            return tuple(pile.base for pile in piles)
        parts = self.words["piles"][0].split(",")
        if len(parts) != len(piles) or not all(p.isascii() and p.isdigit() for p in parts):
            raise self.fail("piles", f"{len(piles)} numbers separated by commas")
        game, tops = self.rules.game, tuple(map(int, parts))
        for top, pile in zip(tops, piles, strict=True):
            if top != pile.base and not game.lowest <= top <= game.highest:
                raise self.fail("piles", f"{pile.base} or a card on every pile")
        return tops

    def seat(self, name: str, text: str) -> int:
        try:
            return parse_seat(text, self.rules.players)
        except NotationError as error:
            raise self.fail(name, str(error)) from None

    def signals(self) -> tuple[Signal, ...]:
        signals: list[Signal] = []
        for part in filter(None, self.words.get("signals", ("", 0))[0].split(",")):
            pieces = part.split(":")
            if len(pieces) != 3 or pieces[1] not in list(SignalKind):
                raise self.fail("signals", "P1:keep_off:A1, P1:small_steps:D2 or P1:holds:STOP")
            seat, kind = self.seat("signals", pieces[0]), SignalKind(pieces[1])
            subject: int | str = pieces[2]
            if kind is not SignalKind.HOLDS:
                try:
                    subject = self.rules.game.pile_index(pieces[2], seat)
                except ValueError as error:
                    raise self.fail("signals", str(error)) from None
            elif subject not in CardCommand.__members__:
                raise self.fail("signals", f"one of {', '.join(CardCommand)}")
            signals.append(Signal(seat, kind, subject))
        return tuple(signals)

    def laid(self, seat: int) -> tuple[Placement, ...]:
        game = self.rules.game
        try:
            laid = tuple(
                parse_placement(game, part, seat)
                for part in filter(None, self.words.get("laid", ("", 0))[0].split(","))
            )
        except NotationError as error:
            raise self.fail("laid", str(error)) from None
        self.verify_cards("laid", (placement.card for placement in laid))
        return laid

    def position(self) -> Position:
        rules = self.rules
        decks = rules.game.decks(rules)
        size = len(decks[0])
        to_move = self.seat("to", self.words["to"][0]) if "to" in self.words else 0
        gone = None
        if "gone" in self.words:
            parts = self.words["gone"][0].split("|")
            if len(parts) != len(decks):
                raise self.fail("gone", f"{len(decks)} part(s) separated by |")
            gone = tuple(self.cards("gone", part) for part in parts)
        position = Position(
            rules,
            self.tops(),
            self.places("hands", rules.players, size),
            self.places("deck", len(decks), size),
            to_move,
            self.number("min", 0),
            self.laid(to_move),
            gone,
            self.signals(),
            self.number("turns", 0),
        )
        self.verify_no_card_twice(position)
        return position

    def verify_no_card_twice(self, position: Position) -> None:
        """Refuse a card of a deck that is in two places."""
        game = self.rules.game
        for deck, pile in enumerate(position.decks):
            held = [
                *(hand for seat, hand in enumerate(position.hands) if game.deck_of(seat) == deck),
                pile,
            ]
            seen: set[int] = set()
            for cards in held:
                for card in () if isinstance(cards, int) else cards:
                    if card in seen:
                        name = "deck" if cards is pile else "hands"
                        raise self.fail(name, f"every card in one place only, not {card} twice")
                    seen.add(card)
