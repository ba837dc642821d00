"""Number words that are spelled wrong, by haste or on purpose."""

import re

from tenback.rules.guard.lexicon import LONGEST, NUMBERS, ORDINARY
from tenback.rules.guard.wordlist import word_set

__all__ = ["is_misspelled_number"]

# Long enough that a word with one letter wrong is still this number and no other word; the few
# exceptions are listed.
_LONG = word_set(
    """
    twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty seventy
    quatorze quarante cinquante soixante septante huitante nonante
    dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn
    zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig
    """
)
_NOT_MISSPELLED = ORDINARY | word_set(
    """
    clinquant clinquante dressing epatante foremen formten forsten heighten machtig neonate pforten
    quadrant quadrate quarrant quartant servent sevrent squatte thirst thirsty
    """
)
_REPEAT = re.compile(r"(.)\1+")


def _squeeze(word: str) -> str:
    return _REPEAT.sub(r"\1", word)


def _without_a_letter(word: str) -> frozenset[str]:
    return frozenset(word[:place] + word[place + 1 :] for place in range(len(word)))


_SQUEEZED = frozenset(map(_squeeze, NUMBERS))
_SHORTENED = frozenset[str]().union(*map(_without_a_letter, _LONG))
_LONG_OR_SHORTENED = _LONG | _SHORTENED


def is_misspelled_number(word: str) -> bool:
    """Whether a word is a number drawn out (`fiiive`) or with a letter wrong (`thrity`)."""
    if word in _NOT_MISSPELLED or len(word) > LONGEST:
        return False
    squeezed = _squeeze(word)
    if squeezed != word and squeezed in _SQUEEZED:
        return True
    # Two words differ in about one letter when they agree after each has lost one.
    return word in _SHORTENED or not _LONG_OR_SHORTENED.isdisjoint(_without_a_letter(word))
