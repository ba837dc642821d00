"""Errors of the caller, apart from refusals: a ruleset or a deal that cannot be played."""

__all__ = ["DealError", "PileNameError", "RulesetError"]


class RulesetError(ValueError):
    """An impossible ruleset; ``field`` names what is wrong with it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


class DealError(ValueError):
    """A deal whose cards are not exactly those of the game."""


class PileNameError(ValueError):
    """A pile name that the game does not have."""
