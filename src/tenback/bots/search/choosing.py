"""The choice of any compiled bot, by its plan."""

from tenback.bots.search.best_turn import best_linear_turn, best_valued_turn
from tenback.bots.search.deep import Search
from tenback.bots.search.halving import best_by_halving
from tenback.bots.search.plans import LINEAR, VALUED, SeatPlan
from tenback.bots.search.workspace import Heard, Workspace
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PackedRules, PackedState, Words
from tenback.kernels.turn_buffer import TurnLimits

__all__ = ["choose_turn"]


@jit
def choose_turn(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    plan: SeatPlan,
    heard: Heard,
    workspace: Workspace,
    search: Search | None,
    generator: Words,
) -> int:
    """Return the entry of the turn that a plan chooses; NO_TURN if none obeys every rule.

    With a network, the entry is one of ``search.desk.buffer``, else of ``workspace.buffer``.
    """
    if plan.policy == LINEAR:
        buffer, numbers = workspace.buffer, workspace.numbers
        return best_linear_turn(rules, seen, limits, plan.weights, buffer, numbers)
    if search is None:
        return best_by_halving(rules, seen, limits, plan, heard, workspace, search, generator)
    else:  # noqa: RET505 - Numba leaves out the branch for which there is no search
        if plan.policy == VALUED:
            return best_valued_turn(rules, seen, limits, heard.signals, search.desk)
        return best_by_halving(rules, seen, limits, plan, heard, workspace, search, generator)
