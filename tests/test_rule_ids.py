"""Every rule of the rules pages is cited by code and by a test or vector."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import tenback

ROOT = Path(__file__).parents[1]
SOURCE = Path(tenback.__file__).parent
PAGES = sorted((ROOT / "docs" / "games").glob("*.md"))

RULE = re.compile(r"\b([GXDABCE])-(\d+)(?:\.\.(\d+))?\b")
#: A row of a table that states rules: "| G-13 | …", "| D-8 D-9 | …".
ROW = re.compile(r"^\| ((?:[GXDABCE]-\d+ )+)\|", re.MULTILINE)
#: What a page says of rules that no program can enforce.
LEFT_TO_PLAYERS = re.compile(r"^Left to the players: (.*)$", re.MULTILINE)


def cited(text: str) -> set[str]:
    """Return the rules that a text names; "D-11..13" names three."""
    return {
        f"{letter}-{number}"
        for letter, first, last in RULE.findall(text)
        for number in range(int(first), int(last or first) + 1)
    }


def cited_in(files: Iterable[Path]) -> set[str]:
    return set[str]().union(*(cited(file.read_text(encoding="utf-8")) for file in files))


def stated() -> set[str]:
    rows = (row for page in PAGES for row in ROW.findall(page.read_text(encoding="utf-8")))
    return {rule for row in rows for rule in row.split()}


STATED = stated()
LEFT = {
    rule
    for page in PAGES
    for line in LEFT_TO_PLAYERS.findall(page.read_text(encoding="utf-8"))
    for rule in cited(line)
}


def test_the_pages_state_all_rules() -> None:
    assert len(STATED) >= 110
    for letter, last in {"G": 24, "X": 23, "D": 20}.items():
        assert {f"{letter}-{number}" for number in range(1, last + 1)} <= STATED


def test_every_rule_is_cited_by_code() -> None:
    assert STATED - LEFT - cited_in(SOURCE.rglob("*.py")) == set()


def test_every_rule_is_cited_by_a_test_or_a_vector() -> None:
    tests = [file for file in (ROOT / "tests").rglob("*") if file.suffix in (".py", ".jsonl")]
    tests.remove(Path(__file__))
    assert STATED - LEFT - cited_in(tests) == set()


@pytest.mark.parametrize("where", ["src/tenback", "tests"])
def test_no_rule_is_cited_that_no_page_states(where: str) -> None:
    files = [file for file in (ROOT / where).rglob("*") if file.suffix in (".py", ".md")]
    assert cited_in(files) - STATED == set()
