"""The accounts of a game: what was lost, what the draws brought, what was hidden, and their sum.

Everything is for the team; in a duel for seat 0, for whom a chance of seat 1 counts as its
complement. The account of turn t goes from the chance before it to the chance before the next:

    best(t) - loss(t) + luck(t) + hidden(t) = best(t + 1)

so that the sum over a game is its end less its beginning, whatever the chances are.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tenback.analysis.reviewing.estimates import Measured, total
from tenback.analysis.reviewing.evaluator import TurnChances
from tenback.analysis.reviewing.result import Judgement

__all__ = ["Account", "accuracy_of", "close_accounts", "judgement_of", "seen_from_table"]

#: Added to both chances of a ratio: giving away a tiny chance must not count for everything.
SMALL: Final = 0.05
_JUDGEMENTS: Final = (
    (0.15, Judgement.BLUNDER),
    (0.05, Judgement.MISTAKE),
    (0.02, Judgement.INACCURACY),
)


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a turn, for the seat that played it."""

    seat: int
    chances: TurnChances
    drawn: Measured
    luck: Measured
    hidden: Measured


def seen_from_table(chance: Measured, seat: int, *, is_team: bool) -> Measured:
    """Return a seat's chance as one of the team, or of seat 0."""
    return chance if is_team or seat == 0 else chance.mirrored()


def close_accounts(
    turns: Sequence[tuple[int, TurnChances]], end: Measured, *, is_team: bool
) -> list[Account]:
    """Fill in what the next turn, or the end, brought to light; ``end`` is the table's chance."""
    accounts: list[Account] = []
    for index, (seat, chances) in enumerate(turns):
        if index + 1 < len(turns):
            next_seat, following = turns[index + 1]
            then = seen_from_table(following.best, next_seat, is_team=is_team)
        else:
            then = end
        then = seen_from_table(then, seat, is_team=is_team)
        if chances.drawn is None:
            luck = then.less(chances.played)
            accounts.append(Account(seat, chances, then, luck, Measured(0.0)))
        else:
            hidden = then.less(chances.drawn)
            accounts.append(Account(seat, chances, chances.drawn, chances.luck, hidden))
    return accounts


def sum_for_table(
    accounts: Sequence[Account], parts: Sequence[Measured], *, is_team: bool
) -> Measured:
    """Add up parts of accounts for the team, or for seat 0."""
    signed = [
        part if is_team or account.seat == 0 else Measured(-part.value, part.error)
        for account, part in zip(accounts, parts, strict=True)
    ]
    return total(signed)


def accuracy_of(turns: Sequence[TurnChances]) -> float:
    """Return the share of the chances that turns have kept, in percent.

    The product over the turns of (played + 0.05) / (best + 0.05).
    """
    kept = (
        math.log((chances.played.value + SMALL) / (chances.best.value + SMALL)) for chances in turns
    )
    return 100.0 * math.exp(math.fsum(kept))


def judgement_of(loss: float) -> Judgement | None:
    """Return the word for a loss beyond the error."""
    return next((word for least, word in _JUDGEMENTS if loss >= least), None)
