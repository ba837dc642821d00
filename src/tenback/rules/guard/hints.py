"""Find a hint from which a number could be guessed: a jump announced, a card described."""

import re
from collections.abc import Sequence

from tenback.rules.guard.patterns import whole_phrases
from tenback.rules.guard.reading import Reading, Span
from tenback.rules.guard.words import GuardWords

__all__ = ["Hints"]

_APOSTROPHE = re.compile(r"['’‘ʼ`´]")


class Hints:
    """The hints that some languages know.

    Wishes such as "no big jumps here", and the command that forbids jumps, are none.
    """

    def __init__(self, languages: Sequence[GuardWords]) -> None:
        self._allowed = whole_phrases(each for words in languages for each in words.allowed)
        self._hint = whole_phrases(each for words in languages for each in words.hints)

    def find(self, reading: Reading) -> Span | None:
        """Where a hint stands, if anywhere."""
        # Blotted out with as many dots, so that every word keeps its place.
        sentence = self._allowed.sub(lambda allowed: "." * len(allowed.group()), reading.sentence)
        found = self._hint.search(sentence)
        if found is None:
            return None
        places = reading.words_in(found)
        # "J'ai", "I've": what is elided belongs to the word behind it.
        first = places[0]
        while first > 0 and _APOSTROPHE.fullmatch(reading.gap(first)):
            first -= 1
        return reading.span(range(first, places[-1] + 1))
