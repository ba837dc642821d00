"""A choice as one number: a card and a pile, or that no card is laid."""

from tenback.kernels.compiling import jit
from tenback.kernels.packed import PILES

__all__ = ["END", "STUCK", "card_of", "choice_of", "pile_of"]

#: The turn ends here.
END = -1
#: The turn can neither go on nor end: the game is lost (A-2).
STUCK = -2
#: A pile is the last bits of a choice.
_PILE_BITS = 2
assert PILES == 1 << _PILE_BITS


@jit
def choice_of(card: int, pile: int) -> int:
    """Return the choice to lay a card on a pile."""
    return card << _PILE_BITS | pile


@jit
def card_of(choice: int) -> int:
    """Return the card that a choice lays."""
    return choice >> _PILE_BITS


@jit
def pile_of(choice: int) -> int:
    """Return the pile that a choice lays its card on."""
    return choice & (PILES - 1)
