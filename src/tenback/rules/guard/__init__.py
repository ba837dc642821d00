"""Judge what players say: no number, and on stricter tables no hint at one.

>>> judge_text("not on this one please", hints_allowed=False)
>>> judge_text("I have the thirty-five", hints_allowed=True)
TalkVerdict(code='NUMBER', excerpt='thirty-five')
>>> judge_text("I can jump back here", hints_allowed=False)
TalkVerdict(code='HINT', excerpt='I can jump back')
>>> judge_text("I hold a 3!", hints_allowed=False)
"""

from typing import Literal, NamedTuple

from tenback.rules.guard.hints import find_hint
from tenback.rules.guard.numbers import find_number
from tenback.rules.guard.reading import readings

__all__ = ["TalkVerdict", "judge_text"]


class TalkVerdict(NamedTuple):
    """Why a text may not be said: a stable code, and the words at fault as they were typed."""

    code: Literal["NUMBER", "HINT"]
    excerpt: str


def judge_text(text: str, *, hints_allowed: bool, commands: bool = True) -> TalkVerdict | None:
    """Judge a text in English, French and German at once; ``None``: it may be said.

    Where there are no ``commands`` to speak of, "3!" is a number like any other.
    """
    ways = tuple(readings(text, commands=commands))
    for reading in ways:
        number = find_number(reading)
        if number is not None:
            return TalkVerdict("NUMBER", reading.folded.excerpt(*number))
    hint = None if hints_allowed else find_hint(ways[0])
    if hint is not None:
        return TalkVerdict("HINT", ways[0].folded.excerpt(*hint))
    return None
