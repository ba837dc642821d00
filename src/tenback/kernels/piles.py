"""What a pile is to a seat: its direction, its owner, whose cards it waits for."""

from tenback.kernels.compiling import jit
from tenback.kernels.packed import PackedRules

__all__ = ["deck_of_pile", "first_own_pile", "is_ascending", "is_rivals_pile"]


@jit
def is_ascending(rules: PackedRules, pile: int) -> bool:
    """Whether a pile goes up."""
    return rules.ascending[pile] != 0


@jit
def is_rivals_pile(rules: PackedRules, pile: int, seat: int) -> bool:
    """Whether a pile belongs to somebody else; a team's belong to nobody."""
    owner = rules.owners[pile]
    return owner >= 0 and owner != seat


@jit
def first_own_pile(rules: PackedRules, seat: int) -> int:
    """Return the first pile in a seat's own order: its own come first."""
    for pile in range(4):
        if rules.owners[pile] == seat:
            return pile
    return 0


@jit
def deck_of_pile(rules: PackedRules, pile: int) -> int:
    """Return the deck whose cards go on a pile: its owner's, or the team's one deck."""
    owner: int = rules.owners[pile]
    if owner < 0:
        return 0
    return rules.deck_of[owner]
