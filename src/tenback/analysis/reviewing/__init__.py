"""The review of a game: the chances turn by turn, and what came of play, luck and hidden cards."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenback.analysis.reviewing.game import ReviewError, ReviewProgress, review
    from tenback.analysis.reviewing.result import (
        Better,
        Deal,
        Estimate,
        Judgement,
        Laid,
        LineTurn,
        Moment,
        PlayerReview,
        Reason,
        Review,
        ReviewedTurn,
    )

_GAME = ("ReviewError", "ReviewProgress", "review")

__all__ = [
    "Better",
    "Deal",
    "Estimate",
    "Judgement",
    "Laid",
    "LineTurn",
    "Moment",
    "PlayerReview",
    "Reason",
    "Review",
    "ReviewError",
    "ReviewProgress",
    "ReviewedTurn",
    "review",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: what a review says is read without compiling."""
    if name not in __all__:
        raise AttributeError(f"module 'tenback.analysis.reviewing' has no attribute {name!r}")
    home = "game" if name in _GAME else "result"
    return getattr(import_module(f"tenback.analysis.reviewing.{home}"), name)
