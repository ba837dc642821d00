"""What the bots over weighted features share."""

from abc import ABC, abstractmethod

from tenback.bots.players.compiled import CompiledBot
from tenback.bots.search.plans import LINEAR, SeatPlan, seat_plan
from tenback.bots.value.features import Floats
from tenback.rules import Ruleset

__all__ = ["LinearBot"]


class LinearBot(CompiledBot, ABC):
    """Takes the turn whose position has the largest weighted sum of features."""

    @abstractmethod
    def weights(self, rules: Ruleset) -> Floats:
        """Return the weights for a ruleset."""

    def plan(self, rules: Ruleset) -> SeatPlan:
        """Weigh every turn."""
        return seat_plan(LINEAR, weights=self.weights(rules))
