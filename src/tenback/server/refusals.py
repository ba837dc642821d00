"""Refusal codes of the server, besides those of the table and the rules of the game."""

from enum import StrEnum

__all__ = ["ServerCode"]


class ServerCode(StrEnum):
    """Stable codes; the sentence for people is ``refusal.CODE`` in the text catalogue."""

    # Requests.
    REQUEST = "REQUEST"
    INTERNAL = "INTERNAL"
    NO_PAGE = "NO_PAGE"
    RULES = "RULES"
    SEAT_KIND = "SEAT_KIND"
    NO_TABLE = "NO_TABLE"
    NO_SUCH_GAME = "NO_SUCH_GAME"
    NO_PUZZLE = "NO_PUZZLE"
    CLOSED = "CLOSED"
    UNREADABLE = "UNREADABLE"
    HOST = "HOST"
    ORIGIN = "ORIGIN"
    MEDIA_TYPE = "MEDIA_TYPE"
    METRICS = "METRICS"
    # The deal of the day.
    NO_DAY = "NO_DAY"
    DAILY_ON = "DAILY_ON"
    SEALED = "SEALED"
    # Reviews.
    RECORD = "RECORD"
    NO_REVIEW = "NO_REVIEW"
    NOT_REVIEWABLE = "NOT_REVIEWABLE"
    REVIEW_FAILED = "REVIEW_FAILED"
    REVIEWS_FULL = "REVIEWS_FULL"
    # Connections.
    HELLO = "HELLO"
    TOKEN = "TOKEN"
    NO_SPECTATORS = "NO_SPECTATORS"
    FULL = "FULL"
    SLOW = "SLOW"
    UNSEATED = "UNSEATED"
    MOVED = "MOVED"
    # Messages.
    MESSAGE = "MESSAGE"
    SPECTATOR = "SPECTATOR"
    RATE = "RATE"
    STORAGE = "STORAGE"
