"""Number words that name no card: fixed phrases of ordinary speech, and the command THREE.

The phrases are read in the sentence of a reading, where only spaces and hyphens join words:
"you two" is an idiom, "for you: two" is not.
"""

from collections.abc import Iterable

from tenback.rules.guard.patterns import whole_phrases
from tenback.rules.guard.reading import Reading

__all__ = ["Idioms"]


class Idioms:
    """The harmless phrases of some languages."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._harmless = whole_phrases(phrases)

    def harmless_words(self, reading: Reading) -> frozenset[int]:
        """The places of the words that belong to a harmless phrase."""
        return frozenset(
            place
            for found in self._harmless.finditer(reading.sentence)
            for place in reading.words_in(*found.span())
        )
