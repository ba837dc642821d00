"""The random bot: the baseline of all others."""

import random

from tenback.rules import LegalPlacements, Placement, View, may_end

__all__ = ["RandomBot"]


class RandomBot:
    """Lays a random legal card until the turn may end, then stops."""

    kernel_policy = "random"

    def __init__(self, *, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> tuple[Placement, ...]:
        """Build the turn card by card."""
        rules, turn = view.rules, view.turn
        if turn is None:
            raise ValueError("it is not this seat's turn")
        while not may_end(rules, turn):
            options = list(LegalPlacements(rules, turn))
            if not options:
                break
            turn = turn.after(self._random.choice(options))
            if rules.game.closes(rules, turn):
                break
        return turn.laid[len(view.laid) :]
