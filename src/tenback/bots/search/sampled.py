"""Candidates of `tuned` tried on sampled games: the search of `montecarlo`.

Team games are played to the end by `greedy`; a duel is played for a few turns and then weighed as
`tuned` does, which is stronger there than playing it out.
"""

from typing import Final

from tenback.bots.search.best_turn import NO_TURN
from tenback.bots.search.candidates import keep_better_half, offer
from tenback.bots.search.careful import COSTS, play_out_carefully
from tenback.bots.search.halving import samples_after
from tenback.bots.search.plans import SeatPlan
from tenback.bots.search.turns import play_turns
from tenback.bots.search.workspace import DEALT, PLAYED, Workspace
from tenback.bots.value.features import Floats
from tenback.bots.value.linear import linear_value
from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, HIGH, LOW
from tenback.kernels.compiling import jit
from tenback.kernels.deals import fill_unseen
from tenback.kernels.enumeration import enumerate_turns, play_turn
from tenback.kernels.packed import PILES, PackedRules, PackedState, Words
from tenback.kernels.playouts import play_out
from tenback.kernels.turn_buffer import TurnEntry, TurnLimits

__all__ = ["add_samples", "best_sampled_turn", "list_candidates"]

#: How much of what the weights say is added to a sample. Without it a hundred samples are too
#: noisy to choose between turns that are almost equal, and the bot is weaker than `tuned`.
TRUST: Final = 0.1
DUEL_TURNS: Final = 4
_WON = 30.0
_DUEL_DECIDED = 1e5


@jit
def list_candidates(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    plan: SeatPlan,
    workspace: Workspace,
) -> int:
    """List the entries with the largest weighted sums, best first; return how many."""
    buffer, candidates = workspace.buffer, workspace.candidates
    size, most = 0, candidates.chosen.size
    count = enumerate_turns(rules, seen, limits, buffer)
    for index in range(count):
        entry = buffer.turns[index]
        turn = buffer.entries[entry]
        value = linear_value(rules, seen, seen.seat, turn, plan.weights, workspace.numbers)
        size = offer(candidates, size, most, entry, value)
    for index in range(size):
        candidates.sums[index] = 0.0
    return size


@jit
def _standing(state: PackedState, entry: TurnEntry) -> None:
    """Write an entry for a turn that lays nothing: it lets a state be valued as it is."""
    entry.used[LOW] = EMPTY
    entry.used[HIGH] = EMPTY
    for pile in range(PILES):
        entry.tops[pile] = state.tops[pile]
    entry.count = state.laid
    entry.draws = 0


@jit
def _worth(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    weights: Floats,
    entry: TurnEntry,
    numbers: Floats,
    generator: Words,
) -> float:
    """Play a sampled game on and say what it is worth to the seat."""
    if not rules.has_rivals:
        if rules.has_commands:
            play_out_carefully(rules, state, COSTS)
        else:
            play_out(rules, state, codes.GREEDY, generator)
        return _WON if state.winners != 0 else -float(state.score)
    play_turns(rules, state, codes.GREEDY, DUEL_TURNS, generator)
    if state.phase == codes.OVER:
        return _DUEL_DECIDED if (state.winners >> seat) & 1 else -_DUEL_DECIDED
    _standing(state, entry)
    return linear_value(rules, state, seat, entry, weights, numbers)


@jit
def add_samples(
    rules: PackedRules,
    seen: PackedState,
    plan: SeatPlan,
    alive: int,
    samples: int,
    workspace: Workspace,
    generator: Words,
) -> None:
    """Play the living candidates on the same sampled deals and add up what they are worth."""
    buffer, work, candidates = workspace.buffer, workspace.work, workspace.candidates
    spare = buffer.entries[buffer.entries.size - 1]
    for _ in range(samples):
        work[DEALT] = seen
        fill_unseen(rules, work[DEALT], generator)
        for index in range(alive):
            work[PLAYED] = work[DEALT]
            state = work[PLAYED]
            play_turn(rules, state, buffer.entries[candidates.chosen[index]])
            candidates.sums[index] += _worth(
                rules, state, seen.seat, plan.weights, spare, workspace.numbers, generator
            )
            candidates.sums[index] += TRUST * candidates.values[index]


@jit
def best_sampled_turn(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    plan: SeatPlan,
    workspace: Workspace,
    generator: Words,
) -> int:
    """Return the entry of the best turn, or NO_TURN; the last two get all the samples."""
    alive = list_candidates(rules, seen, limits, plan, workspace)
    if alive == 0:
        return NO_TURN
    done = 0
    while alive > 1:
        target = samples_after(alive, plan.samples, done)
        add_samples(rules, seen, plan, alive, target - done, workspace, generator)
        done = target
        alive = keep_better_half(workspace.candidates, alive)
    return workspace.candidates.chosen[0]
