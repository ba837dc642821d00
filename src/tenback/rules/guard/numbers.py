"""Find a number in a text: digits, number words, and number words in disguise."""

import re
from collections.abc import Callable, Sequence

from tenback.rules.guard.counts import Counts
from tenback.rules.guard.idioms import Idioms
from tenback.rules.guard.lexicon import LONGEST, Lexicon, longest_first
from tenback.rules.guard.misspelling import Misspellings
from tenback.rules.guard.reading import Reading, Span
from tenback.rules.guard.roman import RomanNumerals
from tenback.rules.guard.sums import Sums
from tenback.rules.guard.words import GuardWords

__all__ = ["Numbers"]

_DIGITS = re.compile(r"[0-9](?:[^a-z]{0,3}[0-9])*")
_MASKED = re.compile(r"[a-z]+(?:[*#_]+[a-z]+)+")
_MASKS = "*#_"
_APOSTROPHE = re.compile(r"['’‘ʼ`´]\s?")

_Finder = Callable[[Reading, frozenset[int]], range | None]


class Numbers:
    """The numbers that some languages know."""

    def __init__(self, languages: Sequence[GuardWords]) -> None:
        numbers = tuple(words.numbers for words in languages)
        self._lexicon = lexicon = Lexicon(numbers)
        self._misspellings = Misspellings(numbers)
        self._idioms = Idioms(each for words in languages for each in words.harmless)
        self._counts = Counts(languages)
        self._sums = Sums(each for words in languages for each in words.sums)
        self._roman = RomanNumerals(numbers)
        self._by_length = {
            length: tuple(word for word in lexicon.numbers | lexicon.spelled if len(word) == length)
            for length in range(3, LONGEST)
        }
        self._spelled_anywhere = re.compile(longest_first(lexicon.spelled))
        self._across = re.compile(longest_first(each for words in numbers for each in words.across))
        self._meet_elided = frozenset[str]().union(*(words.meet_elided for words in numbers))
        self._meet_at_comma = frozenset[str]().union(*(words.meet_at_comma for words in numbers))
        self._finders: tuple[_Finder, ...] = (
            self._find_word,
            self._find_torn,
            self._find_spread,
            self._find_across,
        )

    def find(self, reading: Reading) -> Span | None:
        """Where a number stands, if anywhere."""
        harmless = self._idioms.harmless_words(reading) | self._counts.counted_words(reading)
        digits = self._find_digits(reading, harmless)
        if digits is not None:
            return digits
        for find in self._finders:
            places = find(reading, harmless)
            if places is not None:
                return reading.span(places)
        return self._find_masked(reading) or self._roman.find(reading) or self._sums.find(reading)

    def _find_digits(self, reading: Reading, harmless: frozenset[int]) -> Span | None:
        innocent = {reading.span(range(place, place + 1)) for place in harmless}
        for found in _DIGITS.finditer(reading.folded.plain):
            digits = Span(*found.span())
            if digits not in innocent:
                return digits
        return None

    def _find_word(self, reading: Reading, harmless: frozenset[int]) -> range | None:
        for place, word in enumerate(reading.words):
            if place in harmless:
                continue
            if self._lexicon.is_number(word.text) or self._misspellings.has(word.text):
                return self._whole_number(reading, place)
        return None

    def _whole_number(self, reading: Reading, place: int) -> range:
        """The number word at a place with the rest of its number, for the excerpt."""

        def belongs(other: int) -> bool:
            word = reading.words[other].text
            return self._lexicon.is_number(word) or word in self._lexicon.ones

        first = last = place
        while first > 0 and belongs(first - 1) and reading.gap(first) in (" ", "-"):
            first -= 1
        while last + 1 < len(reading.words):
            step = 2 if reading.words[last + 1].text in self._lexicon.joints else 1
            if last + step >= len(reading.words) or not belongs(last + step):
                break
            last += step
        return range(first, last + 1)

    def _find_torn(self, reading: Reading, harmless: frozenset[int]) -> range | None:
        """A number torn into pieces that stand side by side: `thir ty`, `f.i.f.t.y`."""
        spelled = self._lexicon.spelled
        for first in range(len(reading.words)):
            joined = ""
            for place in range(first, len(reading.words)):
                joined += reading.words[place].text
                if place in harmless or len(joined) > LONGEST:
                    break
                if (
                    place > first
                    and joined in spelled
                    and not self._meet_by_chance(reading, first, place)
                ):
                    return range(first, place + 1)
        return None

    def _meet_by_chance(self, reading: Reading, first: int, last: int) -> bool:
        if last != first + 1:
            return False
        pair = f"{reading.words[first].text} {reading.words[last].text}"
        gap = reading.gap(last)
        before = reading.folded.plain[: reading.words[first].start]
        elided = _APOSTROPHE.fullmatch(gap) or _APOSTROPHE.fullmatch(before[-1:])
        return (pair in self._meet_elided and elided is not None) or (
            pair in self._meet_at_comma and "," in gap
        )

    def _find_spread(self, reading: Reading, harmless: frozenset[int]) -> range | None:
        """A number within a row of single letters: `m y s i x`."""
        first = 0
        for place in range(len(reading.words) + 1):
            if place < len(reading.words) and len(reading.words[place].text) == 1:
                continue
            letters = "".join(word.text for word in reading.words[first:place])
            found = self._spelled_anywhere.search(letters) if place - first >= 3 else None
            if found and not harmless.intersection(range(first, place)):
                return range(first + found.start(), first + found.end())
            first = place + 1
        return None

    def _find_across(self, reading: Reading, harmless: frozenset[int]) -> range | None:
        """An unmistakable number across the gaps of the text: `myth irty`."""
        letters = "".join(word.text for word in reading.words)
        found = self._across.search(letters)
        if found is None:
            return None
        owners = [place for place, word in enumerate(reading.words) for _ in word.text]
        places = range(owners[found.start()], owners[found.end() - 1] + 1)
        return None if harmless.intersection(places) else places

    def _find_masked(self, reading: Reading) -> Span | None:
        """A number with a letter or two blotted out: `th*rty`."""
        for found in _MASKED.finditer(reading.folded.plain):
            masked = found.group()
            if sum(map(masked.count, _MASKS)) * 3 <= len(masked) and any(
                all(map(_may_be, masked, number)) for number in self._by_length.get(len(masked), ())
            ):
                return Span(*found.span())
        return None


def _may_be(sign: str, letter: str) -> bool:
    return sign == letter or sign in _MASKS
