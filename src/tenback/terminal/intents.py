"""The meaning of a typed line: a word of any language, or placements."""

import re
from dataclasses import dataclass
from functools import cache

from tenback.records.notation import NotationError
from tenback.rules import CardCommand, GameRules, Placement, Ruleset
from tenback.texts import LANGUAGES, Texts

__all__ = ["WORDS", "Intent", "help_keys", "is_word", "read_command", "read_line"]

#: All intents; the catalogue lists the words for each under ``words.NAME``.
WORDS = (
    "end",
    "undo",
    "moves",
    "hint",
    "table",
    "keep_off",
    "small_steps",
    "holds",
    "clear",
    "say",
    "save",
    "concede",
    "why",
    "rules",
    "help",
    "quit",
)

_PLACEMENTS = re.compile(r"(?:\d{1,3}\s*(?:[>:]\s*)?[A-Za-z]{1,2}[0-9]?(?:[\s,;]+|$))+", re.ASCII)
_PLACEMENT = re.compile(r"(\d{1,3})\s*(?:[>:]\s*)?([A-Za-z]{1,2}[0-9]?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Intent:
    """A word and the rest of the line, or placements (then the word is ``place``)."""

    word: str
    rest: str = ""
    placements: tuple[Placement, ...] = ()


@cache
def _meanings() -> dict[str, str]:
    """Map every word of every language to its intent; in a clash the first language wins."""
    meanings: dict[str, str] = {}
    for language in LANGUAGES:
        texts = Texts(language)
        for word in WORDS:
            for spelling in texts.words(f"words.{word}"):
                meanings.setdefault(spelling.casefold(), word)
    return meanings


@cache
def _commands() -> dict[str, CardCommand]:
    """Map every name of a command in every language, and its code, to the command."""
    names = {str(command).casefold(): command for command in CardCommand}
    for language in LANGUAGES:
        texts = Texts(language)
        for command in CardCommand:
            spellings = (texts(f"command.{command}"), *texts.words(f"words.command.{command}"))
            names |= {spelling.casefold(): command for spelling in spellings}
    return names


def read_command(text: str) -> CardCommand | None:
    """Find the command by its name in any language; None if there is none."""
    return _commands().get(" ".join(text.split()).casefold())


def help_keys(rules: Ruleset) -> tuple[str, ...]:
    """Return the keys of the help text in order, limited to what this game has."""
    left_out = {"help", "say"}
    if not rules.game.is_team_game:
        left_out |= {"keep_off", "small_steps", "clear"}
    if "layout" not in rules.game.options:
        left_out.add("holds")
    listed = ["place", *(word for word in WORDS if word not in left_out)]
    say = "say" if rules.game.is_team_game else "say_freely"
    return (*listed[: listed.index("save")], say, *listed[listed.index("save") :])


def is_word(word: str, line: str) -> bool:
    """Whether a line is this intent and nothing else, in any language."""
    return _meanings().get(line.strip().casefold()) == word


def read_line(line: str, game: GameRules, seat: int) -> Intent | None:
    """Read a line; None for an empty one.

    An unreadable line raises a NotationError, an unknown pile a PileNameError.
    """
    line = line.strip()
    if not line:
        return None
    if _PLACEMENTS.fullmatch(line):
        found = (
            Placement(int(match[1]), game.pile_index(match[2], seat))
            for match in _PLACEMENT.finditer(line)
        )
        return Intent("place", placements=tuple(found))
    first, _, rest = line.partition(" ")
    word = _meanings().get(first.casefold())
    if word is None:
        raise NotationError(line)
    return Intent(word, rest.strip())
