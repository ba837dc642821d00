"""Roman numerals typed with letters: `XXXV`, `xlii`, `X.L.I.I`.

Only the numerals of the cards, 2 to 99, count: CD, DM or MIX are none of them. A lone capital
V, X or L is a numeral, a lone I is not, and neither is a small letter.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import product

from tenback.rules.guard.lexicon import longest_first
from tenback.rules.guard.reading import Reading, Span
from tenback.rules.guard.words import NumberWords

__all__ = ["RomanNumerals"]

_TENS = ("", "x", "xx", "xxx", "xl", "l", "lx", "lxx", "lxxx", "xc", "xxxx", "lxxxx")
_UNITS = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "iiii", "viiii")
_NUMERALS = frozenset(map("".join, product(_TENS, _UNITS))) - {"", "i"}

# Words and names that are not all in capitals.
_ORDINARY = frozenset({"vi", "li"})
_NAMES = frozenset({"Vi", "Li", "Xi", "Iv"})
# Around a lone letter: an emoticon (:X), an abbreviation (V.I.P.), an elision (L'autre).
_NO_NUMERAL_BEFORE = re.compile(r"(?:(?:^|\s)[:;=]-?|(?:^|[^a-z])[a-z][.&])$")
_NO_NUMERAL_AFTER = re.compile(r"['’‘ʼ`´](?=[a-z])|[.&][a-z](?![a-z])")


class RomanNumerals:
    """Roman numerals with the endings that some languages put behind them."""

    def __init__(self, languages: Sequence[NumberWords]) -> None:
        endings = frozenset[str]().union(*(words.roman_endings for words in languages))
        self._ordinary = _ORDINARY.union(*(words.ordinary for words in languages))
        self._ending = re.compile(rf"(?<=[IVXLC]{{2}}){longest_first(endings)}s?$")

    def find(self, reading: Reading) -> Span | None:
        """Where a Roman numeral stands, if anywhere."""
        for place, word in enumerate(reading.words):
            if len(word.text) == 1:
                if _stands_as_numeral(reading, place):
                    return Span(word.start, word.end)
            elif self._is_numeral(word.cased):
                return Span(word.start, word.end)
        for places in _spread_letters(reading):
            letters = "".join(reading.words[place].cased for place in places)
            if _is_spread_numeral(letters) and _stand_apart(reading, places):
                return reading.span(places)
        return None

    def _is_numeral(self, cased: str) -> bool:
        stem = self._ending.sub("", cased)
        if stem != cased and stem.isupper():
            return stem.lower() in _NUMERALS
        if cased.lower() not in _NUMERALS or cased in _NAMES:
            return False
        return cased.isupper() or cased.lower() not in self._ordinary


def _stands_as_numeral(reading: Reading, place: int) -> bool:
    word = reading.words[place]
    plain = reading.folded.plain
    return (
        word.cased in ("V", "X", "L")
        and not _NO_NUMERAL_BEFORE.search(plain[max(0, word.start - 3) : word.start])
        and not _NO_NUMERAL_AFTER.match(plain, word.end)
    )


def _spread_letters(reading: Reading) -> Iterator[range]:
    """Rows of two or more Roman letters of one case, each a word by itself."""
    row: list[int] = []
    for place, word in enumerate(reading.words):
        fits = len(word.text) == 1 and word.text in "ivxlc"
        if row and not (fits and word.cased.isupper() == reading.words[row[-1]].cased.isupper()):
            yield range(row[0], row[-1] + 1)
            row = []
        if fits:
            row.append(place)
    if row:
        yield range(row[0], row[-1] + 1)


def _is_spread_numeral(letters: str) -> bool:
    # "I... I" is a stammer, and two small letters are no numeral.
    if letters.isupper():
        return len(letters) > 1 and not {"V", "X", "L"}.isdisjoint(letters)
    return len(letters) > 2 and letters in _NUMERALS and set(letters) != {"i"}


def _stand_apart(reading: Reading, places: range) -> bool:
    """Not part of a longer row such as V.I.P., whose other letters follow without a space."""

    def is_open(place: int, gap: str) -> bool:
        return len(reading.words[place].text) > 1 or any(map(str.isspace, gap))

    first, last = places[0], places[-1]
    return (first == 0 or is_open(first - 1, reading.gap(first))) and (
        last + 1 == len(reading.words) or is_open(last + 1, reading.gap(last + 1))
    )
