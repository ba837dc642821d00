"""Counts that name no card: of cards, turns, players, piles, commands, jumps and minutes.

The sheets ban the numbers *on* cards. "Two more turns" is a number that nobody could take for a
card; "two" alone could be one. The line is drawn so:

- the thing that is counted follows its number: "two cards", not "two", "card two" or "two of them";
- there can be so many of it: five players, four piles, and of cards no more than a hand holds,
  unless the clause speaks of what is left or laid;
- it does not measure the way from one card to another: "two cards higher", "a gap of two cards".
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tenback.rules.guard import counts_de, counts_en, counts_fr, words_de, words_en, words_fr
from tenback.rules.guard.count_words import CountWords
from tenback.rules.guard.reading import COMMAND_THREE, Reading

__all__ = ["counted_words"]

_LANGUAGES = (counts_en.WORDS, counts_fr.WORDS, counts_de.WORDS)
_MOST_WORDS = 6  # quatre-vingt-dix-huit, and one to spare
_MOST_BETWEEN = 4
_HAND = 8
_ALL_CARDS = 98

_ABOUT = {word: value for language in _LANGUAGES for word, value in language.about.items()}
_VALUES = _ABOUT | {
    word: value
    for language in (words_en, words_fr, words_de)
    for value in range(2, _ALL_CARDS + 1)
    for word in language.spell(value)
}


class _Number(NamedTuple):
    """A number in the text: its words from ``first`` to ``last``."""

    first: int
    last: int
    value: int


class _Thing(NamedTuple):
    """What can be counted; ``few`` of it pass anywhere, ``most`` where the rest is told of.

    ``is_measure``: so many of them could also be a way from card to card.
    """

    name: re.Pattern[str]
    few: int
    most: int
    is_measure: bool = False


class _Count(NamedTuple):
    """A number that counts a thing, whose last word is at ``end``."""

    number: _Number
    thing: _Thing
    end: int


def _any(words: Callable[[CountWords], str], *more: str) -> str:
    return "(?:" + "|".join([*map(words, _LANGUAGES), *more]) + ")"


def _all(words: Callable[[CountWords], frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*map(words, _LANGUAGES))


def _thing(pattern: str, few: int, most: int, is_measure: bool = False) -> _Thing:
    return _Thing(re.compile(rf"{pattern}\b"), few, most, is_measure)


_THINGS = (
    _thing(_any(lambda words: words.cards), _HAND, _ALL_CARDS, is_measure=True),
    _thing(_any(lambda words: words.turns), _HAND, 49),
    _thing(_any(lambda words: words.players), 5, 5),
    _thing(_any(lambda words: words.piles), 4, 4),
    _thing(_any(lambda words: words.commands, COMMAND_THREE), _HAND, 28),
    _thing(_any(lambda words: words.minutes), 10, 10),
    _thing(_any(lambda words: words.jumps), _HAND, _HAND, is_measure=True),
)
_BETWEEN = _all(lambda words: words.between)
_EITHER = _all(lambda words: words.either)
_ARTICLES = _all(lambda words: words.articles)
_OUT_OF = re.compile(_any(lambda words: words.out_of))
_LEFT = re.compile(rf"\b{_any(lambda words: words.left)}\b")
_HELD = re.compile(rf"\b{_any(lambda words: words.held)}\b")
_GOAL = re.compile(rf"{_any(lambda words: words.goal)}\b")
_AFTER = re.compile(rf"{_any(lambda words: '|'.join(words.after))}\b")
_BEFORE = re.compile(rf"\b{_any(lambda words: '|'.join(words.before))}$")


def counted_words(reading: Reading) -> frozenset[int]:
    """The places of the number words that count something and can mean nothing else."""
    harmless: set[int] = set()
    next_number: _Number | None = None
    next_count: _Count | None = None
    # From the end: "three out of four piles" counts piles because "four" does.
    for number in reversed(tuple(_numbers(reading))):
        count = _count(reading, number)
        if count is None and next_count is not None and _leads_to(reading, number, next_count):
            count = next_count._replace(number=number)
        if count is not None:
            harmless.update(range(number.first, number.last + 1))
            if next_number is not None and _is_whole(reading, count, next_number):
                harmless.update(range(next_number.first, next_number.last + 1))
        next_number, next_count = number, count
    return frozenset(harmless)


def _numbers(reading: Reading) -> Iterator[_Number]:
    """Yield the numbers that are well formed: "thirty five" is one, "three five" is two."""
    first = 0
    while first < len(reading.words):
        last = min(first + _MOST_WORDS, len(reading.words)) - 1
        while last > first and _value(reading, first, last) is None:
            last -= 1
        value = _value(reading, first, last)
        if value is not None:
            yield _Number(first, last, value)
        first = last + 1


def _value(reading: Reading, first: int, last: int) -> int | None:
    word = "".join(word.text for word in reading.words[first : last + 1])
    if word.isdigit():
        return int(word) if first == last and len(word) <= 2 and word[0] != "0" else None
    return _VALUES.get(word) if reading.joined(first, last) else None


def _count(reading: Reading, number: _Number) -> _Count | None:
    """What the number counts, if a thing follows it and nothing else can be meant."""
    noun = number.last + 1
    while (
        noun < len(reading.words)
        and noun - number.last <= _MOST_BETWEEN
        and reading.words[noun].text in _BETWEEN
    ):
        noun += 1
    if noun == len(reading.words) or not reading.joined(number.last, noun):
        return None
    said = f"{reading.words[noun].text} {reading.clause_after(noun)}"
    for thing in _THINGS:
        name = thing.name.match(said)
        if name:
            end = noun + name.group().count(" ")
            count = _Count(number, thing, end)
            return count if _is_plain(reading, count) else None
    return None


def _is_plain(reading: Reading, count: _Count) -> bool:
    """Whether there can be so many, and no card is named or measured by the count."""
    number, thing, end = count
    before, after = reading.clause_before(number.first), reading.clause_after(end)
    clause = f"{before} {reading.clause_after(number.last)}"
    if number.value > thing.few and (
        number.value > thing.most or _HELD.search(clause) or not _LEFT.search(clause)
    ):
        return False
    if not thing.is_measure:
        return True
    is_distance = _AFTER.match(after) or _BEFORE.search(before)
    return not _is_named(reading, number) and (not is_distance or _GOAL.match(after) is not None)


def _is_named(reading: Reading, number: _Number) -> bool:
    """Whether an article makes the number the name of a card: "une cinq"; "a dozen" counts."""
    first = number.first
    return (
        first > 0
        and reading.words[first - 1].text in _ARTICLES
        and reading.words[first].text not in _ABOUT
    )


def _leads_to(reading: Reading, number: _Number, count: _Count) -> bool:
    """Whether it is the lower number of a count: "two or three cards", "two of three piles"."""
    between = _words_between(reading, number.last, count.number.first)
    return (
        between is not None
        and (between in _EITHER or _OUT_OF.fullmatch(between) is not None)
        and number.value < count.number.value
        and not _is_named(reading, number)
    )


def _is_whole(reading: Reading, count: _Count, number: _Number) -> bool:
    """Whether it is the number that a count is taken from: "trois piles sur quatre"."""
    between = _words_between(reading, count.end, number.first)
    return (
        between is not None
        and _OUT_OF.fullmatch(between) is not None
        and count.number.value <= number.value <= count.thing.most
    )


def _words_between(reading: Reading, first: int, last: int) -> str | None:
    """The words between two places; None if a comma or a stop is between them, too."""
    if last <= first or not reading.joined(first, last):
        return None
    return " ".join(word.text for word in reading.words[first + 1 : last])
