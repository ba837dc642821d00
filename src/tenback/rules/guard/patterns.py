"""Patterns as language packs write them: named fragments in braces, alternatives as lists.

A pattern reads a folded sentence, in which the names of piles and of the command 3! are words of
their own; packs write them ``{ascending}``, ``{descending}``, ``{pile_name}``, ``{printed_three}``.
"""

import re
from collections.abc import Iterable, Mapping

from tenback.rules.guard.reading import ASCENDING_PILE, COMMAND_THREE, DESCENDING_PILE

__all__ = ["FragmentError", "any_of", "compile_any", "expand", "whole_phrases"]

_NAMES = {
    "ascending": ASCENDING_PILE,
    "descending": DESCENDING_PILE,
    "pile_name": f"(?:{ASCENDING_PILE}|{DESCENDING_PILE})",
    "printed_three": COMMAND_THREE,
}
# Not the braces of "{0,3}".
_FRAGMENT = re.compile(r"\{([a-z_]+)\}")


class FragmentError(ValueError):
    """A fragment that does not exist, or that contains itself."""


def any_of(patterns: Iterable[str]) -> str:
    """A pattern for any of these; without any, one that never matches."""
    return f"(?:{'|'.join(patterns) or '(?!)'})"


def compile_any(patterns: Iterable[str], before: str = "", after: str = "") -> re.Pattern[str]:
    """Compile a pattern for any of these; a ValueError names one that cannot be compiled."""
    patterns = tuple(patterns)
    try:
        return re.compile(before + any_of(patterns) + after)
    except re.error:
        for pattern in patterns:
            _verify(pattern)
        raise


def whole_phrases(patterns: Iterable[str]) -> re.Pattern[str]:
    """Compile a pattern for any of these phrases, each from word to word."""
    return compile_any(rf"\b(?:{pattern})\b" for pattern in patterns)


def _verify(pattern: str) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"{pattern!r} is not a pattern: {error}") from None


def expand(pattern: str, fragments: Mapping[str, str | list[str]]) -> str:
    """Put the fragments in, and those within them; an unknown one is a FragmentError."""
    return _expand(pattern, fragments, ())


def _expand(pattern: str, fragments: Mapping[str, str | list[str]], within: tuple[str, ...]) -> str:
    def fragment(found: re.Match[str]) -> str:
        name = found[1]
        if name in _NAMES:
            return _NAMES[name]
        if name in within:
            raise FragmentError(f"the fragment {{{name}}} is made of itself")
        match fragments.get(name):
            case None:
                known = ", ".join(f"{{{name}}}" for name in [*_NAMES, *fragments])
                raise FragmentError(f"there is no fragment {{{name}}}; there are {known}")
            case str(text):
                return _expand(text, fragments, (*within, name))
            case parts:
                return any_of(_expand(part, fragments, (*within, name)) for part in parts)

    return _FRAGMENT.sub(fragment, pattern)
