"""What a review says, as values that serialise: seats count from 0, chances from 0 to 1."""

from enum import StrEnum

import msgspec

from tenback.analysis.verdict import Verdict
from tenback.records.placed import Placed

__all__ = [
    "Attempt",
    "Better",
    "Estimate",
    "Judgement",
    "LineTurn",
    "Moment",
    "PlayerReview",
    "Reason",
    "Review",
    "ReviewedTurn",
    "SolvedDeal",
]


class Judgement(StrEnum):
    """How much of a chance a turn gave away; nothing is said of less."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Estimate(msgspec.Struct, frozen=True):
    """A number with its 95 % interval; the three are equal where it is exact."""

    value: float
    low: float
    high: float


class Better(msgspec.Struct, frozen=True):
    """A turn that was better beyond the error, and the chance after it."""

    placements: tuple[Placed, ...]
    chance: Estimate


class Reason(msgspec.Struct, frozen=True):
    """Why a turn is better or worse than another: a kind, and what fills its sentence.

    The catalogues have the sentence under the kind: ``review.why.`` for a worse turn (kinds of
    ``explaining.REASONS``), ``advise.why.`` for a better one (``favouring.FAVOURS``).
    """

    kind: str
    details: dict[str, int | str] = {}


class Moment(msgspec.Struct, frozen=True):
    """The chances after so many turns.

    ``seats`` holds each seat's own chance from what it could know; ``table`` is the mean of what
    they say about the team, or in a duel about seat 0.
    """

    turns: int
    seats: tuple[Estimate, ...]
    table: float


class ReviewedTurn(msgspec.Struct, frozen=True):
    """A turn and its account, all for the seat that played it.

    ``best`` is the chance before the turn with the best turn known, ``played`` that of the turn
    that was played, before its draw, and ``drawn`` that after the draw. So ``loss`` is ``best``
    less ``played`` and ``luck`` is ``drawn`` less ``played``. ``hidden`` is what came to light
    with the next turn or the end: the chance then, less ``drawn``. ``exact`` says that nothing was
    hidden from the seat and the solver decided. ``position`` is, for a turn with a judgement, the
    position before it as the seat knew it, in text.
    """

    number: int
    seat: int
    placements: tuple[Placed, ...]
    conceded: bool
    best: Estimate
    played: Estimate
    drawn: Estimate
    loss: Estimate
    luck: Estimate
    hidden: float
    exact: bool
    better: Better | None = None
    judgement: Judgement | None = None
    reasons: tuple[Reason, ...] = ()
    position: str = ""


class Attempt(msgspec.Struct, frozen=True):
    """Another turn instead of one of the game, judged on the same samples.

    ``chance`` is what it leaves, ``best`` that of the best turn known, ``loss`` the difference; a
    ``better`` turn is one that beats it beyond the error.
    """

    number: int
    seat: int
    placements: tuple[Placed, ...]
    chance: Estimate
    best: Estimate
    loss: Estimate
    exact: bool
    better: Better | None = None
    judgement: Judgement | None = None
    reasons: tuple[Reason, ...] = ()


class PlayerReview(msgspec.Struct, frozen=True):
    """What a seat did with its turns.

    ``adjusted`` is its chance at the deal less what its own turns lost: the result to be expected
    from its play if draws were average and everybody else played the best turns known.
    """

    seat: int
    name: str
    turns: int
    lost: Estimate
    luck: Estimate
    adjusted: float
    accuracy: float


class LineTurn(msgspec.Struct, frozen=True):
    """A turn of the solver's line."""

    seat: int
    placements: tuple[Placed, ...]


class SolvedDeal(msgspec.Struct, frozen=True):
    """Whether the deal could be won with every card known (in a duel by the starter), and the line.

    ``cards_left`` are those that the line leaves; a line that was not proved may be beaten.
    """

    verdict: Verdict
    cards_left: int
    line: tuple[LineTurn, ...]


class Review(msgspec.Struct, frozen=True):
    """A whole game reviewed.

    For the team, or in a duel for seat 0: ``start - lost + luck + hidden`` is the result, 1 or 0.
    A game that was broken off has no ``result``; the sum is then ``end``, its last chance. In a
    duel ``lost`` is seat 0's losses less those of seat 1, and ``luck`` likewise.
    """

    game: str
    players: int
    names: tuple[str, ...]
    seed: int
    samples: int
    calibrated: bool
    result: int | None
    start: Estimate
    end: float
    lost: Estimate
    luck: Estimate
    hidden: Estimate
    adjusted: float
    accuracy: float
    curve: tuple[Moment, ...]
    turns: tuple[ReviewedTurn, ...]
    #: Numbers of the turns with a judgement, the costliest first.
    costliest: tuple[int, ...]
    seats: tuple[PlayerReview, ...]
    deal: SolvedDeal
