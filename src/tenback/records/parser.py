"""Reading a game record from text, with errors that name the place."""

import re
from dataclasses import dataclass, field
from typing import Any, Never

from tenback.records.errors import Fault, RecordSyntaxError
from tenback.records.notation import (
    NotationError,
    format_seat,
    parse_placement,
    parse_result,
    parse_seat,
)
from tenback.records.record import Entry, GameRecord, RecordedSignal, RecordedTurn, Remark
from tenback.records.rulesets import (
    build_ruleset,
    format_option,
    parse_layout,
    without_former_options,
)
from tenback.records.writer import TITLE
from tenback.rules import (
    GAMES,
    OPTIONS,
    CardCommand,
    DealError,
    Outcome,
    PileNameError,
    Placement,
    Ruleset,
    RulesetError,
    SignalKind,
    State,
    find_game,
)

__all__ = ["parse_record", "verify_title"]

_HEADER = re.compile(r"([a-z_]+(?: [1-9])?):(.*)")
_TURN = re.compile(r"(\d+)\.(\s*)(P[1-9]):(.*)", re.ASCII)
_SIGNAL = re.compile(r"-(\s*)(P[1-9])(\s+)(.*)")

# Examples that are the same in every language.
_SIGNALS = "- P1 keep_off A1 | - P1 holds STOP | - P1 withdraw keep_off A1"
_RESULTS = "open | lost 12 BLOCKED P1 | won 0 CLEARED P1 for P1 P2"

_KNOWN = (
    *("game", "players", "names", "bots", *OPTIONS, "layout", "hand_size"),
    *("starter", "drawn_by", "date", "seed", "salt", "result", "deal", "deal 1", "deal 2"),
)


def verify_title(line: str) -> None:
    """Raise a RecordSyntaxError unless this is the first line of a record."""
    if line != TITLE:
        raise RecordSyntaxError(1, 1, f"the title {TITLE!r}", line[:40], Fault.TITLE, title=TITLE)


def parse_record(text: str) -> GameRecord:
    """Read a record; a RecordSyntaxError names the line, the column and what was expected."""
    return _Parser(text.splitlines()).record()


@dataclass(slots=True)
class _Value:
    """The value of a header and its place in the text."""

    text: str
    line: int
    column: int


