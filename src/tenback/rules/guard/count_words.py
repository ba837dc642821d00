"""What a language says around a count: the shape of the word lists of ``counts_xx``."""

from dataclasses import dataclass

__all__ = ["CountWords"]


@dataclass(frozen=True, slots=True)
class CountWords:
    """The words around a count in one language, folded; texts with ``|`` are patterns.

    ``cards`` to ``jumps`` are the things that are counted. ``about``: words for a rough count.
    ``between`` may stand between a number and its thing; ``either`` joins two numbers of one count,
    ``out_of`` relates them. ``articles`` before a number make it the name of a card. With ``left``
    there may be more things than a hand holds, but not with ``held``. ``after`` and ``before``
    measure the way from one card to another, unless that way leads to the ``goal`` of the game.
    """

    cards: str
    turns: str
    players: str
    piles: str
    commands: str
    minutes: str
    jumps: str
    about: dict[str, int]
    between: frozenset[str]
    either: frozenset[str]
    out_of: str
    articles: frozenset[str]
    left: str
    held: str
    goal: str
    after: tuple[str, ...]
    before: tuple[str, ...]
