"""The review of a game: the chances turn by turn, and what came of play, luck and hidden cards.

What a review says loads fast; what makes one loads the compiler when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tenback.analysis.reviewing.result import (
    Attempt,
    Better,
    Deal,
    Estimate,
    Judgement,
    LineTurn,
    Moment,
    PlayerReview,
    Reason,
    Review,
    ReviewedTurn,
)
from tenback.analysis.reviewing.version import DEFAULT_SAMPLES, review_version

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
    "Deal",
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
    "judge_attempt",
    "review",
    "review_version",
]


def __getattr__(name: str) -> Any:
    """Import what makes reviews when it is first used."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"tenback.analysis.reviewing.{home}"), name)
    raise AttributeError(f"module 'tenback.analysis.reviewing' has no attribute {name!r}")
