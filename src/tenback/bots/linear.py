"""Choosing the turn with the largest weighted sum of features: `planner` and `tuned`."""

from tenback.bots.features import FEATURE_COUNT, Floats, measure
from tenback.kernels._jit import jit
from tenback.kernels.enumeration import enumerate_turns
from tenback.kernels.packed import PackedRules, PackedState
from tenback.kernels.turn_buffer import TurnBuffer, TurnEntry, TurnLimits

__all__ = ["NO_TURN", "best_linear_turn", "linear_value"]

NO_TURN = -1
_WORST = -1e300


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


@jit
def best_linear_turn(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    weights: Floats,
    buffer: TurnBuffer,
    numbers: Floats,
) -> int:
    """Give the entry of the best turn, NO_TURN if none obeys every rule; the first wins a tie."""
    count = enumerate_turns(rules, seen, limits, buffer)
    best, choice = _WORST, NO_TURN
    for index in range(count):
        entry = buffer.turns[index]
        value = linear_value(rules, seen, seen.seat, buffer.entries[entry], weights, numbers)
        if value > best:
            best, choice = value, entry
    return choice
