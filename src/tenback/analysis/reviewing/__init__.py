"""The review of a game: the chances turn by turn, and what came of play, luck and hidden cards."""

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
