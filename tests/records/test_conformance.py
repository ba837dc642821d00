"""The rule vectors pass, and the checker notices what is wrong."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tenback.records.conformance import Case, Expected, VectorFormatError, check_case, load_cases

VECTORS = Path(__file__).with_name("vectors.jsonl")
#: The publisher's sheets, sentence by sentence; an id begins with the number of the sheet.
SHEETS = Path(__file__).with_name("sheets.jsonl")


@pytest.mark.parametrize("case", load_cases(VECTORS), ids=lambda case: case.id)
def test_public_vector(case: Case) -> None:
    assert check_case(case) == []


@pytest.mark.parametrize("case", load_cases(SHEETS), ids=lambda case: case.id)
def test_the_sheets_sentence_by_sentence(case: Case) -> None:
    assert check_case(case) == []


def broken(**expected: Any) -> list[str]:
    """Return the differences found when a passing case is given another expectation."""
    line = json.loads(VECTORS.read_text(encoding="utf-8").splitlines()[0])
    line["expect"] |= expected
    return check_case(msgspec.convert(line, Case))


@pytest.mark.parametrize(
    "expected",
    [
        {"result": "loss"},
        {"draw": 3},
        {"hand_after": 3},
        {"next_minimum": 1},
        {"score": 5},
        {"cause": "SKULL"},
        {"blocked": True},
        {"doomed": True},
        {"replies": ["no:VALUE", "ok", "ok"]},
    ],
)
def test_a_wrong_expectation_is_noticed(expected: dict[str, Any]) -> None:
    (difference,) = broken(**expected)
    assert next(iter(expected)) in difference or "expected no:VALUE" in difference


def test_a_probe_plays_nothing() -> None:
    case = Case(id="p", game="original", hand=[40, 41], expect=Expected(blocked=False))
    case.piles, case.do, case.probe = {"A1": 50}, ["41>A1"], True
    assert check_case(case) == []


def test_an_option_that_the_game_does_not_read_changes_nothing() -> None:
    case = Case(id="o", game="duel", hand=[10, 11], expect=Expected(blocked=False), probe=True)
    case.options = {"expert_minimum": True, "talk": "nsv"}
    assert check_case(case) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("not json", "line 1"),
        ('{"id": "x"}', "line 1"),
        ('{"id": "x", "game": "poker", "hand": [], "expect": {}}', "no game"),
        ('{"id": "x", "game": "original", "hand": [5], "expect": {"result": "draw"}}', "draw"),
        ('{"id": "x", "game": "original", "hand": [5], "expect": {}, "surprise": 1}', "surprise"),
        ('{"id": "x", "game": "original", "hand": [100], "expect": {}}', "100"),
        ('{"id": "x", "game": "original", "hand": [5], "do": ["5>Z"], "expect": {}}', "Z"),
        ('{"id": "x", "game": "original", "hand": [5], "options": {"x": 1}, "expect": {}}', "x"),
        ('{"id": "x", "game": "extreme", "hand": [5], "commands": {"5": "X"}, "expect": {}}', "X"),
        ('{"id":"x","game":"original","hand":[5],"do":["end"],"expect":{"replies":[]}}', "0 repl"),
        ('{"id":"x","game":"original","hand":[5],"deck":9999999999,"expect":{}}', "0 to 99"),
        ("", "no case"),
    ],
)
def test_a_file_in_another_format_is_refused(tmp_path: Path, line: str, told: str) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(VectorFormatError, match=told):
        load_cases(file)
