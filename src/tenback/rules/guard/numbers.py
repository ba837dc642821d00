"""Find a number in a text: digits, number words, and number words in disguise."""

import re
from collections.abc import Callable

from tenback.rules.guard.counts import counted_words
from tenback.rules.guard.idioms import harmless_words
from tenback.rules.guard.lexicon import (
    JOINTS,
    LONGEST,
    NUMBERS,
    ONES,
    SPELLED,
    is_number,
)
from tenback.rules.guard.misspelling import is_misspelled_number
from tenback.rules.guard.reading import Reading, Span
from tenback.rules.guard.roman import find_roman
from tenback.rules.guard.sums import find_sum

__all__ = ["find_number"]

_DIGITS = re.compile(r"[0-9](?:[^a-z]{0,3}[0-9])*")
_MASKED = re.compile(r"[a-z]+(?:[*#_]+[a-z]+)+")
_MASKS = "*#_"
_BY_LENGTH = {
    length: tuple(word for word in NUMBERS | SPELLED if len(word) == length)
    for length in range(3, LONGEST)
}
_SPELLED_ANYWHERE = re.compile("|".join(sorted(SPELLED, key=len, reverse=True)))

# Seen anywhere in the text without its gaps these are numbers: no two innocent words meet in
# them ("effort, you" meets in "forty", "Nacht Zigarre" in "achtzig"; such words are left out).
_UNMISTAKABLE = re.compile(
    "twenty|thirty|fifty|twelve|thirteen|fifteen|trenteet|trentecinq|quarante|cinquante"
    "|soixante|septante|huitante|quatrevingt|quatorze|quinze|treize|douze|undzwanzig|dreissig"
    "|vierzig|funfzig|fuenfzig|sechzig|siebzig|zwanzig|undachtzig|undneunzig"
)

# Innocent words that meet in a number: "je t'en prie", "l'un d'eux", "it's even better";
# "trop fort, y a rien à dire", "frag sie, Ben".
_ELISIONS = frozenset({("t", "en"), ("d", "eux"), ("s", "even")})
_MEETINGS = frozenset({("fort", "y"), ("sie", "ben")})
_APOSTROPHE = re.compile(r"['’‘ʼ`´]\s?")


def find_number(reading: Reading) -> Span | None:
    """Where a number stands, if anywhere."""
    harmless = harmless_words(reading) | counted_words(reading)
    digits = _find_digits(reading, harmless)
    if digits is not None:
        return digits
    for find in _FINDERS:
        places = find(reading, harmless)
        if places is not None:
            return reading.span(places)
    return _find_masked(reading) or find_roman(reading) or find_sum(reading)


def _find_digits(reading: Reading, harmless: frozenset[int]) -> Span | None:
    innocent = {reading.span(range(place, place + 1)) for place in harmless}
    for found in _DIGITS.finditer(reading.folded.plain):
        digits = Span(*found.span())
        if digits not in innocent:
            return digits
    return None


def _find_word(reading: Reading, harmless: frozenset[int]) -> range | None:
    for place, word in enumerate(reading.words):
        if place in harmless:
            continue
        if is_number(word.text) or is_misspelled_number(word.text):
            return _whole_number(reading, place)
    return None


def _whole_number(reading: Reading, place: int) -> range:
    """The number word at a place with the rest of its number, for the excerpt."""

    def belongs(other: int) -> bool:
        word = reading.words[other].text
        return is_number(word) or word in ONES

    first = last = place
    while first > 0 and belongs(first - 1) and reading.gap(first) in (" ", "-"):
        first -= 1
    while last + 1 < len(reading.words):
        step = 2 if reading.words[last + 1].text in JOINTS else 1
        if last + step >= len(reading.words) or not belongs(last + step):
            break
        last += step
    return range(first, last + 1)


def _find_torn(reading: Reading, harmless: frozenset[int]) -> range | None:
    """A number torn into pieces that stand side by side: `thir ty`, `f.i.f.t.y`."""
    for first in range(len(reading.words)):
        joined = ""
        for place in range(first, len(reading.words)):
            joined += reading.words[place].text
            if place in harmless or len(joined) > LONGEST:
                break
            if place > first and joined in SPELLED and not _meet_by_chance(reading, first, place):
                return range(first, place + 1)
    return None


def _meet_by_chance(reading: Reading, first: int, last: int) -> bool:
    if last != first + 1:
        return False
    pair = (reading.words[first].text, reading.words[last].text)
    gap = reading.gap(last)
    before = reading.folded.plain[: reading.words[first].start]
    elided = _APOSTROPHE.fullmatch(gap) or _APOSTROPHE.fullmatch(before[-1:])
    return (pair in _ELISIONS and elided is not None) or (pair in _MEETINGS and "," in gap)


def _find_spread(reading: Reading, harmless: frozenset[int]) -> range | None:
    """A number within a row of single letters: `m y s i x`."""
    first = 0
    for place in range(len(reading.words) + 1):
        if place < len(reading.words) and len(reading.words[place].text) == 1:
            continue
        letters = "".join(word.text for word in reading.words[first:place])
        found = _SPELLED_ANYWHERE.search(letters) if place - first >= 3 else None
        if found and not harmless.intersection(range(first, place)):
            return range(first + found.start(), first + found.end())
        first = place + 1
    return None


def _find_across(reading: Reading, harmless: frozenset[int]) -> range | None:
    """An unmistakable number across the gaps of the text: `myth irty`."""
    letters = "".join(word.text for word in reading.words)
    found = _UNMISTAKABLE.search(letters)
    if found is None:
        return None
    owners = [place for place, word in enumerate(reading.words) for _ in word.text]
    places = range(owners[found.start()], owners[found.end() - 1] + 1)
    return None if harmless.intersection(places) else places


def _find_masked(reading: Reading) -> Span | None:
    """A number with a letter or two blotted out: `th*rty`."""
    for found in _MASKED.finditer(reading.folded.plain):
        masked = found.group()
        if sum(map(masked.count, _MASKS)) * 3 <= len(masked) and any(
            all(map(_may_be, masked, number)) for number in _BY_LENGTH.get(len(masked), ())
        ):
            return Span(*found.span())
    return None


def _may_be(sign: str, letter: str) -> bool:
    return sign == letter or sign in _MASKS


_Finder = Callable[[Reading, frozenset[int]], range | None]
_FINDERS: tuple[_Finder, ...] = (_find_word, _find_torn, _find_spread, _find_across)
