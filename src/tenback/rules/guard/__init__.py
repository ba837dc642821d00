"""Judge what players say: no number, and on stricter tables no hint at one.

The guard reads several languages at once, whatever language the game is shown in. What it knows
of a language is data, which whoever makes a guard hands in (``read_words``); the languages of
this package are in ``texts/``, and ``tenback.table.listening`` makes the guard of them all.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from tenback.rules.guard.hints import HintPatterns
from tenback.rules.guard.numbers import Numbers
from tenback.rules.guard.reading import readings
from tenback.rules.guard.words import GuardWords, read_words

__all__ = ["Guard", "GuardWords", "TalkVerdict", "read_words"]


class TalkVerdict(NamedTuple):
    """Why a text may not be said: a stable code, and the words at fault as they were typed."""

    code: Literal["NUMBER", "HINT"]
    excerpt: str


class Guard:
    """Judges talk in several languages at once."""

    def __init__(self, languages: Sequence[GuardWords]) -> None:
        self._numbers = Numbers(languages)
        self._hints = HintPatterns(languages)

    def judge(self, text: str, *, hints_allowed: bool, commands: bool = True) -> TalkVerdict | None:
        """Judge a text in all languages; None if it may be said.

        With ``hints_allowed`` only numbers are refused. Without ``commands``, "3!" is a number like
        any other.
        """
        ways = tuple(readings(text, commands=commands))
        for reading in ways:
            number = self._numbers.find(reading)
            if number is not None:
                return TalkVerdict("NUMBER", reading.folded.excerpt(*number))
        hint = None if hints_allowed else self._hints.find(ways[0], commands=commands)
        if hint is not None:
            return TalkVerdict("HINT", ways[0].folded.excerpt(*hint))
        return None
