"""A placement as a word and a number, for those who draw or describe it."""

from typing import Literal

from tenback.rules import Placement, Ruleset
from tenback.rules.placement import JUMP, gap, is_jump

__all__ = ["Move", "describe_move"]

Move = Literal["step", "jump", "help"]


def describe_move(
    rules: Ruleset, seat: int | None, top: int, placement: Placement
) -> tuple[Move, int]:
    """Return whether it is a step, a jump or a help to the opponent, and by how much."""
    ascending, _, owner = rules.game.piles[placement.pile]
    step = gap(ascending, top, placement.card)
    if owner is not None and owner != seat:
        return "help", -step
    if is_jump(ascending, top, placement.card):
        return "jump", JUMP
    return "step", step
