"""The planner: looks at every whole turn and takes the one that leaves most room on the piles."""

from typing import Final

import numpy as np

from tenback.bots.features import FEATURE_COUNT, FEATURES, Floats
from tenback.bots.linear import best_linear_turn
from tenback.bots.packed_bot import PackedBot
from tenback.kernels.packed import PackedRules, PackedState
from tenback.rules import Ruleset

__all__ = ["PLANNER_WEIGHTS", "Planner", "weights_from"]


def weights_from(named: dict[str, float]) -> Floats:
    """Make the vector of weights from names; what is not named weighs nothing."""
    weights = np.zeros(FEATURE_COUNT)
    for name, weight in named.items():
        weights[FEATURES.index(name)] = weight
    return weights


#: Room counts step by step; a jump is worth ten steps, a little less while it is only held.
PLANNER_WEIGHTS: Final = weights_from(
    {"room": 1, "jumps_held": 9, "pairs_held": 3, "jumps_unseen": 2, "other_room": -0.5}
)


class Planner(PackedBot):
    """Takes the turn that leaves most room, counting the jumps in hand."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers = np.zeros(FEATURE_COUNT)

    def choose_entry(self, rules: Ruleset, packed: PackedRules, seen: PackedState) -> int:
        """Take the turn with the largest value."""
        del rules
        return best_linear_turn(
            packed, seen, self.limits, PLANNER_WEIGHTS, self.buffer, self._numbers
        )
