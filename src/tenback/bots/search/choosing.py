"""The choice of any compiled bot, by its plan."""

from tenback.bots.search.best_turn import NO_TURN, best_linear_turn, best_valued_turn
from tenback.bots.search.deep import Search, best_searched_turn
from tenback.bots.search.plans import LINEAR, SAMPLED, VALUED, SeatPlan
from tenback.bots.search.sampled import best_sampled_turn
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
    if plan.policy == SAMPLED:
        return best_sampled_turn(rules, seen, limits, plan, workspace, generator)
    if search is None:
        return NO_TURN  # no plan asks for a network
    else:  # noqa: RET505 - Numba leaves out the branch for which there is no search
        if plan.policy == VALUED:
            return best_valued_turn(rules, seen, limits, heard.signals, search.desk)
        return best_searched_turn(rules, seen, limits, plan, heard, search, generator)
