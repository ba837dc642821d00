"""The words that a language gives the guard: read and folded, or refused with a clear message."""

from copy import deepcopy
from typing import Any

import pytest

from tenback.rules.guard import Guard, read_words
from tenback.texts import LANGUAGES, guard_tables


def english() -> dict[str, Any]:
    return deepcopy(guard_tables("en"))


@pytest.mark.parametrize(
    ("table", "key", "value", "told"),
    [
        ("numbers", "ones", None, "guard.numbers.ones: it is missing"),
        ("numbers", "ones", ["one"], r"guard.numbers.ones: \['one'\] is not a text"),
        ("numbers", "ones", "one 1", "guard.numbers.ones: '1' is not made of small letters"),
        ("numbers", "twos", "two", "guard.numbers.twos: there is no such key; there are"),
        ("numbers", "counted", {"2": "two"}, "guard.numbers.counted.3: it is missing"),
        ("numbers", "counted", "two", "guard.numbers.counted: 'two' is not a table"),
        ("counts", "cards", "cards", "guard.counts.cards: 'cards' is not a list of texts"),
        ("counts", "cards", [1], "guard.counts.cards: not every item of the list is a text"),
        ("counts", "about", {"dozen": "12"}, "guard.counts.about.dozen: '12' is not a number"),
        ("phrases", "sums", ["{nowhere}"], r"guard.phrases.sums: there is no fragment \{nowhere\}"),
        ("phrases", "fragments", {"command": "{command}"}, r"\{command\} is made of itself"),
        ("hints", "more", [], "guard.hints.more: there is no such key; there are"),
    ],
)
def test_a_mistake_is_named(table: str, key: str, value: object, told: str) -> None:
    tables = english()
    if value is None:
        del tables[table][key]
    else:
        tables[table][key] = value
    with pytest.raises(ValueError, match=told):
        read_words(tables)


def test_a_missing_table_is_named() -> None:
    tables = english()
    del tables["hints"]
    with pytest.raises(ValueError, match=r"guard\.hints: it is missing"):
        read_words(tables)


def test_a_pattern_that_is_none_is_shown() -> None:
    tables = english()
    tables["hints"]["hints"].append("(my card")
    with pytest.raises(ValueError, match=r"\(my card.* is not a pattern: missing \)"):
        Guard([read_words(tables)])


def test_a_fragment_stands_for_its_alternatives_and_may_hold_others() -> None:
    tables = english()
    tables["hints"]["fragments"] |= {"blue": ["navy", "{sky} blue"], "sky": "(?:light|pale)"}
    tables["hints"]["hints"] = ["a {blue} card on {ascending}"]
    judge = Guard([read_words(tables)]).judge
    for text in ("a navy card on A1", "a pale blue card on a2"):
        assert judge(text, hints_allowed=False) is not None, text
    for text in ("a blue card on A1", "a navy card on D1"):
        assert judge(text, hints_allowed=False) is None, text


def test_words_may_be_written_with_their_accents() -> None:
    tables = english()
    tables["numbers"]["numbers"] += " zweiundfünfzig"
    judge = Guard([read_words(tables)]).judge
    assert judge("Zweiundfunfzig", hints_allowed=True) is not None
    assert judge("zweiundfünfzig", hints_allowed=True) is not None


def test_a_spelling_with_variants_is_read_in_each() -> None:
    counted = read_words(guard_tables("de")).numbers.counted
    assert counted[25] == {"funfundzwanzig", "fuenfundzwanzig"}
    assert counted[32] == {
        two + "und" + thirty
        for two in ("zwei", "zwo")
        for thirty in ("dreissig", "dreisig", "dreizig", "dreibig")
    }


def test_a_guard_knows_the_languages_it_was_given() -> None:
    judge = Guard([read_words(guard_tables("en"))]).judge
    assert judge("thirty", hints_allowed=True) is not None
    assert judge("trente", hints_allowed=True) is None
    assert judge("30", hints_allowed=True) is not None


def test_a_guard_of_no_language_reads_digits_alone() -> None:
    judge = Guard([]).judge
    assert judge("thirty, trente, dreißig", hints_allowed=False) is None
    assert judge("I can jump back", hints_allowed=False) is None
    assert judge("it is 35", hints_allowed=False) is not None
    assert judge("XXXV", hints_allowed=False) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_can_be_read_alone(language: str) -> None:
    words = read_words(guard_tables(language))
    judge = Guard([words]).judge
    for spellings in words.numbers.counted.values():
        assert all(judge(word, hints_allowed=True) for word in spellings)
