"""Refusals: a thing the rules do not allow, with a stable code that programs can read."""

from enum import StrEnum

__all__ = ["Code", "Refusal"]


class Code(StrEnum):
    """The codes of the three games; another game may add its own as plain strings."""

    TURN_OVER = "TURN_OVER"
    NOT_IN_HAND = "NOT_IN_HAND"
    VALUE = "VALUE"
    NO_JUMP = "NO_JUMP"
    ONE_PILE = "ONE_PILE"
    THREE_LATE = "THREE_LATE"
    STOP_NOT_THIRD = "STOP_NOT_THIRD"
    SKULL_OPEN = "SKULL_OPEN"
    OPPONENT_LIMIT = "OPPONENT_LIMIT"
    NOT_IMPROVING = "NOT_IMPROVING"
    THREE_COUNT = "THREE_COUNT"
    MINIMUM = "MINIMUM"
    # Around the turns.
    NOT_STARTED = "NOT_STARTED"
    ALREADY_STARTED = "ALREADY_STARTED"
    STARTER_FIXED = "STARTER_FIXED"
    # Talk.
    SILENCE = "SILENCE"
    NUMBER = "NUMBER"
    HINT = "HINT"
    NO_SIGNALS = "NO_SIGNALS"
    NOT_HELD = "NOT_HELD"
    TEXT_LENGTH = "TEXT_LENGTH"


class Refusal(Exception):  # noqa: N818 - it is an answer of the referee, not an error of the program
    """The referee's no: nothing has changed.

    ``code`` is stable; ``details`` holds what a message needs to say why (card, pile, top, …).
    """

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code, details)
        self.code = str(code)
        self.details = details

    def __str__(self) -> str:
        """Give the code and its details; sentences for people are in the text catalogue."""
        told = ", ".join(f"{name}={value}" for name, value in self.details.items())
        return f"{self.code} ({told})" if told else self.code