@dataclass(slots=True)
class _Parser:
    lines: list[str]
    headers: dict[str, _Value] = field(default_factory=dict[str, _Value])

    def record(self) -> GameRecord:
        first = self.lines[0].strip() if self.lines else ""
        verify_title(first)
        body = self.read_headers()
        rules = self.rules()
        decks = self.decks(rules)
        starter = self.seat("starter", rules)
        names = tuple(name.strip() for name in self.value("names").text.split("|"))
        date = self.headers["date"].text if "date" in self.headers else ""
        seed = self.number("seed") if "seed" in self.headers else None
        salt = self.headers["salt"].text if "salt" in self.headers else ""
        outcome = self.outcome(rules)
        entries = self.entries(rules, body)
        bots = self.bots(rules)
        try:
            return GameRecord(
                rules, decks, starter, names, entries, outcome, date, seed, bots, salt
            )
        except RulesetError as error:
            self.fail(error.field, error.message, Fault.VALUE, name=error.field)

    # Headers

    def read_headers(self) -> int:
        last = ""
        for index in range(1, len(self.lines)):
            line = self.lines[index]
            if not line.strip():
                if last:
                    return index + 1
                continue
            if line.startswith("#"):
                continue
            if line.startswith((" ", "\t")) and last.startswith("deal"):
                self.headers[last].text += " " + line.strip()
                continue
            if _TURN.match(line) or line.startswith("-"):
                return index
            match = _HEADER.fullmatch(line.rstrip())
            if match is None:
                form = "name: value"
                raise RecordSyntaxError(
                    index + 1, 1, f"a header {form!r}", line[:40], Fault.FORM, example=form
                )
            last = match[1]
            if last not in _KNOWN:
                known = ", ".join(_KNOWN)
                raise RecordSyntaxError(
                    index + 1, 1, f"a header of {known}", last, Fault.ONE_OF, known=known
                )
            if last in self.headers:
                raise RecordSyntaxError(
                    index + 1, 1, f"{last} only once", last, Fault.TWICE, name=last
                )
            lead = len(match[2]) - len(match[2].lstrip())
            column = len(last) + 2 + lead
            self.headers[last] = _Value(match[2].strip(), index + 1, column)
        return len(self.lines)

    def value(self, name: str) -> _Value:
        if name not in self.headers:
            raise RecordSyntaxError(1, 1, f"a header '{name}: …'", "none", Fault.MISSING, name=name)
        return self.headers[name]

    def fail(self, header: str, expected: str, fault: Fault, /, **details: int | str) -> Never:
        value = self.value(header)
        raise RecordSyntaxError(
            value.line, value.column, expected, value.text[:40], fault, **details
        )

    def number(self, name: str) -> int:
        text = self.value(name).text
        if not text.isascii() or not text.isdigit() or len(text) > 19:
            self.fail(name, "a number", Fault.NUMBER)
        return int(text)

    def rules(self) -> Ruleset:
        named = {name: self.headers[name].text for name in OPTIONS if name in self.headers}
        game, players = self.value("game").text, self.number("players")
        try:
            options = without_former_options(game, named)
            rest: dict[str, Any] = {}
            if "layout" in self.headers:
                rest["layout"] = parse_layout(self.headers["layout"].text)
            if "hand_size" in self.headers:
                rest["hand_size"] = self.number("hand_size")
            rules = build_ruleset(game, players, options, **rest)
            if "drawn_by" not in self.headers:
                rest["starter"] = self.seat("starter", rules)
            elif self.headers["drawn_by"].text != "lot":
                self.fail("drawn_by", "lot", Fault.ONE_OF, known="lot")
            return build_ruleset(game, players, options, **rest)
        except RulesetError as error:
            name = error.field if error.field in self.headers else "game"
            expected = f"a possible {name} ({error.message})"
            if name == error.field and (known := _possible_values(game, name)):
                self.fail(name, expected, Fault.ONE_OF, known=known)
            self.fail(name, expected, Fault.VALUE, name=name)

    def seat(self, name: str, rules: Ruleset) -> int:
        value = self.value(name)
        return _read_seat(value.text, rules, value.line, value.column)

    def decks(self, rules: Ruleset) -> tuple[tuple[int, ...], ...]:
        count = len(rules.game.decks(rules))
        decks: list[tuple[int, ...]] = []
        for number in range(1, count + 1):
            name = "deal" if count == 1 else f"deal {number}"
            words = self.value(name).text.split()
            if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
                self.fail(name, "numbers separated by spaces", Fault.DEAL)
            decks.append(tuple(map(int, words)))
        try:
            State.deal(rules, tuple(decks))
        except DealError as error:
            self.fail("deal" if count == 1 else "deal 1", str(error), Fault.DEAL)
        return tuple(decks)

    def outcome(self, rules: Ruleset) -> Outcome | None:
        try:
            return parse_result(self.value("result").text, rules.players)
        except NotationError as error:
            self.fail("result", str(error), Fault.FORM, example=_RESULTS)

    def bots(self, rules: Ruleset) -> tuple[tuple[int, str], ...]:
        bots: list[tuple[int, str]] = []
        for word in self.headers["bots"].text.split() if "bots" in self.headers else ():
            seat, equals, spec = word.partition("=")
            if not equals:
                form = "P2=greedy"
                self.fail("bots", f"words such as {form}", Fault.FORM, example=form)
            at = self.value("bots")
            bots.append((_read_seat(seat, rules, at.line, at.column), spec))
        return tuple(bots)

    # Turns

    def entries(self, rules: Ruleset, start: int) -> tuple[Entry, ...]:
        entries: list[Entry] = []
        number = 0
        for index in range(start, len(self.lines)):
            line = self.lines[index].rstrip()
            if not line.strip():
                continue
            if line.startswith("#"):
                entries.append(Remark(line[1:].strip()))
            elif line.startswith("-"):
                entries.append(self.signal(rules, line, index + 1))
            else:
                number += 1
                entries.append(self.turn(rules, line, index + 1, number))
        return tuple(entries)

    def turn(self, rules: Ruleset, line: str, at: int, number: int) -> RecordedTurn:
        match = _TURN.fullmatch(line)
        if match is None:
            form = f"{number}. P1: 35>{rules.game.pile_name(0, 0)} …"
            raise RecordSyntaxError(
                at, 1, f"{form!r} or '# comment'", line[:40], Fault.FORM, example=form
            )
        if int(match[1][:9]) != number:
            raise RecordSyntaxError(
                at, 1, f"turn {number}", match[1], Fault.TURN_NUMBER, number=number
            )
        seat = _read_seat(match[3], rules, at, match.start(3) + 1)
        moves, _, comment = match[4].partition("#")
        ended, conceded = True, False
        placements: list[Placement] = []
        for word in re.finditer(r"\S+", moves):
            column = match.start(4) + word.start() + 1
            if conceded or not ended:
                raise RecordSyntaxError(at, column, "the end of the turn", word[0], Fault.TURN_END)
            if word[0] == "concede":
                conceded = True
            elif word[0] == "...":
                ended = False
            else:
                placements.append(_read_placement(word[0], rules, seat, at, column))
        return RecordedTurn(seat, tuple(placements), ended, conceded, comment.strip())

    def signal(self, rules: Ruleset, line: str, at: int) -> RecordedSignal:
        match = _SIGNAL.fullmatch(line)
        if match is None:
            raise RecordSyntaxError(at, 1, _SIGNALS, line[:40], Fault.FORM, example=_SIGNALS)
        seat = _read_seat(match[2], rules, at, match.start(2) + 1)
        words = match[4].split()
        withdrawn = words[:1] == ["withdraw"]
        words = words[withdrawn:]
        column = match.start(4) + 1
        after = 0
        if len(words) == 4 and words[2] == "after" and words[3].isdecimal() and len(words[3]) < 3:
            after = int(words[3])
            words = words[:2]
        if len(words) != 2 or words[0] not in list(SignalKind):
            raise RecordSyntaxError(at, column, _SIGNALS, match[4], Fault.FORM, example=_SIGNALS)
        kind = SignalKind(words[0])
        if kind is SignalKind.HOLDS:
            if words[1] not in CardCommand.__members__:
                known = ", ".join(CardCommand)
                raise RecordSyntaxError(
                    at, column, f"one of {known}", words[1], Fault.ONE_OF, known=known
                )
            return RecordedSignal(seat, kind, words[1], withdrawn, after)
        try:
            pile = rules.game.pile_index(words[1], seat)
        except PileNameError as error:
            known = _pile_names(rules, seat)
            raise RecordSyntaxError(
                at, column, f"a pile ({error})", words[1], Fault.PILE, known=known
            ) from None
        return RecordedSignal(seat, kind, pile, withdrawn, after)


