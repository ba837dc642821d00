"""On Fire: the Original with six burning cards, a variant that no rule sheet of ours describes.

The cards 22, 33, 44, 55, 66 and 77 burn: one that lies open must be covered by the end of the
next player's turn at the latest.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tenback.rules.duties import OwnDuties, touched_piles
from tenback.rules.games.original import Original
from tenback.rules.ruleset import Ruleset
from tenback.rules.values import Turn

__all__ = ["OnFire"]

FIRE_OPEN = "FIRE_OPEN"
BURNED = "FIRE"


def judge_end(tops: Sequence[int], touched: int, _laid: int) -> int:
    """Refuse to end a turn that leaves a fire of an earlier turn: a pile it has not touched."""
    for pile in range(len(tops)):
        top = tops[pile]
        if top % 11 == 0 and 22 <= top <= 77 and not touched >> pile & 1:
            return 1
    return 0


class OnFire(Original):
    """The Original with six cards that must not lie open for long."""

    id: ClassVar[str] = "on-fire"
    aliases: ClassVar[tuple[str, ...]] = ("fire", "the-game-on-fire")
    menu_order: ClassVar[int] = 4
    former_options: ClassVar[frozenset[str]] = frozenset()
    marks: ClassVar[Mapping[int, str]] = dict.fromkeys(range(22, 78, 11), "fire")
    own_duties: ClassVar[OwnDuties | None] = OwnDuties((FIRE_OPEN,), judge_end)
    breaches: ClassVar[Mapping[str, str]] = {**Original.breaches, FIRE_OPEN: BURNED}
    causes: ClassVar[Mapping[str, str]] = {**Original.causes, FIRE_OPEN: BURNED}

    def piles_to_cover(self, rules: Ruleset, turn: Turn) -> tuple[int, ...]:
        """Fires of an earlier turn: piles that this one has not touched."""
        del rules
        touched = touched_piles(turn)
        return tuple(
            pile
            for pile, top in enumerate(turn.tops)
            if top in self.marks and not touched >> pile & 1
        )

    def open_duties(self, rules: Ruleset, turn: Turn) -> tuple[tuple[str, int], ...]:
        """Name fires to put out first, then the count that the minimum asks for."""
        fires = len(self.piles_to_cover(rules, turn))
        duties: tuple[tuple[str, int], ...] = (("cover_fire", fires),) if fires else ()
        return duties + super().open_duties(rules, turn)
