"""Sums and comparisons that give a value away although `one` is the only number in them.

`One`, `un` and `ein` are words of ordinary speech and pass by themselves. A sum with any other
number falls with that number; what is left for this file are a few turns of phrase.
"""

from collections.abc import Iterable

from tenback.rules.guard.patterns import whole_phrases
from tenback.rules.guard.reading import Reading, Span

__all__ = ["Sums"]


class Sums:
    """The turns of phrase of some languages."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._sum = whole_phrases(phrases)

    def find(self, reading: Reading) -> Span | None:
        """Where a value is named by a sum with `one`, or by doubling or halving."""
        found = self._sum.search(reading.sentence)
        return reading.span(reading.words_in(*found.span())) if found else None