# Pieces, and what they may be ---------------------------------------------------------------


def _read_seat(text: str, rules: Ruleset, line: int, column: int) -> int:
    try:
        return parse_seat(text, rules.players)
    except NotationError as error:
        known = ", ".join(map(format_seat, range(rules.players)))
        raise RecordSyntaxError(
            line, column, str(error), text[:40], Fault.ONE_OF, known=known
        ) from None


def _read_placement(text: str, rules: Ruleset, seat: int, line: int, column: int) -> Placement:
    try:
        return parse_placement(rules.game, text, seat)
    except NotationError as error:
        expected = f"CARD>PILE ({error})"
        if isinstance(error.__context__, PileNameError):
            known = _pile_names(rules, seat)
            raise RecordSyntaxError(line, column, expected, text, Fault.PILE, known=known) from None
        example = f"35>{rules.game.pile_name(0, seat)}"
        raise RecordSyntaxError(line, column, expected, text, Fault.FORM, example=example) from None


def _pile_names(rules: Ruleset, seat: int) -> str:
    return ", ".join(rules.game.pile_name(pile, seat) for pile in range(len(rules.game.piles)))


def _possible_values(game: str, name: str) -> str:
    """List the values that a header may have; "" if there are too many to list."""
    if name == "game":
        return ", ".join(GAMES)
    if name == "players":
        return ", ".join(map(str, find_game(game).player_range))
    if name in OPTIONS and name in find_game(game).options:
        return ", ".join(map(format_option, OPTIONS[name].values))
    return ""
