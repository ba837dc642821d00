"""Sentences for people, in several languages: one catalogue for every interface.

A language is a folder in ``languages/``; ``docs/adding-a-language.md`` tells what is in it. Its
catalogue is a flat JSON file, key -> sentence with ``{placeholders}``. Where the number of things
matters, a key has the forms ``key.one`` and ``key.other``, chosen by ``count``. What a sentence
needs beyond that (lists, elision, plural rules) is the language's ``grammar``.
"""

import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

from tenback.texts.folders import DEFAULT_LANGUAGE, LANGUAGES, read
from tenback.texts.grammar import grammar

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "Texts",
    "guard_tables",
    "language_name",
    "language_of_locale",
    "rules_text",
]


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Read the catalogue of a language."""
    return json.loads(read(language, "catalogue.json"))


def language_name(language: str) -> str:
    """Return the name of a language in the language itself."""
    return json.loads(read(language, "language.json"))["name"]


def rules_text(game: str, language: str) -> str:
    """Read the rules of a game in our own words."""
    return read(language, "rules", f"{game}.md")


def guard_tables(language: str) -> dict[str, object]:
    """Read what a language tells the guard of talk: number words, counts, phrases, hints."""
    return {
        name: tomllib.loads(read(language, "guard", f"{name}.toml"))
        for name in ("numbers", "counts", "phrases", "hints")
    }


def language_of_locale(environment: Mapping[str, str] = os.environ) -> str:
    """Choose the language from the locale variables, in the order the C library reads them."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value:
            language = re.split(r"[_.@-]", value.casefold(), maxsplit=1)[0]
            return language if language in LANGUAGES else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


class Texts:
    """The sentences of one language."""

    def __init__(self, language: str = DEFAULT_LANGUAGE) -> None:
        self.language = language
        self._sentences = catalogue(language)
        self._grammar = grammar(language)

    def has(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return key in self._sentences

    def __call__(self, key: str, **details: object) -> str:
        """Return the sentence with its placeholders filled; a key without one is a KeyError.

        >>> Texts("en")("score.left", count=1)
        'Score: 1 card left.'
        """
        sentence = self._sentences.get(key)
        count = details.get("count")
        if sentence is None and isinstance(count, int):
            form = self._sentences.get(f"{key}.{self._grammar.form_of(count)}")
            sentence = form or self._sentences.get(f"{key}.other")
        if sentence is None:
            raise KeyError(f"no sentence {key!r} in the catalogue {self.language!r}")
        return self._grammar.elide(sentence, details).format(**details)

    def listed(self, items: Iterable[str], kind: Literal["and", "or", "row"] = "and") -> str:
        """Join a list as the language does."""
        return self._grammar.listed(tuple(items), kind)

    def number(self, value: float, digits: int = 0) -> str:
        """Write a number with the language's own signs."""
        return self._grammar.number(value, digits)

    def words(self, key: str) -> tuple[str, ...]:
        """Return a list of words that the catalogue separates by commas."""
        return tuple(word.strip() for word in self(key).split(","))
