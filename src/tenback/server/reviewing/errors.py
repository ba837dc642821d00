"""Why there is no review."""

__all__ = ["NotReviewableError", "ReviewFailedError", "ReviewsFullError"]


class NotReviewableError(Exception):
    """The game, or the turn, cannot be judged; the message says why."""


class ReviewFailedError(Exception):
    """The worker failed; it may be asked again."""


class ReviewsFullError(Exception):
    """Too much waits already, of everybody or of one address."""
