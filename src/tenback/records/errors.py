"""Errors in texts: those that do not parse, and those that parse but break the rules."""

from enum import StrEnum

__all__ = ["Fault", "PositionError", "RecordSyntaxError", "ReplayError"]


class Fault(StrEnum):
    """What can be wrong with a record; each has a sentence in every catalogue.

    Its key is ``refusal.RECORD.`` and the value. The sentence quotes ``found``, and of the details
    the one that is named above a member.
    """

    DEAL = "deal"
    #: ``example``
    FORM = "form"
    #: ``place``
    JSON = "json"
    #: ``name``
    MISSING = "missing"
    NUMBER = "number"
    #: ``known``
    ONE_OF = "one_of"
    #: ``known``
    PILE = "pile"
    #: ``title``
    TITLE = "title"
    TURN_END = "turn_end"
    #: ``number``
    TURN_NUMBER = "turn_number"
    #: ``name``
    TWICE = "twice"
    #: ``name``
    VALUE = "value"


class RecordSyntaxError(ValueError):
    """A text is not in the format: where, what was expected and what was found.

    Its message is in English, for programs and the command line. An error in a record has a
    ``fault``, from which, with ``details``, every language makes a sentence.
    """

    def __init__(
        self,
        line: int,
        column: int,
        expected: str,
        found: str,
        fault: Fault | None = None,
        **details: int | str,
    ) -> None:
        super().__init__(f"line {line}, column {column}: expected {expected}, found {found!r}")
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found
        self.fault = fault
        self.details = details


class PositionError(ValueError):
    """A position parses, but no game can reach it."""


class ReplayError(ValueError):
    """A record breaks the rules: the turn, the code and the rule."""

    def __init__(self, turn: int, what: str, code: str, rule: str) -> None:
        told = f"{code}, rule {rule}" if rule else code
        super().__init__(f"turn {turn}: {what} ({told})")
        self.turn = turn
        self.code = code
        self.rule = rule
