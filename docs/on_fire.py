"""On Fire: a member of the family in one file, as the guide "adding a game" describes it.

The cards 22, 33, 44, 55, 66 and 77 burn: one that lies open must be covered by the end of the
next player's turn at the latest.
"""

from collections.abc import Mapping
from typing import ClassVar

from tenback.rules import Code, Ruleset, Termination, Turn
from tenback.rules.original import Original

BURNING = frozenset({22, 33, 44, 55, 66, 77})
FIRE_OPEN = "FIRE_OPEN"


class OnFire(Original):
    """The Original with six cards that must not lie open for long."""

    id: ClassVar[str] = "on-fire"
    aliases: ClassVar[tuple[str, ...]] = ("fire",)
    breaches: ClassVar[Mapping[str, str]] = {**Original.breaches, FIRE_OPEN: "FIRE"}
    causes: ClassVar[Mapping[str, str]] = {
        Code.MINIMUM: Termination.BLOCKED,
        FIRE_OPEN: "FIRE",
    }

    def judge_end(self, rules: Ruleset, turn: Turn) -> str | None:
        """A fire that was open when the turn began must be covered before it ends."""
        fresh = {placement.card for placement in turn.laid}
        if any(top in BURNING and top not in fresh for top in turn.tops):
            return FIRE_OPEN
        return super().judge_end(rules, turn)
