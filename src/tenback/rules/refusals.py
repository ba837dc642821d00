"""Refusals: a thing the rules do not allow, with a stable code that programs can read."""

from enum import StrEnum

__all__ = ["RULE_OF_CODE", "Code", "Refusal"]


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


#: The rules behind each code, for messages that say why.
RULE_OF_CODE: dict[str, str] = {
    Code.TURN_OVER: "G-19",
    Code.NOT_IN_HAND: "G-8",
    Code.VALUE: "G-9, G-10, G-13",
    Code.NO_JUMP: "X-19",
    Code.ONE_PILE: "X-20, B-11",
    Code.THREE_LATE: "X-11, B-8",
    Code.STOP_NOT_THIRD: "X-12",
    Code.SKULL_OPEN: "X-9, B-1",
    Code.OPPONENT_LIMIT: "D-11",
    Code.NOT_IMPROVING: "D-12",
    Code.THREE_COUNT: "X-11",
    Code.MINIMUM: "G-7, G-17",
    Code.NOT_STARTED: "A-8",
    Code.ALREADY_STARTED: "A-8",
    Code.STARTER_FIXED: "A-8",
    Code.SILENCE: "X-18, B-19",
    Code.NUMBER: "G-23",
    Code.HINT: "G-23, E-5",
    Code.NO_SIGNALS: "G-23",
    Code.NOT_HELD: "X-17",
}


class Refusal(Exception):  # noqa: N818 - it is an answer of the referee, not an error of the program
    """The referee refuses an action; nothing has changed.

    ``code`` is stable; ``details`` holds what a message needs to say why (card, pile, top, …).
    """

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code, details)
        self.code = str(code)
        self.details = details

    def __str__(self) -> str:
        """Return the code and its details; sentences for people are in the text catalogue."""
        told = ", ".join(f"{name}={value}" for name, value in self.details.items())
        return f"{self.code} ({told})" if told else self.code
