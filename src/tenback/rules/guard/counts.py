"""Counts that name no card: of cards, turns, players, piles, commands, jumps and minutes.

The sheets ban the numbers *on* cards. "Two more turns" is a number that nobody could take for a
card; "two" alone could be one. The line is drawn so:

- the thing that is counted follows its number: "two cards", not "two", "card two" or "two of them";
- there can be so many of it: five players, four piles, and of cards no more than a hand holds,
  unless the clause speaks of what is left or laid;
- it does not measure the distance between cards: "two cards higher", "a gap of two cards".
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tenback.rules.guard.patterns import compile_any
from tenback.rules.guard.reading import COMMAND_THREE, Reading
from tenback.rules.guard.words import CountWords, GuardWords

__all__ = ["Counts"]

_MOST_WORDS = 6  # "quatre-vingt-dix-huit" has four; two to spare
_MOST_BETWEEN = 4
_HAND = 8
_ALL_CARDS = 98


class _Number(NamedTuple):
    """A number in the text: its words from ``first`` to ``last``."""

    first: int
    last: int
    value: int


class _Thing(NamedTuple):
    """What can be counted; up to ``few`` pass anywhere, up to ``most`` where cards left are told.

    ``is_measure``: a number of them could also be a distance between cards.
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


class Counts:
    """What some languages count, and the words around it."""

    def __init__(self, languages: Sequence[GuardWords]) -> None:
        counts = tuple(words.counts for words in languages)

        def patterns(of: Callable[[CountWords], tuple[str, ...]]) -> list[str]:
            return [each for words in counts for each in of(words)]

        def union(words: Callable[[CountWords], frozenset[str]]) -> frozenset[str]:
            return frozenset[str]().union(*map(words, counts))

        def thing(names: list[str], few: int, most: int, is_measure: bool = False) -> _Thing:
            return _Thing(compile_any(names, after=r"\b"), few, most, is_measure)

        self._about = {word: value for words in counts for word, value in words.about.items()}
        self._values = self._about | {
            spelling: value
            for words in languages
            for value, spellings in words.numbers.counted.items()
            if value <= _ALL_CARDS
            for spelling in spellings
        }
        self._things = (
            thing(patterns(lambda words: words.cards), _HAND, _ALL_CARDS, is_measure=True),
            thing(patterns(lambda words: words.turns), _HAND, 49),
            thing(patterns(lambda words: words.players), 5, 5),
            thing(patterns(lambda words: words.piles), 4, 4),
            thing([*patterns(lambda words: words.commands), COMMAND_THREE], _HAND, 28),
            thing(patterns(lambda words: words.minutes), 10, 10),
            thing(patterns(lambda words: words.jumps), _HAND, _HAND, is_measure=True),
        )
        self._between = union(lambda words: words.between)
        self._either = union(lambda words: words.either)
        self._articles = union(lambda words: words.articles)
        self._out_of = compile_any(patterns(lambda words: words.out_of))
        self._left = compile_any(patterns(lambda words: words.left), r"\b", r"\b")
        self._held = compile_any(patterns(lambda words: words.held), r"\b", r"\b")
        self._goal = compile_any(patterns(lambda words: words.goal), after=r"\b")
        self._after = compile_any(patterns(lambda words: words.after), after=r"\b")
        self._before = compile_any(patterns(lambda words: words.before), r"\b", "$")

    def counted_words(self, reading: Reading) -> frozenset[int]:
        """The places of the number words that count something and can mean nothing else."""
        harmless: set[int] = set()
        next_number: _Number | None = None
        next_count: _Count | None = None
        # From the end: "three out of four piles" counts piles because "four" does.
        for number in reversed(tuple(self._numbers(reading))):
            count = self._count(reading, number)
            if (
                count is None
                and next_count is not None
                and self._leads_to(reading, number, next_count)
            ):
                count = next_count._replace(number=number)
            if count is not None:
                harmless.update(range(number.first, number.last + 1))
                if next_number is not None and self._is_whole(reading, count, next_number):
                    harmless.update(range(next_number.first, next_number.last + 1))
            next_number, next_count = number, count
        return frozenset(harmless)

    def _numbers(self, reading: Reading) -> Iterator[_Number]:
        """Yield the numbers that are well formed: "thirty five" is one, "three five" is two."""
        first = 0
        while first < len(reading.words):
            last = min(first + _MOST_WORDS, len(reading.words)) - 1
            while last > first and self._value(reading, first, last) is None:
                last -= 1
            value = self._value(reading, first, last)
            if value is not None:
                yield _Number(first, last, value)
            first = last + 1

    def _value(self, reading: Reading, first: int, last: int) -> int | None:
        word = "".join(word.text for word in reading.words[first : last + 1])
        if word.isdigit():
            return int(word) if first == last and len(word) <= 2 and word[0] != "0" else None
        value = self._values.get(word)
        return value if value is not None and reading.joined(first, last) else None

    def _count(self, reading: Reading, number: _Number) -> _Count | None:
        """What the number counts, if a thing follows it and nothing else can be meant."""
        noun = number.last + 1
        while (
            noun < len(reading.words)
            and noun - number.last <= _MOST_BETWEEN
            and reading.words[noun].text in self._between
        ):
            noun += 1
        if noun == len(reading.words) or not reading.joined(number.last, noun):
            return None
        said = f"{reading.words[noun].text} {reading.clause_after(noun)}"
        for thing in self._things:
            name = thing.name.match(said)
            if name:
                end = noun + name.group().count(" ")
                count = _Count(number, thing, end)
                return count if self._is_plain(reading, count) else None
        return None

    def _is_plain(self, reading: Reading, count: _Count) -> bool:
        """Whether there can be so many, and no card is named or measured by the count."""
        number, thing, end = count
        before, after = reading.clause_before(number.first), reading.clause_after(end)
        clause = f"{before} {reading.clause_after(number.last)}"
        if number.value > thing.few and (
            number.value > thing.most or self._held.search(clause) or not self._left.search(clause)
        ):
            return False
        if not thing.is_measure:
            return True
        is_distance = self._after.match(after) or self._before.search(before)
        return not self._is_named(reading, number) and (
            not is_distance or self._goal.match(after) is not None
        )

    def _is_named(self, reading: Reading, number: _Number) -> bool:
        """Whether an article makes the number the name of a card: "une cinq"; "a dozen" counts."""
        first = number.first
        return (
            first > 0
            and reading.words[first - 1].text in self._articles
            and reading.words[first].text not in self._about
        )

    def _leads_to(self, reading: Reading, number: _Number, count: _Count) -> bool:
        """Whether it is the lower number of a count: "two or three cards", "two of three piles"."""
        between = _words_between(reading, number.last, count.number.first)
        return (
            between is not None
            and (between in self._either or self._out_of.fullmatch(between) is not None)
            and number.value < count.number.value
            and not self._is_named(reading, number)
        )

    def _is_whole(self, reading: Reading, count: _Count, number: _Number) -> bool:
        """Whether it is the number that a count is taken from: "trois piles sur quatre"."""
        between = _words_between(reading, count.end, number.first)
        return (
            between is not None
            and self._out_of.fullmatch(between) is not None
            and count.number.value <= number.value <= count.thing.most
        )


def _words_between(reading: Reading, first: int, last: int) -> str | None:
    """The words between two places; None if a comma or a stop is between them, too."""
    if last <= first or not reading.joined(first, last):
        return None
    return " ".join(word.text for word in reading.words[first + 1 : last])
