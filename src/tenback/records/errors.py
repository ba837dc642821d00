"""Errors of texts: what does not parse, and what parses but breaks the rules."""

__all__ = ["PositionError", "RecordSyntaxError", "ReplayError"]


class RecordSyntaxError(ValueError):
    """A text that is not in the format: where, what was expected, what stands there."""

    def __init__(self, line: int, column: int, expected: str, found: str) -> None:
        super().__init__(f"line {line}, column {column}: expected {expected}, found {found!r}")
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found


class PositionError(ValueError):
    """A position that parses, but that no game can come to."""


class ReplayError(ValueError):
    """A record that does not follow the rules: the turn, the code and the rule it breaks."""

    def __init__(self, turn: int, what: str, code: str, rule: str) -> None:
        told = f"{code}, rule {rule}" if rule else code
        super().__init__(f"turn {turn}: {what} ({told})")
        self.turn = turn
        self.code = code
        self.rule = rule
