"""The choice of any compiled bot, by its plan: at a table, in a batch and in an environment."""

from tenback.bots.search.best_turn import Desk, best_linear_turn
from tenback.bots.search.deep import Search, best_searched_turn
from tenback.bots.search.plans import SAMPLED, SEARCHED, VALUED, SeatPlan
from tenback.bots.search.sampled import best_sampled_turn
from tenback.bots.search.second_opinion import SecondOpinion, best_agreed_turn
from tenback.bots.search.workspace import Heard, Workspace
from tenback.kernels.compiling import jit
from tenback.kernels.packed import Numbers, PackedRules, PackedState, Words
from tenback.kernels.turn_buffer import TurnLimits

__all__ = ["choose_at_once", "choose_turn"]


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
    if plan.policy == SAMPLED:
        return best_sampled_turn(rules, seen, limits, plan, workspace, generator)
    if search is None:
        return choose_at_once(rules, seen, limits, plan, heard.signals, workspace, None, None)
    else:  # noqa: RET505 - Numba leaves out the branch for which there is no search
        if plan.policy == SEARCHED:
            return best_searched_turn(rules, seen, limits, plan, heard, search, generator)
        desk, second = search.desk, search.second
        return choose_at_once(rules, seen, limits, plan, heard.signals, workspace, desk, second)


@jit
def choose_at_once(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    plan: SeatPlan,
    signals: Numbers,
    workspace: Workspace,
    desk: Desk | None,
    second: SecondOpinion | None,
) -> int:
    """Choose by a plan without samples; the entry is one of the same buffers."""
    if desk is not None and second is not None:  # noqa: SIM102 - see above
        if plan.policy == VALUED:
            return best_agreed_turn(rules, seen, limits, signals, desk, second)
    buffer, numbers = workspace.buffer, workspace.numbers
    return best_linear_turn(rules, seen, limits, plan.weights, buffer, numbers)
