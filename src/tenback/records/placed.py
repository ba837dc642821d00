"""A card on a pile as messages and JSON files show it."""

from collections.abc import Iterable

import msgspec

from tenback.rules import Placement

__all__ = ["Placed", "read_placements", "show_placements"]


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A card on a pile, the pile by its index in the game."""

    card: int
    pile: int


def show_placements(placements: Iterable[Placement]) -> tuple[Placed, ...]:
    """Return placements as they are shown."""
    return tuple([Placed(card, pile) for card, pile in placements])


def read_placements(placed: Iterable[Placed]) -> tuple[Placement, ...]:
    """Return placements from what was shown."""
    return tuple(Placement(one.card, one.pile) for one in placed)
