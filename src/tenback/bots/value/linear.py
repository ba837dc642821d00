"""The weighted sum of features: what `planner` and `tuned` value a position by."""

from tenback.bots.value.features import FEATURE_COUNT, Floats, measure
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PackedRules, PackedState
from tenback.kernels.turn_buffer import TurnEntry

__all__ = ["linear_value"]


@jit
def linear_value(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    turn: TurnEntry,
    weights: Floats,
    numbers: Floats,
) -> float:
    """Weigh the position that a turn leads to, as the seat sees it."""
    measure(rules, state, seat, turn, numbers)
    value = 0.0
    for index in range(FEATURE_COUNT):
        value += weights[index] * numbers[index]
    return value
