"""Passages of the rules: what the text of a game says about a rule."""

import re
from collections.abc import Iterator

from tenback.texts import rules_text

__all__ = ["as_lines", "cited_rules", "passages"]

_CITATION = re.compile(r" ?\[([A-Z]-\d+(?:, [A-Z]-\d+)*)\]")
# No-break spaces stay: they keep a sign with its word.
_SPACE = re.compile(r"[ \n]+")
_PARAGRAPH = re.compile(r"\n\s*\n")
_ITEM = re.compile(r"\n(?=- )")
_HEADING = re.compile(r"^#+ ")
_BLOCK = re.compile(r"\n\s*\n|\n(?=- )")


def as_lines(text: str) -> str:
    """Put every paragraph and every item of a list on one line; whoever shows it breaks it."""
    return "\n\n".join(
        "\n".join(_HEADING.sub("", _SPACE.sub(" ", item)) for item in _ITEM.split(paragraph))
        for paragraph in _PARAGRAPH.split(text.strip())
    )


def cited_rules(text: str) -> set[str]:
    """The numbers of the rules that a text cites in brackets."""
    joined = _SPACE.sub(" ", text)
    return {rule for found in _CITATION.finditer(joined) for rule in found[1].split(", ")}


def passages(game: str, language: str, rules: str) -> tuple[str, ...]:
    """Return the paragraphs and list items about any of these rules ("G-9, G-13"), without numbers.

    Where the text of the game says nothing about them, the passages of the Original are returned.
    """
    wanted = set(rules.split(", "))
    return tuple(_about(wanted, rules_text(game, language))) or tuple(
        _about(wanted, rules_text("original", language))
    )


def _about(wanted: set[str], text: str) -> Iterator[str]:
    for block in _BLOCK.split(text):
        if wanted & cited_rules(block):
            yield _CITATION.sub("", _SPACE.sub(" ", block.removeprefix("- ")).strip())
