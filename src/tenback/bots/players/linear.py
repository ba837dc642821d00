"""What the bots over weighted features share."""

from abc import abstractmethod

import numpy as np

from tenback.bots.players.compiled import CompiledBot
from tenback.bots.search.best_turn import best_linear_turn
from tenback.bots.search.plans import LINEAR, SeatPlan, seat_plan
from tenback.bots.value.features import FEATURE_COUNT, Floats
from tenback.kernels.packed import PackedRules, PackedState
from tenback.kernels.turn_buffer import new_turn_buffer
from tenback.rules import Ruleset

__all__ = ["LinearBot"]


class LinearBot(CompiledBot):
    """Takes the turn whose position has the largest weighted sum of features."""

    def __init__(self) -> None:
        self.buffer = new_turn_buffer()
        self._numbers = np.zeros(FEATURE_COUNT)

    @abstractmethod
    def weights(self, rules: Ruleset) -> Floats:
        """Return the weights for a ruleset."""

    def plan(self, rules: Ruleset) -> SeatPlan:
        """Weigh every turn."""
        return seat_plan(LINEAR, weights=self.weights(rules))

    def choose_entry(self, rules: Ruleset, packed: PackedRules, seen: PackedState) -> int:
        """Take the turn with the largest value."""
        weights = self.weights(rules)
        return best_linear_turn(packed, seen, self.limits, weights, self.buffer, self._numbers)
