"""What does not parse or does not follow the rules says where, what, and which rule."""

import re
from dataclasses import replace

import pytest

from tenback.bots import create_bot, play_turn
from tenback.bots.play import choose_turn
from tenback.records import (
    Fault,
    GameRecord,
    RecordedTurn,
    RecordSyntaxError,
    ReplayError,
    deal_from_seed,
    format_record,
    parse_position,
    parse_record,
    record_from_json,
    record_to_json,
    verify_record,
)
from tenback.records.rulesets import build_ruleset
from tenback.rules import State
from tenback.texts import LANGUAGES, Texts


def played(game: str = "original", players: int = 2, seed: int = 3) -> GameRecord:
    """Return the record of a whole game of `greedy`."""
    rules = build_ruleset(game, players)
    decks = deal_from_seed(rules, seed)
    state = State.deal(rules, decks).start(0)
    entries: list[RecordedTurn] = []
    while state.outcome is None:
        placements = choose_turn(state, create_bot("greedy"))
        entries.append(RecordedTurn(state.seat, placements))
        state = play_turn(state, placements)
    names = tuple(f"bot {seat + 1}" for seat in range(players))
    return GameRecord(rules, decks, 0, names, tuple(entries), state.outcome)


RECORD = played()
TEXT = format_record(RECORD)


def changed(pattern: str, replacement: str) -> str:
    text, count = re.subn(pattern, replacement, TEXT, count=1, flags=re.MULTILINE)
    assert count == 1
    return text


SYNTAX_ERRORS = [
    ("", 1, 1, "the title"),
    ("tenback record 2\n", 1, 1, "the title"),
    (changed("^game: original", "game: poker"), 2, 7, "there is no game"),
    (changed("^game: original", "game original"), 2, 1, "a header"),
    (changed("^players: 2", "players: six"), 3, 10, "a number"),
    (changed("^players: 2", "players: 6"), 3, 10, "original is for 1 to 5"),
    (changed("^players: 2", "players: 2\nplayers: 2"), 4, 1, "only once"),
    (changed("^players: 2", "players: 2\ncolour: red"), 4, 1, "a header of"),
    (changed("^players: 2", "players: 2\none_pile: after"), 4, 11, "no such option"),
    (changed("^players: 2", "players: 2\ntalk: loud"), 4, 7, "'loud' is not one of"),
    (changed("^names: .*", "names: Ana"), 4, 8, "1 names for 2"),
    (changed("^starter: P1", "starter: P3"), 5, 10, "P1 to P2"),
    (changed("^result: .*", "result: fine"), 7, 9, "'open'"),
    (changed("^deal: ", "deal: 99 "), 8, 7, "too many or unknown 99"),
    (changed("^deal: ", "deal: x "), 8, 7, "numbers separated by spaces"),
    (changed(r"^1\. P1: ", "1. P7: "), None, 4, "P1 to P2"),
    (changed(r"^1\. P1: ", "1. P1: 5>Z9 "), None, 8, "no pile 'Z9'"),
    (changed(r"^1\. P1: ", "1. P1: hello "), None, 8, "CARD>PILE"),
    (changed(r"^1\. P1: ", "1. P1: ... "), None, 12, "the end of the turn"),
    (changed(r"^2\. ", "3. "), None, 1, "turn 2"),
    (changed(r"^1\. P1: ", "- P1 shout A1\n1. P1: "), None, 6, "keep_off"),
    (changed(r"^1\. P1: ", "- P1 keep_off Z\n1. P1: "), None, 6, "no pile 'Z'"),
    (changed(r"^1\. P1: ", "- P1 holds TEN\n1. P1: "), None, 6, "one of STOP"),
    (changed(r"^1\. P1: ", "what\n1. P1: "), None, 1, "'1. P1: 35>A1"),
    (changed("^players: 2", "players: 2\nbots: greedy"), 4, 7, "P2=greedy"),
    (changed("^players: 2", "players: 2\nbots: P9=greedy"), 4, 7, "P1 to P2"),
    (changed("^drawn_by: lot", "drawn_by: cat"), 6, 11, "lot"),
]


