"""A game record as JSON with the same content as the text file."""

import re
from typing import Any, Literal

import msgspec

from tenback.records.errors import Fault, RecordSyntaxError
from tenback.records.notation import (
    NotationError,
    format_placement,
    format_result,
    format_seat,
    parse_placement,
    parse_result,
    parse_seat,
)
from tenback.records.record import Entry, GameRecord, RecordedSignal, RecordedTurn, Remark
from tenback.records.rulesets import build_ruleset, without_former_options
from tenback.rules import (
    NO_COMMANDS,
    OPTIONS,
    CardCommand,
    DealError,
    Layout,
    Ruleset,
    RulesetError,
    SignalKind,
    State,
)

__all__ = ["record_from_json", "record_to_json"]

#: How msgspec names the place of an error.
_PLACE = re.compile(r"at `(\$[^`]*)`")


class _Layout(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    numbers: dict[str, list[int]]


class _Turn(msgspec.Struct, tag="turn", omit_defaults=True, forbid_unknown_fields=True):
    seat: int
    play: list[str]
    ended: bool = True
    conceded: bool = False
    comment: str = ""


class _Signal(msgspec.Struct, tag="signal", omit_defaults=True, forbid_unknown_fields=True):
    seat: int
    kind: SignalKind
    subject: str
    withdrawn: bool = False
    after: int = 0


class _Remark(msgspec.Struct, tag="remark", forbid_unknown_fields=True):
    text: str


class _Record(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Seats are counted from 1, as in the text."""

    format: Literal["tenback-record"]
    version: Literal[1]
    game: str
    players: int
    names: list[str]
    starter: int
    result: str
    deal: list[list[int]]
    entries: list[_Turn | _Signal | _Remark]
    options: dict[str, str | bool] = {}
    layout: _Layout | None = None
    hand_size: int = 0
    drawn_by_lot: bool = False
    date: str = ""
    seed: int | None = None
    bots: dict[str, str] = {}
    salt: str = ""


def record_to_json(record: GameRecord) -> str:
    """Write a record as indented JSON."""
    rules = record.rules
    layout = None
    if rules.layout is not NO_COMMANDS:
        numbers = {kind.value: list(rules.layout.numbers(kind)) for kind in CardCommand}
        layout = _Layout(rules.layout.name, {kind: held for kind, held in numbers.items() if held})
    usual = rules.game.initial_hand_size(rules)
    packed = _Record(
        format="tenback-record",
        version=1,
        game=rules.game.id,
        players=rules.players,
        names=list(record.names),
        options=rules.changed_options(),
        layout=layout,
        hand_size=0 if rules.hand_size == usual else rules.hand_size,
        starter=record.starter + 1,
        drawn_by_lot=rules.starter == "lot",
        date=record.date,
        seed=record.seed,
        bots={format_seat(seat): spec for seat, spec in record.bots},
        salt=record.salt,
        result=format_result(record.outcome),
        deal=[list(deck) for deck in record.decks],
        entries=[_pack(rules, entry) for entry in record.entries],
    )
    return msgspec.json.format(msgspec.json.encode(packed), indent=1).decode() + "\n"


def _pack(rules: Ruleset, entry: Entry) -> _Turn | _Signal | _Remark:
    match entry:
        case RecordedTurn(seat, placements, ended, conceded, comment):
            play = [format_placement(rules.game, placed, seat) for placed in placements]
            return _Turn(seat + 1, play, ended, conceded, comment)
        case RecordedSignal(seat, kind, subject, withdrawn, after):
            name = rules.game.pile_name(subject, seat) if isinstance(subject, int) else subject
            return _Signal(seat + 1, kind, name, withdrawn, after)
        case Remark(text):
            return _Remark(text)


def record_from_json(text: str | bytes) -> GameRecord:
    """Read a record; a RecordSyntaxError names the place of what is wrong."""
    try:
        packed = msgspec.json.decode(text, type=_Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        at = _PLACE.search(str(error))
        raise RecordSyntaxError(
            1, 1, "a JSON game record", str(error), Fault.JSON, place=at[1] if at else "$"
        ) from None
    try:
        return _unpack(packed)
    except (RulesetError, DealError, NotationError) as error:
        raise RecordSyntaxError(
            1, 1, "a record of a possible game", str(error), Fault.JSON, place=_place_of(error)
        ) from None


def _place_of(error: ValueError) -> str:
    """Return which part of the JSON is not possible, as a path; "$" is the whole."""
    if isinstance(error, DealError):
        return "$.deal"
    if not isinstance(error, RulesetError):
        return "$"
    if error.field in OPTIONS:
        return f"$.options.{error.field}"
    return f"$.{error.field}" if error.field in _Record.__struct_fields__ else "$"


def _unpack(packed: _Record) -> GameRecord:
    rest: dict[str, Any] = {"hand_size": packed.hand_size}
    if packed.layout is not None:
        rest["layout"] = _unpack_layout(packed.layout)
    if not packed.drawn_by_lot:
        rest["starter"] = packed.starter - 1
    options = without_former_options(packed.game, packed.options)
    rules = build_ruleset(packed.game, packed.players, options, **rest)
    decks = tuple(map(tuple, packed.deal))
    State.deal(rules, decks)
    return GameRecord(
        rules,
        decks,
        _seat(packed.starter, rules),
        tuple(packed.names),
        tuple(_unpack_entry(rules, entry) for entry in packed.entries),
        parse_result(packed.result, rules.players),
        packed.date,
        packed.seed,
        tuple((parse_seat(seat, rules.players), spec) for seat, spec in packed.bots.items()),
        packed.salt,
    )


def _unpack_layout(packed: _Layout) -> Layout:
    if packed.name in ("even", "random", "custom"):
        return Layout.custom(packed.numbers, packed.name)
    if packed.name != "partial":
        known = "even, custom, random, partial"
        raise RulesetError("layout", f"{packed.name!r} is not one of {known}")
    commands: dict[int, CardCommand] = {}
    for kind, numbers in packed.numbers.items():
        if kind not in CardCommand.__members__:
            raise RulesetError("layout", f"unknown command {kind!r}")
        commands |= dict.fromkeys(numbers, CardCommand(kind))
    return Layout.partial(commands)


def _unpack_entry(rules: Ruleset, packed: _Turn | _Signal | _Remark) -> Entry:
    match packed:
        case _Turn(number, play, ended, conceded, comment):
            seat = _seat(number, rules)
            placements = tuple(parse_placement(rules.game, text, seat) for text in play)
            return RecordedTurn(seat, placements, ended, conceded, comment)
        case _Signal(number, kind, name, withdrawn, after):
            seat = _seat(number, rules)
            if kind is SignalKind.HOLDS:
                if name not in CardCommand.__members__:
                    raise NotationError(f"{name!r} is not one of {', '.join(CardCommand)}")
                return RecordedSignal(seat, kind, name, withdrawn, after)
            return RecordedSignal(seat, kind, _pile(rules, name, seat), withdrawn, after)
        case _Remark(text):
            return Remark(text)


def _pile(rules: Ruleset, name: str, seat: int) -> int:
    try:
        return rules.game.pile_index(name, seat)
    except ValueError as error:
        raise NotationError(str(error)) from None


def _seat(number: int, rules: Ruleset) -> int:
    if not 1 <= number <= rules.players:
        raise NotationError(f"seat {number} is not from 1 to {rules.players}")
    return number - 1
