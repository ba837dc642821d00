"""Duties that only one game has, written once for the rules and for compiled code."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tenback.rules.values import Turn

__all__ = ["OwnDuties", "touched_piles"]

#: Judges the end of a turn: (tops, piles touched, cards laid) -> 0, or the number of a code.
JudgeEnd = Callable[[Sequence[int], int, int], int]
#: Judges one card more: (tops, piles touched, cards laid, card, pile) -> the same.
JudgeCard = Callable[[Sequence[int], int, int, int, int], int]


def judge_no_end(_tops: Sequence[int], _touched: int, _laid: int) -> int:
    """Ask nothing of the end of a turn."""
    return 0


def judge_no_card(_tops: Sequence[int], _touched: int, _laid: int, _card: int, _pile: int) -> int:
    """Ask nothing of a card."""
    return 0


@dataclass(frozen=True, slots=True)
class OwnDuties:
    """Duties beyond those of the family, with the codes that refuse what breaks them.

    The functions look at plain numbers: the tops of the piles, the piles touched in this turn (a
    bit each) and how many cards it has laid. They give 0, or the number of one of ``codes`` from 1.
    They are functions of a module, in the part of Python that Numba compiles: the kernels compile
    these very functions.
    """

    codes: tuple[str, ...]
    judge_end: JudgeEnd = judge_no_end
    judge_card: JudgeCard = judge_no_card

    def code(self, number: int) -> str | None:
        """Return the code of a number, None for 0."""
        return self.codes[number - 1] if number else None


def touched_piles(turn: Turn) -> int:
    """Return the piles that a turn has laid cards on, a bit each."""
    touched = 0
    for _, pile in turn.laid:
        touched |= 1 << pile
    return touched
