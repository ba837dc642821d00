"""The review of a game: the chances turn by turn, and what came of play, luck and hidden cards."""

from tenback.analysis.review.result import (
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
from tenback.analysis.review.reviewing import ReviewError, ReviewProgress, review

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
