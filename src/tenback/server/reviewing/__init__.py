"""Reviews of finished games: computed in the background, once, while somebody asks for them."""

from tenback.server.reviewing.desk import (
    NotReviewableError,
    ReviewDesk,
    ReviewFailedError,
    ReviewsFullError,
)
from tenback.server.reviewing.reviewers import REVIEWING, Reviewers

__all__ = [
    "REVIEWING",
    "NotReviewableError",
    "ReviewDesk",
    "ReviewFailedError",
    "Reviewers",
    "ReviewsFullError",
]
