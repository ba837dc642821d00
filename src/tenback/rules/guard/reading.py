"""A folded text cut into words, and the plain sentence that the phrase patterns read."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from tenback.rules.guard.folding import FoldedText, fold

__all__ = [
    "ASCENDING_PILE",
    "COMMAND_THREE",
    "DESCENDING_PILE",
    "Reading",
    "Span",
    "Word",
    "readings",
]

_WORD = re.compile(r"[a-z]+|[0-9]+")
# The names of the piles and of the command 3! hold a digit, and have to be said. They are read as
# words that no language has, each as long as the name, so that every place stays where it was.
ASCENDING_PILE, DESCENDING_PILE, COMMAND_THREE = "jq", "qj", "qx"
_PILE_NAME = re.compile(r"(?<![a-z0-9])([ad])[12](?![a-z0-9])")
# As it is printed: 33!, 3!!, 3!5 and 3! 3! are not its name.
_PRINTED_THREE = re.compile(r"(?<![a-z0-9!])3!(?![a-z0-9!])(?!\W{1,2}[0-9])")
_SOFT = re.compile(r"[\s'’‘ʼ`´_\-‐‑‒–—\"«»“”„*~^]*")
_STOP = re.compile(r"[.!?;:…\n]")

# Signs used for letters in a word ("$ix"); an exclamation mark only before a letter.
_SIGNS_AS_LETTERS = str.maketrans("$@€|£§¢¥!¡", "saeilscyii")
_SIGN_IN_WORD = re.compile(r"[$@€|£§¢¥!¡](?=[a-z])|(?<=[a-z])[$@€|£§¢¥](?!\S)")


class Span(NamedTuple):
    """A part of a folded text."""

    start: int
    end: int


class Word(NamedTuple):
    """One run of letters, or of digits, in the folded text."""

    text: str
    cased: str
    start: int
    end: int


class Reading:
    """One way to read a text: its words, and its sentence of words, commas and stops.

    ``cased`` is the same sentence with its capitals.
    """

    folded: FoldedText
    words: tuple[Word, ...]
    sentence: str
    cased: str
    _starts: tuple[int, ...]

    def __init__(self, folded: FoldedText) -> None:
        self.folded = folded
        self.words = tuple(
            Word(found.group(), folded.cased[slice(*found.span())], *found.span())
            for found in _WORD.finditer(folded.plain)
        )
        parts: list[str] = []
        cased: list[str] = []
        starts: list[int] = []
        length = 0
        for place, word in enumerate(self.words):
            mark = self._mark_before(place) if place else ""
            parts += (mark, word.text)
            cased += (mark, word.cased)
            starts.append(length + len(mark))
            length += len(mark) + len(word.text)
        self.sentence = "".join(parts)
        self.cased = "".join(cased)
        self._starts = tuple(starts)

    def gap(self, place: int) -> str:
        """What stands between the word at ``place`` and the one before it."""
        return self.folded.plain[self.words[place - 1].end : self.words[place].start]

    def joined(self, first: int, last: int) -> bool:
        """Whether only spaces, hyphens and the like stand between these words."""
        return all(self._mark_before(place) == " " for place in range(first + 1, last + 1))

    def clause_before(self, place: int) -> str:
        """What the clause of the word at ``place`` says before it; a stop ends a clause."""
        return self.sentence[: self._starts[place]].rpartition(" . ")[2].rstrip(" ")

    def clause_after(self, place: int) -> str:
        """What the clause of the word at ``place`` says after it."""
        end = self._starts[place] + len(self.words[place].text)
        return self.sentence[end:].partition(" . ")[0].lstrip(" ")

    def words_in(self, start: int, end: int) -> range:
        """The places of the words in a part of the sentence."""
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, max(start, end - 1)) - 1
        return range(max(first, 0), last + 1)

    def span(self, places: range) -> Span:
        """The part of the folded text that these words cover."""
        return Span(self.words[places[0]].start, self.words[places[-1]].end)

    def _mark_before(self, place: int) -> str:
        gap = self.gap(place)
        if _SOFT.fullmatch(gap) and "\n" not in gap:
            return " "
        return " . " if _STOP.search(gap) else " , "


def readings(text: str, *, commands: bool) -> Iterator[Reading]:
    """The text as it stands, then with signs read as the letters they resemble.

    ``commands``: 3! is the name of a command here, not a number.
    """
    folded = fold(text)
    plain = _PILE_NAME.sub(_pile, folded.plain)
    if commands:
        plain = _PRINTED_THREE.sub(COMMAND_THREE, plain)
    yield Reading(folded._replace(plain=plain))
    signs_read = _SIGN_IN_WORD.sub(_letter, plain)
    if signs_read != plain:
        # Read as one letter each, the signs keep every place where it was.
        yield Reading(folded._replace(plain=signs_read))


def _pile(name: re.Match[str]) -> str:
    return ASCENDING_PILE if name[1] == "a" else DESCENDING_PILE


def _letter(sign: re.Match[str]) -> str:
    return sign.group().translate(_SIGNS_AS_LETTERS)
