"""Read a table of a language pack: words, patterns, and words by number, with clear errors."""

import re
from collections.abc import Iterable, Mapping
from typing import cast

from tenback.rules.guard.folding import fold
from tenback.rules.guard.patterns import FragmentError, expand

__all__ = ["TableReader"]

_FOLDED = re.compile(r"[a-z]+(?: [a-z]+)*")


class TableReader:
    """One table of the data; every value is folded, and ``verify_read`` finds unknown keys."""

    def __init__(
        self,
        name: str,
        data: Mapping[str, object],
        fragments: Mapping[str, str | list[str]] | None = None,
    ) -> None:
        self._name = name
        self._data = data
        self._read: set[str] = set()
        self._fragments = fragments or {}
        if "fragments" in data:
            table = self.table("fragments")
            self._fragments = {key: table._fragment(key) for key in table._data}

    def has(self, key: str) -> bool:
        """Whether there is such a key; for those that may be left out."""
        return key in self._data

    def verify_read(self) -> None:
        """Raise a ValueError for a key that nothing asked for."""
        unknown = sorted(self._data.keys() - self._read)
        if unknown:
            known = ", ".join(sorted(self._read))
            raise self._error(unknown[0], f"there is no such key; there are {known}")

    def table(self, key: str) -> "TableReader":
        """Return a table within this one; it may use the fragments of this one."""
        value = self._value(key)
        if not isinstance(value, dict):
            raise self._error(key, f"{value!r} is not a table")
        return TableReader(f"{self._name}.{key}", cast("dict[str, object]", value), self._fragments)

    def tables(self, key: str) -> "dict[str, TableReader]":
        """Return the tables within a table, by name."""
        table = self.table(key)
        return {name: table.table(name) for name in table._data}

    def words(self, key: str) -> frozenset[str]:
        """Return words that are separated by spaces."""
        return self._folded_words(key, self._text(key).split())

    def phrases(self, key: str) -> frozenset[str]:
        """Return a list of phrases."""
        return self._folded_words(key, self._texts(key))

    def patterns(self, key: str) -> tuple[str, ...]:
        """Return a list of patterns, with their fragments put in."""
        try:
            return tuple(expand(_fold(text), self._fragments) for text in self._texts(key))
        except FragmentError as error:
            raise self._error(key, str(error)) from None

    def numbers(self, key: str) -> dict[str, int]:
        """Return a table of words with a number each."""
        table = self.table(key)
        return {table._folded_word(word, word): table._number(word) for word in table._data}

    def word_lists(self, key: str) -> dict[str, frozenset[str]]:
        """Return a table of words with other words each; it may be left out."""
        if not self.has(key):
            return {}
        table = self.table(key)
        return {table._folded_word(word, word): table.words(word) for word in table._data}

    def by_number(self, key: str, numbers: Iterable[int]) -> dict[int, frozenset[str]]:
        """Return a table of the words for each of the numbers."""
        table = self.table(key)
        by_number = {number: table.words(str(number)) for number in numbers}
        table.verify_read()
        return by_number

    def _value(self, key: str) -> object:
        self._read.add(key)
        if key not in self._data:
            raise self._error(key, "it is missing")
        return self._data[key]

    def _text(self, key: str) -> str:
        value = self._value(key)
        if not isinstance(value, str):
            raise self._error(key, f"{value!r} is not a text")
        return value

    def _texts(self, key: str) -> list[str]:
        value = self._value(key)
        if not isinstance(value, list):
            raise self._error(key, f"{value!r} is not a list of texts")
        texts = cast("list[object]", value)
        if not all(isinstance(text, str) for text in texts):
            raise self._error(key, "not every item of the list is a text")
        return cast("list[str]", texts)

    def _number(self, key: str) -> int:
        value = self._value(key)
        if not isinstance(value, int):
            raise self._error(key, f"{value!r} is not a number")
        return value

    def _fragment(self, key: str) -> str | list[str]:
        if isinstance(self._value(key), str):
            return _fold(self._text(key))
        return [_fold(text) for text in self._texts(key)]

    def _folded_words(self, key: str, words: Iterable[str]) -> frozenset[str]:
        return frozenset(self._folded_word(key, word) for word in words)

    def _folded_word(self, key: str, word: str) -> str:
        folded = _fold(word)
        if not _FOLDED.fullmatch(folded):
            raise self._error(key, f"{word!r} is not made of small letters")
        return folded

    def _error(self, key: str, message: str) -> ValueError:
        return ValueError(f"{self._name}.{key}: {message}")


def _fold(text: str) -> str:
    """Fold accents and ligatures as talk is folded; a pattern keeps its capitals."""
    return fold(text).cased
