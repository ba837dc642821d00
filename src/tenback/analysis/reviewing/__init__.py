"""The review of a game: the chances turn by turn, and what came of play, luck and hidden cards.

What a review says loads fast; what makes one loads the compiler when it is first used.
"""

from typing import TYPE_CHECKING

from tenback.analysis.reviewing.result import (
    Attempt,
    Better,
    Estimate,
    Judgement,
    LineTurn,
    Moment,
    PlayerReview,
    Reason,
    Review,
    ReviewedTurn,
    SolvedDeal,
)
from tenback.analysis.reviewing.version import DEFAULT_SAMPLES, review_version
from tenback.lazy import lazy_names

if TYPE_CHECKING:
    from tenback.analysis.reviewing.attempt import AttemptError, judge_attempt
    from tenback.analysis.reviewing.game import ReviewError, ReviewProgress, review

_HOMES = {
    "attempt": ("AttemptError", "judge_attempt"),
    "game": ("ReviewError", "ReviewProgress", "review"),
}

__all__ = [
    "DEFAULT_SAMPLES",
    "Attempt",
    "AttemptError",
    "Better",
    "Estimate",
    "Judgement",
    "LineTurn",
    "Moment",
    "PlayerReview",
    "Reason",
    "Review",
    "ReviewError",
    "ReviewProgress",
    "ReviewedTurn",
    "SolvedDeal",
    "judge_attempt",
    "review",
    "review_version",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES, extra="kernels")
