"""Errors in texts: those that do not parse, and those that parse but break the rules."""

__all__ = ["PositionError", "RecordSyntaxError", "ReplayError"]


class RecordSyntaxError(ValueError):
    """A text is not in the format: where, what was expected and what was found."""

    def __init__(self, line: int, column: int, expected: str, found: str) -> None:
        super().__init__(f"line {line}, column {column}: expected {expected}, found {found!r}")
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found


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
