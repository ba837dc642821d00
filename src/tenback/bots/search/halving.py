"""Sequential halving: candidates are tried on the same sampled deals, the worse half is dropped.

One loop for `montecarlo` and `master`. What differs is how candidates are listed and what a sample
is worth; a plan says which (``plans.py``). Who has no network gives no search, and who has nothing
else no workspace: Numba leaves out what is not there, so that nobody waits for code to be compiled
that is never run. (It sees ``is None`` in the plainest form alone, hence the repeated branches.
There is always one
of the two, which the types do not say.)
"""
# ruff: noqa: RET505 - a branch must end in an else to be left out

from collections.abc import Callable

from tenback.bots.search import deep, sampled
from tenback.bots.search.best_turn import NO_TURN
from tenback.bots.search.candidates import keep_better_half
from tenback.bots.search.deep import Search
from tenback.bots.search.plans import SAMPLED, SeatPlan
from tenback.bots.search.workspace import Heard, Workspace
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PackedRules, PackedState, Words
from tenback.kernels.turn_buffer import TurnLimits

__all__ = ["best_by_halving", "halve_in_time"]


@jit
def _list_candidates(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    plan: SeatPlan,
    heard: Heard,
    workspace: Workspace | None,
    search: Search | None,
) -> int:
    """List the turns to be tried, best first; how many."""
    if search is None:
        return sampled.list_candidates(rules, seen, limits, plan, workspace)  # type: ignore
    elif workspace is None:
        return deep.list_candidates(rules, seen, limits, heard.signals, plan.depth, search)
    elif plan.policy == SAMPLED:
        return sampled.list_candidates(rules, seen, limits, plan, workspace)
    else:
        return deep.list_candidates(rules, seen, limits, heard.signals, plan.depth, search)


@jit
def _add_samples(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    plan: SeatPlan,
    heard: Heard,
    alive: int,
    samples: int,
    workspace: Workspace | None,
    search: Search | None,
    generator: Words,
) -> None:
    """Try the living candidates on so many deals, the same for all."""
    if search is None:
        sampled.add_samples(rules, seen, plan, alive, samples, workspace, generator)  # type: ignore
    elif workspace is None:
        deep.add_samples(rules, seen, limits, plan.depth, heard, alive, samples, search, generator)
    elif plan.policy == SAMPLED:
        sampled.add_samples(rules, seen, plan, alive, samples, workspace, generator)
    else:
        deep.add_samples(rules, seen, limits, plan.depth, heard, alive, samples, search, generator)


@jit
def _drop(plan: SeatPlan, alive: int, workspace: Workspace | None, search: Search | None) -> int:
    """Drop the worse half of whichever candidates the plan has; how many are left."""
    if search is None:
        return keep_better_half(workspace.candidates, alive)  # type: ignore
    elif workspace is None:
        return keep_better_half(search.candidates, alive)
    elif plan.policy == SAMPLED:
        return keep_better_half(workspace.candidates, alive)
    else:
        return keep_better_half(search.candidates, alive)


@jit
def _first(plan: SeatPlan, workspace: Workspace | None, search: Search | None) -> int:
    """Return the entry of the candidate that leads."""
    if search is None:
        return workspace.candidates.chosen[0]  # type: ignore
    elif workspace is None:
        return search.candidates.chosen[0]
    elif plan.policy == SAMPLED:
        return workspace.candidates.chosen[0]
    else:
        return search.candidates.chosen[0]


@jit
def best_by_halving(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    plan: SeatPlan,
    heard: Heard,
    workspace: Workspace | None,
    search: Search | None,
    generator: Words,
) -> int:
    """Return the entry of the best turn, or NO_TURN; the last two get all the samples."""
    alive = _list_candidates(rules, seen, limits, plan, heard, workspace, search)
    if alive == 0:
        return NO_TURN
    done = 0
    while alive > 1:
        # 16 candidates: an eighth of the samples, then a quarter, a half and all of them.
        share = 1
        while share * 2 < alive:
            share *= 2
        target = max(done + 1, plan.samples // share)
        _add_samples(
            rules, seen, limits, plan, heard, alive, target - done, workspace, search, generator
        )
        done = target
        alive = _drop(plan, alive, workspace, search)
    return _first(plan, workspace, search)


def halve_in_time(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    plan: SeatPlan,
    heard: Heard,
    workspace: Workspace | None,
    search: Search | None,
    generator: Words,
    *,
    seconds: float,
    clock: Callable[[], float],
) -> int:
    """Return the entry of the best turn, halving the candidates at even shares of the time.

    After the first sample none is begun that would end too late, judging by the last one.
    """
    started = clock()
    alive = _list_candidates(rules, seen, limits, plan, heard, workspace, search)
    if alive == 0:
        return NO_TURN
    rounds = max(1, (alive - 1).bit_length())
    now, each = clock(), 0.0
    for number in range(1, rounds + 1):
        end = started + seconds * number / rounds
        while alive > 1 and (each == 0.0 or now + each * alive <= end):
            # Half of what fits: a call costs as much as some samples, and times vary.
            count = max(1, int((end - now) / (2 * each * alive))) if each else 1
            _add_samples(
                rules, seen, limits, plan, heard, alive, count, workspace, search, generator
            )
            before, now = now, clock()
            each = (now - before) / (alive * count)
        alive = _drop(plan, alive, workspace, search)
    return int(_first(plan, workspace, search))
