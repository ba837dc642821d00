"""The grammar of each language: plurals, lists, elision, numbers."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from tenback.texts import LANGUAGES, Texts, catalogue
from tenback.texts.folders import read
from tenback.texts.grammar import grammar

#: What each language gives as examples of its grammar; the client's tests read the same files.
EXAMPLES: dict[str, dict[str, Any]] = {
    language: json.loads(read(language, "examples.json")) for language in LANGUAGES
}

#: Placeholders that stand for people.
PEOPLE = ("name", "names", "choice", "absent")


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms(language: str) -> None:
    forms = EXAMPLES[language]["plural"]
    assert {count: grammar(language).form_of(int(count)) for count in forms} == forms
    assert set(forms.values()) == {"other", *grammar(language).plural}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_count_chooses_the_form(language: str) -> None:
    turns = EXAMPLES[language]["turns"]
    texts = Texts(language)
    assert {count: texts("show.turns", count=int(count)) for count in turns} == turns
    assert {"0", "1", "2"} <= turns.keys()


def test_a_form_that_is_not_written_is_the_plural() -> None:
    assert Texts("fr")("show.turns", count=1_000_000) == "1000000 tours."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["and", "or", "row"])
def test_lists(language: str, kind: Any) -> None:
    items = ["A", "B", "C", "D"]
    found = [grammar(language).listed(items[:count], kind) for count in range(1, 5)]
    assert found == EXAMPLES[language]["list"][kind]


def test_an_item_stays_as_it_is() -> None:
    assert grammar("en").listed(["{1}", "{0}", "{name}"]) == "{1}, {0} and {name}"
    assert grammar("fr").listed([]) == ""


@pytest.mark.parametrize(
    ("language", "sentence", "name", "filled"),
    [(language, *case) for language in LANGUAGES for case in EXAMPLES[language]["elision"]],
)
def test_elision(language: str, sentence: str, name: str, filled: str) -> None:
    assert grammar(language).elide(sentence, {"name": name}).format(name=name) == filled


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_that_elides_shows_it(language: str) -> None:
    shown = {
        sentence.format(name=name) != filled
        for sentence, name, filled in EXAMPLES[language]["elision"]
    }
    assert shown == ({True, False} if grammar(language).elided else {False})


@pytest.mark.parametrize(
    ("name", "told"),
    [("Ana", "Au tour d’Ana"), ("Ben", "Au tour de Ben"), ("Hugo", "Au tour d’Hugo")],
)
def test_whose_turn_it_is(name: str, told: str) -> None:
    assert Texts("fr")("web.turn.of", name=name) == told


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers(language: str) -> None:
    texts, examples = Texts(language), EXAMPLES[language]["number"]
    assert examples == {
        "1234567": texts.number(1234567),
        "1234.5": texts.number(1234.5, 1),
    }


def test_a_rule_that_cannot_be_read_is_an_error() -> None:
    broken = replace(grammar("en"), plural={"one": "n is 1"})
    with pytest.raises(ValueError, match="'n is 1' is not a relation"):
        broken.form_of(1)
