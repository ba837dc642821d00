"""Reading a game record from text, with errors that name the place."""

import re
from dataclasses import dataclass, field
from typing import Any, Never

from tenback.records.errors import RecordSyntaxError
from tenback.records.notation import NotationError, parse_placement, parse_result, parse_seat
from tenback.records.record import Entry, GameRecord, RecordedSignal, RecordedTurn, Remark
from tenback.records.rulesets import build_ruleset, parse_layout, without_former_options
from tenback.records.writer import TITLE
from tenback.rules import (
    OPTIONS,
    CardCommand,
    DealError,
    Outcome,
    Placement,
    Ruleset,
    RulesetError,
    SignalKind,
    State,
)

__all__ = ["parse_record", "verify_title"]

_HEADER = re.compile(r"([a-z_]+(?: [1-9])?):(.*)")
_TURN = re.compile(r"(\d+)\.(\s*)(P[1-9]):(.*)", re.ASCII)
_SIGNAL = re.compile(r"-(\s*)(P[1-9])(\s+)(.*)")

_KNOWN = (
    *("game", "players", "names", "bots", *OPTIONS, "layout", "hand_size"),
    *("starter", "drawn_by", "date", "seed", "salt", "result", "deal", "deal 1", "deal 2"),
)


def verify_title(line: str) -> None:
    """Refuse a first line that is not a record's; raises RecordSyntaxError."""
    if line != TITLE:
        raise RecordSyntaxError(1, 1, f"the title {TITLE!r}", line[:40])


def parse_record(text: str) -> GameRecord:
    """Read a record; an error names the line, the column and what was expected there."""
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
            self.fail(error.field, error.message)

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
                raise RecordSyntaxError(index + 1, 1, "a header 'name: value'", line[:40])
            last = match[1]
            if last not in _KNOWN:
                raise RecordSyntaxError(index + 1, 1, f"a header of {', '.join(_KNOWN)}", last)
            if last in self.headers:
                raise RecordSyntaxError(index + 1, 1, f"{last} only once", last)
            lead = len(match[2]) - len(match[2].lstrip())
            column = len(last) + 2 + lead
            self.headers[last] = _Value(match[2].strip(), index + 1, column)
        return len(self.lines)

    def value(self, name: str) -> _Value:
        if name not in self.headers:
            raise RecordSyntaxError(1, 1, f"a header '{name}: …'", "none")
        return self.headers[name]

    def fail(self, name: str, expected: str) -> Never:
        value = self.value(name)
        raise RecordSyntaxError(value.line, value.column, expected, value.text[:40])

    def number(self, name: str) -> int:
        text = self.value(name).text
        if not text.isascii() or not text.isdigit() or len(text) > 19:
            self.fail(name, "a number")
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
                self.fail("drawn_by", "lot")
            return build_ruleset(game, players, options, **rest)
        except RulesetError as error:
            name = error.field if error.field in self.headers else "game"
            self.fail(name, f"a possible {name} ({error.message})")

    def seat(self, name: str, rules: Ruleset) -> int:
        try:
            return parse_seat(self.value(name).text, rules.players)
        except NotationError as error:
            self.fail(name, str(error))

    def decks(self, rules: Ruleset) -> tuple[tuple[int, ...], ...]:
        count = len(rules.game.decks(rules))
        decks: list[tuple[int, ...]] = []
        for number in range(1, count + 1):
            name = "deal" if count == 1 else f"deal {number}"
            words = self.value(name).text.split()
            if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
                self.fail(name, "numbers separated by spaces")
            decks.append(tuple(map(int, words)))
        try:
            State.deal(rules, tuple(decks))
        except DealError as error:
            self.fail("deal" if count == 1 else "deal 1", str(error))
        return tuple(decks)

    def outcome(self, rules: Ruleset) -> Outcome | None:
        try:
            return parse_result(self.value("result").text, rules.players)
        except NotationError as error:
            self.fail("result", str(error))

    def bots(self, rules: Ruleset) -> tuple[tuple[int, str], ...]:
        bots: list[tuple[int, str]] = []
        for word in self.headers["bots"].text.split() if "bots" in self.headers else ():
            seat, equals, spec = word.partition("=")
            if not equals:
                self.fail("bots", "words such as P2=greedy")
            try:
                bots.append((parse_seat(seat, rules.players), spec))
            except NotationError as error:
                self.fail("bots", str(error))
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
            raise RecordSyntaxError(at, 1, f"'{number}. P1: CARD>PILE …' or '# comment'", line[:40])
        if int(match[1][:9]) != number:
            raise RecordSyntaxError(at, 1, f"turn {number}", match[1])
        seat = self.seat_at(rules, match[3], at, match.start(3) + 1)
        moves, _, comment = match[4].partition("#")
        ended, conceded = True, False
        placements: list[Placement] = []
        for word in re.finditer(r"\S+", moves):
            column = match.start(4) + word.start() + 1
            if conceded or not ended:
                raise RecordSyntaxError(at, column, "the end of the turn", word[0])
            if word[0] == "concede":
                conceded = True
            elif word[0] == "...":
                ended = False
            else:
                try:
                    placements.append(parse_placement(rules.game, word[0], seat))
                except NotationError as error:
                    raise RecordSyntaxError(at, column, f"CARD>PILE ({error})", word[0]) from None
        return RecordedTurn(seat, tuple(placements), ended, conceded, comment.strip())

    def signal(self, rules: Ruleset, line: str, at: int) -> RecordedSignal:
        match = _SIGNAL.fullmatch(line)
        expected = "'- P1 keep_off A1', '- P1 holds STOP' or '- P1 withdraw keep_off A1'"
        if match is None:
            raise RecordSyntaxError(at, 1, expected, line[:40])
        seat = self.seat_at(rules, match[2], at, match.start(2) + 1)
        words = match[4].split()
        withdrawn = words[:1] == ["withdraw"]
        words = words[withdrawn:]
        column = match.start(4) + 1
        after = 0
        if len(words) == 4 and words[2] == "after" and words[3].isdecimal() and len(words[3]) < 3:
            after = int(words[3])
            words = words[:2]
        if len(words) != 2 or words[0] not in list(SignalKind):
            raise RecordSyntaxError(at, column, expected, match[4])
        kind = SignalKind(words[0])
        if kind is SignalKind.HOLDS:
            if words[1] not in CardCommand.__members__:
                raise RecordSyntaxError(at, column, f"one of {', '.join(CardCommand)}", words[1])
            return RecordedSignal(seat, kind, words[1], withdrawn, after)
        try:
            pile = rules.game.pile_index(words[1], seat)
        except ValueError as error:
            raise RecordSyntaxError(at, column, f"a pile ({error})", words[1]) from None
        return RecordedSignal(seat, kind, pile, withdrawn, after)

    def seat_at(self, rules: Ruleset, text: str, line: int, column: int) -> int:
        try:
            return parse_seat(text, rules.players)
        except NotationError as error:
            raise RecordSyntaxError(line, column, str(error), text) from None
