"""What a pile is to a seat: its direction, its owner, whose cards it waits for."""

from tenback.kernels.compiling import jit
from tenback.kernels.packed import PILES, Numbers, PackedRules

__all__ = [
    "FIRST_DOWN",
    "FIRST_UP",
    "SECOND_DOWN",
    "SECOND_UP",
    "are_mirrored",
    "deck_of_pile",
    "first_own_pile",
    "is_ascending",
    "is_rivals_pile",
    "team_advance",
]

#: A team's piles, as networks and solver take them for granted; see ``verify_piles``.
FIRST_UP, SECOND_UP, FIRST_DOWN, SECOND_DOWN = range(PILES)


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
    for pile in range(PILES):
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


@jit
def team_advance(tops: Numbers) -> int:
    """Add up how far a team's piles have come, but for a constant."""
    return tops[FIRST_UP] + tops[SECOND_UP] - tops[FIRST_DOWN] - tops[SECOND_DOWN]


@jit
def are_mirrored(one: Numbers, other: Numbers) -> bool:
    """Whether a team's tops are the same, or would be if piles of one direction were swapped."""
    return _is_same_pair(
        one[FIRST_UP], one[SECOND_UP], other[FIRST_UP], other[SECOND_UP]
    ) and _is_same_pair(one[FIRST_DOWN], one[SECOND_DOWN], other[FIRST_DOWN], other[SECOND_DOWN])


@jit
def _is_same_pair(first: int, second: int, third: int, fourth: int) -> bool:
    return min(first, second) == min(third, fourth) and max(first, second) == max(third, fourth)
