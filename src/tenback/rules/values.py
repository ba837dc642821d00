"""The small values that the rules are about."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

__all__ = [
    "ClosedTurn",
    "Draws",
    "Outcome",
    "Phase",
    "Pile",
    "Placement",
    "Rating",
    "Termination",
    "Turn",
]


EXCELLENT_BELOW = 10


class Pile(NamedTuple):
    """One place to lay cards; ``owner`` is the seat it belongs to, None for the whole team."""

    ascending: bool
    base: int
    owner: int | None = None

    def belongs_to(self, seat: int | None) -> bool:
        """Whether the pile is the seat's own or the team's; None is somebody who watches."""
        return self.owner in (None, seat)


class Placement(NamedTuple):
    """A card on a pile, the pile by its index in the game."""

    card: int
    pile: int


class Turn(NamedTuple):
    """All that the rules of laying cards look at: public tops and the mover's own hand.

    A player can build it from what they see, so planning a turn needs no hidden card.
    """

    seat: int
    minimum: int
    tops: tuple[int, ...]
    hand: tuple[int, ...]
    laid: tuple[Placement, ...] = ()

    def after(self, placement: Placement) -> "Turn":
        """Return the turn with one more card laid; the placement is not judged here."""
        card, pile = placement
        at = self.hand.index(card)
        return Turn(
            self.seat,
            self.minimum,
            (*self.tops[:pile], card, *self.tops[pile + 1 :]),
            self.hand[:at] + self.hand[at + 1 :],
            (*self.laid, placement),
        )


class ClosedTurn(NamedTuple):
    """What everybody saw of a finished turn; ``tops`` are those that it left."""

    seat: int
    laid: tuple[Placement, ...]
    drawn: int
    tops: tuple[int, ...]


class Draws(StrEnum):
    """How many cards an ended turn draws."""

    AS_LAID = "as_laid"
    #: Back to a full hand; only one card under DRAW_ONE.
    REFILL = "refill"
    #: Two, or back to a full hand after a card for the opponent.
    TWO_OR_REFILL = "two_or_refill"


class Phase(StrEnum):
    """Where a game stands: hands are seen before the starter is named (A-8)."""

    STARTING = "starting"
    PLAYING = "playing"
    OVER = "over"


class Termination(StrEnum):
    """How a game of the three ended; another game may add its own as plain strings."""

    CLEARED = "CLEARED"
    BLOCKED = "BLOCKED"
    SKULL = "SKULL"
    THREE = "THREE"
    NO_JUMP = "NO_JUMP"
    ONE_PILE = "ONE_PILE"
    MINIMUM = "MINIMUM"
    CONCEDED = "CONCEDED"


class Rating(StrEnum):
    """What the end of a game is worth (G-21, G-22)."""

    BEATEN = "beaten"
    EXCELLENT = "excellent"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    ``score`` counts cards not laid (G-20, E-6); in a duel those of the loser. ``winners`` are the
    seats that won: all of them, one of them, or none. ``seat`` ended the game: it laid the last
    card, failed or conceded.
    """

    termination: str
    score: int
    winners: tuple[int, ...]
    seat: int

    @property
    def winner(self) -> int | None:
        """The one seat that won a duel or a solo game; None when nobody or a whole team did."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def won(self) -> bool:
        """Whether anybody won."""
        return bool(self.winners)

    @property
    def rating(self) -> Rating:
        """All laid; blocked with fewer than ten cards left; or lost (G-21, G-22).

        Whoever breaks a command or concedes has lost, however few cards were left.
        """
        if self.won:
            return Rating.BEATEN
        few_left = self.termination == Termination.BLOCKED and self.score < EXCELLENT_BELOW
        return Rating.EXCELLENT if few_left else Rating.LOST