@pytest.mark.parametrize(("text", "line", "column", "expected"), SYNTAX_ERRORS)
def test_a_syntax_error_points_at_the_place(
    text: str, line: int | None, column: int, expected: str
) -> None:
    with pytest.raises(RecordSyntaxError) as caught:
        parse_record(text)
    error = caught.value
    assert expected in error.expected
    assert error.column == column
    if line is not None:
        assert error.line == line
    assert str(error).startswith(f"line {error.line}, column {column}: expected ")


NO_NAMES = changed("^names: .*\n", "")


def test_a_missing_header_is_named() -> None:
    with pytest.raises(RecordSyntaxError, match="expected a header 'names: …'"):
        parse_record(NO_NAMES)


REMARK = r'{"type": "remark", "text": "hm\n1. P1: concede"}'
WRONG_JSON = [
    ('"version": 1', '"version": 2', "version", "$.version"),
    ('"players": 2', '"players": 9', "players", "$.players"),
    ('"game": "original"', '"game": "poker"', "no game", "$.game"),
    ('"starter": 1', '"starter": 1, "options": {"talk": "loud"}', "talk", "$.options.talk"),
    ('"deal": [\n  [', '"deal": [\n  [99, ', "99", "$.deal"),
    ('"starter": 1', '"starter": 7', "seat 7", "$"),
    ('"seat": 1', '"seat": 5', "seat 5", "$"),
    ('"type": "turn"', '"type": "turm"', "turm", "$.entries[0].type"),
    ('"entries": [', f'"entries": [{REMARK},', "is not one line", "$.entries"),
    ('"seat": 1,', '"seat": 1, "comment": "a\\u2028b",', "is not one line", "$.entries"),
    ('"bot 1"', '"bot 1 "', "'bot 1 ' begins or ends with a space", "$.names"),
    ('"bot 1"', '"bot | 1"', "characters without |", "$.names"),
    ('"starter": 1', '"starter": 1, "bots": {"P1": "a\\nb"}', "not a seat and a bot", "$.bots"),
    ("{", "[", "JSON", "$"),
]


def told_in(language: str, error: RecordSyntaxError) -> str:
    assert error.fault is not None
    where = {"line": error.line, "column": error.column, "found": error.found}
    return Texts(language)(f"refusal.RECORD.{error.fault}", **where, **error.details)


def test_every_fault_of_a_record_is_told_in_every_language() -> None:
    """No sentence misses a detail, and none is the same in two languages."""
    met: set[Fault] = set()
    texts = [text for text, *_ in SYNTAX_ERRORS] + [NO_NAMES]
    texts += [record_to_json(RECORD).replace(old, new, 1) for old, new, _, _ in WRONG_JSON]
    for text in texts:
        with pytest.raises(RecordSyntaxError) as caught:
            (record_from_json if text.startswith(("{", "[")) else parse_record)(text)
        error = caught.value
        assert error.fault is not None
        met.add(error.fault)
        told = [told_in(language, error) for language in LANGUAGES]
        assert len(set(told)) == len(LANGUAGES)
        assert all(str(detail) in one for one in told for detail in error.details.values())
    assert met == set(Fault)


def test_a_layout_in_json_has_a_known_name() -> None:
    text = record_to_json(played("extreme"))
    with pytest.raises(RecordSyntaxError, match="'odd' is not one of even, custom"):
        record_from_json(text.replace('"name": "even"', '"name": "odd"'))


FIRST = RECORD.turns[0].placements[0].card


