"""Layouts for a ruleset: a name, a mapping, a file, a layout; and nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest

import tenback
from tenback.records import layout_from_seed, record_from_json, record_to_json
from tenback.records.layouts import LAYOUT_NAMES
from tenback.rules import EVEN, CardCommand, Layout, RulesetError
from tenback.table.use_cases.opening import TableOpened

FULL = {command.value: list(EVEN.numbers(command)) for command in CardCommand}
OTHER = {**FULL, "STOP": [2, 3, 5, 6]}


def built(layout: Any, **rest: Any) -> Layout:
    return tenback.build_ruleset("extreme", layout=layout, **rest).layout


def test_a_name() -> None:
    assert built("even") is EVEN
    assert built(None) is EVEN
    assert built("random", seed=3) == layout_from_seed(3)
    assert LAYOUT_NAMES == ("even", "random")


def test_without_a_seed_random_is_drawn_anew() -> None:
    drawn = built("random")
    assert drawn.name == "random"
    assert len(drawn.as_mapping()) == 28
    assert len({built("random").by_card for _ in range(5)}) > 1


def test_a_mapping() -> None:
    assert built(OTHER).numbers("STOP") == (2, 3, 5, 6)
    assert built(EVEN.as_mapping()).by_card == EVEN.by_card
    assert built(layout_from_seed(1).as_mapping()).by_card == layout_from_seed(1).by_card


def test_a_layout() -> None:
    partial = Layout.partial({30: CardCommand.SKULL})
    assert built(partial) is partial


@pytest.mark.parametrize("kind", [str, Path])
def test_a_file(kind: Any, tmp_path: Path) -> None:
    file = tmp_path / "extreme.json"
    file.write_text(json.dumps(OTHER), encoding="utf-8")
    assert built(kind(file)).numbers("STOP") == (2, 3, 5, 6)


def test_a_game_with_it_can_be_played() -> None:
    rules = tenback.build_ruleset("extreme", 2, layout="random", seed=1)
    start = tenback.State.deal(rules, tenback.deal_from_seed(rules, 1)).start(0)
    assert tenback.play_out(start, [tenback.create_bot("greedy")] * 2).outcome is not None


@pytest.mark.parametrize(
    ("layout", "told"),
    [
        ("nowhere.json", "'nowhere.json' is not even, random or a file that can be read"),
        ("evn", "'evn' is not even, random or a file"),
        ("", "is not even, random or a file"),
        ("a\0b", "is not even, random or a file"),
        (Path("nowhere.json"), "No such file"),
        (FULL | {"STOP": [4]}, "STOP has 1 numbers, it needs 4"),
        (FULL | {"STOP": 4}, "STOP has 4, it needs 4 numbers"),
        (FULL | {"HALT": [2, 3, 5, 6]}, "unknown command 'HALT'"),
        ({}, "no numbers for STOP"),
        ({4: "STOP"}, "STOP has 1 numbers"),
        ({4: "HALT"}, "unknown command 'HALT'"),
        (3, "3 is not even, random, a mapping like"),
        ([FULL], "is not even, random, a mapping like"),
        (True, "True is not even"),
    ],
)
def test_the_rest_is_refused_at_once(layout: Any, told: str) -> None:
    with pytest.raises(RulesetError, match=told) as caught:
        built(layout)
    assert caught.value.field == "layout"


def test_a_bad_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "extreme.json"
    for text, told in (
        ("[]", r"is not like \{"),
        (json.dumps(FULL | {"STOP": [4, 4, 52, 76]}), "extreme.json: number 4 is named twice"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(RulesetError, match=told):
            built(file)


def test_other_games_have_no_commands() -> None:
    with pytest.raises(RulesetError, match="original has no command cards"):
        tenback.build_ruleset("original", layout="even")


# Options that a game no longer offers


def test_an_old_record_may_name_an_option_that_changed_nothing() -> None:
    rules = tenback.build_ruleset("original", 2, starter=0)
    record = tenback.GameRecord(rules, tenback.deal_from_seed(rules, 1), 0, ("Ann", "Bob"))
    text = tenback.format_record(record)
    old = text.replace("players: 2", "players: 2\nshort_hand: clamp")
    assert old != text
    assert tenback.parse_record(old) == record
    packed = record_to_json(record).replace(
        '"players": 2,', '"players": 2, "options": {"short_hand": "clamp"},'
    )
    assert record_from_json(packed) == record
    opened = TableOpened("original", 2, {"short_hand": "clamp"})
    assert opened.rules == tenback.build_ruleset("original", 2)
    line = "original short_hand=clamp hands=5,6,7 deck=?4"
    assert tenback.parse_position(line) == tenback.parse_position(
        line.replace("short_hand=clamp ", "")
    )
