"""Number words that are spelled wrong, by haste or on purpose."""

import re
from collections.abc import Sequence

from tenback.rules.guard.lexicon import LONGEST
from tenback.rules.guard.words import NumberWords

__all__ = ["Misspellings"]

_REPEAT = re.compile(r"(.)\1+")


class Misspellings:
    """The number words of some languages, each with a letter drawn out or wrong.

    Only long words are read with a letter wrong; a short one could be another word. The few long
    ones that could are listed.
    """

    def __init__(self, languages: Sequence[NumberWords]) -> None:
        numbers = frozenset[str]().union(*(words.numbers for words in languages))
        long = frozenset[str]().union(*(words.long for words in languages))
        self._innocent = frozenset[str]().union(
            *(words.ordinary | words.not_misspelled for words in languages)
        )
        self._squeezed = frozenset(map(_squeeze, numbers))
        self._shortened = frozenset[str]().union(*map(_without_a_letter, long))
        self._long_or_shortened = long | self._shortened

    def has(self, word: str) -> bool:
        """Whether a word is a number drawn out (`fiiive`) or with a letter wrong (`thrity`)."""
        if word in self._innocent or len(word) > LONGEST:
            return False
        squeezed = _squeeze(word)
        if squeezed != word and squeezed in self._squeezed:
            return True
        # Two words differ in about one letter when they agree after each has lost one.
        return word in self._shortened or not self._long_or_shortened.isdisjoint(
            _without_a_letter(word)
        )


def _squeeze(word: str) -> str:
    return _REPEAT.sub(r"\1", word)


def _without_a_letter(word: str) -> frozenset[str]:
    return frozenset(word[:place] + word[place + 1 :] for place in range(len(word)))
