"""The planner: looks at every whole turn and takes the one that leaves most room on the piles."""

from typing import Final

import numpy as np

from tenback.bots.players.linear import LinearBot
from tenback.bots.value.features import FEATURE_COUNT, FEATURES, Floats
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


class Planner(LinearBot):
    """Takes the turn that leaves most room, counting the jumps in hand."""

    def weights(self, rules: Ruleset) -> Floats:
        """Count room and jumps the same way in every game."""
        del rules
        return PLANNER_WEIGHTS