@pytest.mark.parametrize(
    ("text", "turn", "code", "rule"),
    [
        (changed(rf"^1\. P1: {FIRST}>", f"1. P1: {FIRST}>D1 {FIRST}>"), 1, "NOT_IN_HAND", "G-8"),
        (changed(r"^1\. P1: .*", f"1. P1: {FIRST}>A1"), 1, "MINIMUM", "G-7"),
        (changed(r"^2\. P2: ", "2. P1: "), 2, "WRONG_SEAT", "G-6"),
        (changed(r"^(1\. P1: .*)", r"\1 ..."), 2, "TURN_OPEN", "G-16"),
        (changed(r"^2\. P2: ", "- P1 keep_off A1 after 9\n2. P2: "), 2, "SIGNAL_LATE", "G-23"),
        (TEXT + "- P1 keep_off A1 after 1\n", len(RECORD.turns) + 1, "SIGNAL_LATE", "G-23"),
        (changed("^result: lost .*", "result: won 0 CLEARED P1 for P1 P2"), None, "RESULT", "G-20"),
        (changed("^result: lost .*", "result: open"), None, "RESULT", "G-20"),
        (TEXT + f"{len(RECORD.turns) + 1}. P1: 5>A1\n", len(RECORD.turns) + 1, "TURN_OVER", "G-19"),
    ],
)
def test_a_tampered_record_is_refused_with_turn_and_rule(
    text: str, turn: int | None, code: str, rule: str
) -> None:
    with pytest.raises(ReplayError) as caught:
        verify_record(parse_record(text))
    error = caught.value
    assert error.code == code
    assert rule in error.rule
    assert error.rule in str(error)
    if turn is not None:
        assert error.turn == turn


def test_swapping_two_cards_of_the_deal_is_noticed() -> None:
    deck = list(RECORD.decks[0])
    deck[0], deck[-1] = deck[-1], deck[0]
    text = format_record(replace(RECORD, decks=(tuple(deck),)))
    with pytest.raises(ReplayError, match="NOT_IN_HAND"):
        verify_record(parse_record(text))


@pytest.mark.parametrize(("old", "new", "told", "place"), WRONG_JSON)
def test_wrong_json_is_a_clear_error(old: str, new: str, told: str, place: str) -> None:
    text = record_to_json(RECORD)
    assert old in text
    with pytest.raises(RecordSyntaxError) as caught:
        record_from_json(text.replace(old, new, 1))
    assert told in str(caught.value)
    assert caught.value.details["place"] == place


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("poker hands=2 deck=?5", 1, "there is no game"),
        ("original hands=2 deck=?5 colour=red", 26, "one of players"),
        ("original hands=2 deck=?5 deck=?6", 26, "deck= only once"),
        ("original deck=?5", 1, "hands="),
        ("original hands=2", 1, "deck="),
        ("original hands=x deck=?5", 16, "cards are numbers"),
        ("original hands=100 deck=?5", 16, "cards from 2 to 99"),
        ("original hands=5,5 deck=?5", 16, "not 5 twice"),
        ("original hands=5 deck=6,5", 23, "not 5 twice"),
        ("original hands=? deck=?5", 16, "?N"),
        ("original hands=5 deck=?500", 23, "at most 98"),
        ("original players=3 hands=5|6 deck=?5", 26, "3 part(s)"),
        ("original hands=5 deck=?5 piles=1,2", 32, "4 numbers"),
        ("original hands=5 deck=?5 piles=0,1,100,100", 32, "1 or a card"),
        ("original hands=5 deck=?5 to=P2", 29, "a seat, P1"),
        ("original hands=5 deck=?5 min=x", 30, "a number"),
        ("original hands=5 deck=?5 laid=5>Z", 31, "no pile 'Z'"),
        ("original hands=5 deck=?5 laid=500>A1,6>A1", 31, "cards from 2 to 99"),
        ("original hands=5 deck=?5 signals=P1:keep:A1", 34, "keep_off"),
        ("original hands=5 deck=?5 talk=loud", 31, "is not one of"),
        ("extreme hands=5 deck=?5 layout=odd", 32, "even, custom"),
    ],
)
def test_a_wrong_position_points_at_the_word(line: str, column: int, expected: str) -> None:
    with pytest.raises(RecordSyntaxError) as caught:
        parse_position(line)
    assert expected in caught.value.expected
    assert caught.value.column == column
