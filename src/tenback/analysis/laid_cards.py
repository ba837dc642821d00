"""A turn card by card: what each placement did to its pile."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tenback.rules import Placement
from tenback.rules.placement import gap, is_jump
from tenback.rules.values import Pile

__all__ = ["LaidCard", "lay_out", "tops_after"]


class LaidCard(NamedTuple):
    """A placement with the top it was laid on."""

    card: int
    pile: int
    top: int
    is_jump: bool
    width: int


def lay_out(
    piles: Sequence[Pile], tops: Iterable[int], placements: Iterable[Placement]
) -> tuple[LaidCard, ...]:
    """Follow a turn from the tops it begins with."""
    now = list(tops)
    laid: list[LaidCard] = []
    for card, pile in placements:
        top, ascending = now[pile], piles[pile].ascending
        laid.append(
            LaidCard(card, pile, top, is_jump(ascending, top, card), gap(ascending, top, card))
        )
        now[pile] = card
    return tuple(laid)


def tops_after(tops: Iterable[int], turn: Iterable[Placement | LaidCard]) -> list[int]:
    """Return the tops that a turn leaves."""
    after = list(tops)
    for laid in turn:
        after[laid.pile] = laid.card
    return after
