"""What a picture of a table shows, in plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

__all__ = ["Drawable", "HandPicture", "PilePicture", "TablePicture", "picture_of"]


@dataclass(frozen=True, slots=True)
class PilePicture:
    """A pile: its name, its direction and its top."""

    name: str
    ascending: bool
    top: int
    #: Whether nothing but the row card lies there.
    is_base: bool
    #: Whether the command of its top no longer binds.
    is_spent: bool = False


@dataclass(frozen=True, slots=True)
class HandPicture:
    """Somebody's hand; ``cards`` is None if they are not shown."""

    name: str
    count: int
    cards: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A table: what is going on, the piles, what is left to draw, and the hands."""

    caption: str
    piles: tuple[PilePicture, ...]
    decks: tuple[int, ...]
    hands: tuple[HandPicture, ...]
    #: The highest card of the game: cards are drawn from dawn (low) to night (high).
    highest: int
    #: The commands that cards carry, and other marks.
    commands: Mapping[int, str] = field(default_factory=dict[int, str])


class Drawable(Protocol):
    """Something that can be drawn."""

    def picture(self) -> TablePicture:
        """Describe the table in plain values."""
        ...


def picture_of(drawable: Drawable) -> TablePicture:
    """Return the picture of a game, a state or a view; anything else is a TypeError."""
    if not hasattr(drawable, "picture"):
        raise TypeError(f"a game, a state or a view can be drawn, not {drawable!r}")
    return drawable.picture()
