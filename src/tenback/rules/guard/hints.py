"""Find a hint from which a number could be guessed: a jump announced, a card described."""

import re

from tenback.rules.guard import hints_de, hints_en, hints_fr
from tenback.rules.guard.reading import Reading, Span

__all__ = ["find_hint"]


def _any_of(phrases: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?:\b{phrase}\b)" for phrase in phrases))


_APOSTROPHE = re.compile(r"['’‘ʼ`´]")

# Wishes such as "no big jumps here", and the command that forbids jumps, are no hints.
_ALLOWED = _any_of([*hints_en.ALLOWED, *hints_fr.ALLOWED, *hints_de.ALLOWED])
_HINT = _any_of([*hints_en.HINTS, *hints_fr.HINTS, *hints_de.HINTS])


def find_hint(reading: Reading) -> Span | None:
    """Where a hint stands, if anywhere."""
    # Blotted out with as many dots, so that every word keeps its place.
    sentence = _ALLOWED.sub(lambda allowed: "." * len(allowed.group()), reading.sentence)
    found = _HINT.search(sentence)
    if found is None:
        return None
    places = reading.words_in(found)
    # "J'ai", "I've": what is elided belongs to the word behind it.
    first = places[0]
    while first > 0 and _APOSTROPHE.fullmatch(reading.gap(first)):
        first -= 1
    return reading.span(range(first, places[-1] + 1))
