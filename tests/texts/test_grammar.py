"""The grammar of each language: plurals, lists, elision, numbers."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tenback.texts import Texts, catalogue
from tenback.texts.grammar import grammar

#: Sentence, name, result; the client's tests read the same file.
ELISIONS = json.loads(Path(__file__).with_name("elision.json").read_text(encoding="utf-8"))

#: Placeholders that stand for people.
PEOPLE = ("name", "names", "choice", "absent")


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {0: "other", 1: "one", 2: "other", 11: "other", 1_000_000: "other"}),
        ("fr", {0: "one", 1: "one", 2: "other", 21: "other", 1_000_000: "many"}),
        ("de", {0: "other", 1: "one", 2: "other", 21: "other", 1_000_000: "other"}),
    ],
)
def test_plural_forms(language: str, forms: dict[int, str]) -> None:
    assert {count: grammar(language).form_of(count) for count in forms} == forms


def test_a_form_that_is_not_written_is_the_plural() -> None:
    assert Texts("fr")("show.turns", count=1_000_000) == "1000000 tours."


@pytest.mark.parametrize(
    ("language", "kind", "joined"),
    [
        ("en", "and", ["A", "A and B", "A, B and C", "A, B, C and D"]),
        ("en", "or", ["A", "A or B", "A, B or C", "A, B, C or D"]),
        ("fr", "and", ["A", "A et B", "A, B et C", "A, B, C et D"]),
        ("fr", "or", ["A", "A ou B", "A, B ou C", "A, B, C ou D"]),
        ("fr", "row", ["A", "A\u00a0; B", "A\u00a0; B\u00a0; C", "A\u00a0; B\u00a0; C\u00a0; D"]),
        ("de", "and", ["A", "A und B", "A, B und C", "A, B, C und D"]),
        ("de", "or", ["A", "A oder B", "A, B oder C", "A, B, C oder D"]),
    ],
)
def test_lists(language: str, kind: str, joined: list[str]) -> None:
    items = ["A", "B", "C", "D"]
    found = [grammar(language).listed(items[:count], kind) for count in range(1, 5)]  # type: ignore[arg-type] # one of the three
    assert found == joined


def test_an_item_stays_as_it_is() -> None:
    assert grammar("en").listed(["{1}", "{0}", "{name}"]) == "{1}, {0} and {name}"
    assert grammar("fr").listed([]) == ""


@pytest.mark.parametrize(("sentence", "name", "filled"), ELISIONS)
def test_elision(sentence: str, name: str, filled: str) -> None:
    assert grammar("fr").elide(sentence, {"name": name}).format(name=name) == filled


@pytest.mark.parametrize(
    ("name", "told"),
    [("Ana", "Au tour d’Ana"), ("Ben", "Au tour de Ben"), ("Hugo", "Au tour d’Hugo")],
)
def test_whose_turn_it_is(name: str, told: str) -> None:
    assert Texts("fr")("web.turn.of", name=name) == told


def test_only_french_elides() -> None:
    for language in ("en", "de"):
        assert grammar(language).elide("de {name}", {"name": "Ana"}) == "de {name}"


def test_no_word_before_a_name_would_have_to_elide_and_cannot() -> None:
    known = grammar("fr").elided
    elidable = {"le", "la", "je", "me", "te", "se", "ce", "ne", "de", "que", "jusque", "lorsque"}
    before = re.compile(rf"(\w+) \{{(?:{'|'.join(PEOPLE)})\}}")
    used = {
        found[1].lower()
        for sentence in catalogue("fr").values()
        for found in before.finditer(sentence)
    }
    assert "de" in used
    assert used & elidable <= known.keys()


@pytest.mark.parametrize(
    ("language", "whole", "part"),
    [
        ("en", "1,234,567", "1,234.5"),
        ("fr", "1\u202f234\u202f567", "1\u202f234,5"),
        ("de", "1.234.567", "1.234,5"),
    ],
)
def test_numbers(language: str, whole: str, part: str) -> None:
    assert Texts(language).number(1234567) == whole
    assert Texts(language).number(1234.5, 1) == part


def test_a_rule_that_cannot_be_read_is_an_error() -> None:
    broken = replace(grammar("en"), plural={"one": "n is 1"})
    with pytest.raises(ValueError, match="'n is 1' is not a relation"):
        broken.form_of(1)
