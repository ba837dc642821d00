"""What a placement does, as a word and a number, for screens and for sentences."""

from typing import Literal

from tenback.rules.placement import JUMP, gap, is_jump
from tenback.rules.values import Pile

__all__ = ["Move", "describe_move"]

Move = Literal["step", "jump", "help"]


def describe_move(pile: Pile, seat: int | None, top: int, card: int) -> tuple[Move, int]:
    """Return whether it is a step, a jump or a help to the opponent, and by how much."""
    ascending, _, owner = pile
    step = gap(ascending, top, card)
    if owner is not None and owner != seat:
        return "help", -step
    if is_jump(ascending, top, card):
        return "jump", JUMP
    return "step", step
