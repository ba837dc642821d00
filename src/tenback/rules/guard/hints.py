"""Find a hint from which a number could be guessed: a jump announced, a card described."""

import re
from collections.abc import Iterable, Iterator, Sequence

from tenback.rules.guard.patterns import whole_phrases
from tenback.rules.guard.reading import Reading, Span
from tenback.rules.guard.words import GuardWords

__all__ = ["HintPatterns"]

_APOSTROPHE = re.compile(r"['’‘ʼ`´]")
_STOP = " . "


class HintPatterns:
    """The hints that some languages know.

    Wishes such as "no big jumps here", and the command that forbids jumps, are not hints.
    """

    def __init__(self, languages: Sequence[GuardWords]) -> None:
        self._allowed = whole_phrases(each for words in languages for each in words.allowed)
        self._hint = whole_phrases(each for words in languages for each in words.hints)
        self._printed = whole_phrases(each for words in languages for each in words.printed)
        self._clauses = tuple(
            _Clause(hint.parts, _excuses(languages, name))
            for words in languages
            for name, hint in words.clauses.items()
        )

    def find(self, reading: Reading, *, commands: bool) -> Span | None:
        """Where a hint stands, if anywhere."""
        sentence = reading.sentence
        if commands:
            for start, end in self._find_commands(reading.cased):
                sentence = sentence[:start] + "." * (end - start) + sentence[end:]
        sentence = _blot(self._allowed, sentence)
        hint = self._hint.search(sentence)
        found = Span(*hint.span()) if hint else self._find_clause(sentence)
        if found is None:
            return None
        places = reading.words_in(*found)
        # "J'ai", "I've": what is elided belongs to the word behind it.
        first = places[0]
        while first > 0 and _APOSTROPHE.fullmatch(reading.gap(first)):
            first -= 1
        return reading.span(range(first, places[-1] + 1))

    def _find_commands(self, cased: str) -> Iterator[Span]:
        """Yield where commands are named as they are printed, in capitals.

        In a clause that is all capitals a name does not stand out, unless it is the whole clause.
        """
        for start, clause in _clauses(cased):
            is_name = not cased.isupper() and self._printed.fullmatch(clause.strip())
            if is_name or not clause.isupper():
                for name in self._printed.finditer(clause):
                    yield Span(start + name.start(), start + name.end())

    def _find_clause(self, sentence: str) -> Span | None:
        for start, clause in _clauses(sentence):
            for hint in self._clauses:
                found = hint.find(clause)
                if found is not None:
                    return Span(start + found.start, start + found.end)
        return None


class _Clause:
    """A hint whose parts stand anywhere in one clause."""

    def __init__(self, parts: Iterable[str], unless: Iterable[str]) -> None:
        self._parts = tuple(whole_phrases([part]) for part in parts)
        self._unless = whole_phrases(unless)

    def find(self, clause: str) -> Span | None:
        """From the first to the last part, if all are there."""
        if not all(part.search(clause) for part in self._parts):
            return None
        clause = _blot(self._unless, clause)
        found = [part.search(clause) for part in self._parts]
        spans = [part.span() for part in found if part]
        if len(spans) < len(found):
            return None
        return Span(min(start for start, _ in spans), max(end for _, end in spans))


def _clauses(sentence: str) -> Iterator[tuple[int, str]]:
    """Yield what stands between stops, and where it begins."""
    start = 0
    for clause in sentence.split(_STOP):
        yield start, clause
        start += len(clause) + len(_STOP)


def _excuses(languages: Sequence[GuardWords], name: str) -> Iterator[str]:
    for words in languages:
        if name in words.clauses:
            yield from words.clauses[name].unless


def _blot(pattern: re.Pattern[str], sentence: str) -> str:
    return pattern.sub(_dots, sentence)


def _dots(found: re.Match[str]) -> str:
    """As many dots as letters, so that every word keeps its place."""
    return "." * len(found.group())
