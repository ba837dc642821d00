"""Many games a step at a time, in compiled code: deal, act, reward, observe."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.envs.others import Others, play_others
from tenback.envs.rewards import CONCEDE, SHAPE_NONE, RewardPlan, final_reward, potential
from tenback.envs.writing import Row, Rows, write_mask, write_observation
from tenback.kernels import codes
from tenback.kernels.compiling import jit
from tenback.kernels.deals import deal, start_of_stream
from tenback.kernels.judging import judge_end, judge_place
from tenback.kernels.packed import Numbers, PackedRules, PackedState
from tenback.kernels.piles import first_own_pile
from tenback.kernels.steps import end, fail, place
from tenback.rules import Termination

__all__ = [
    "ACT",
    "DEAL",
    "LEAVE",
    "OBSERVE",
    "RENEW",
    "Games",
    "Results",
    "first_refused",
    "judge_action",
    "step_games",
]

#: What becomes of a game in a step: act; deal it anew; the same, but keep what the last step told
#: of it; only observe it; leave it alone.
ACT: Final = 0
DEAL: Final = 1
RENEW: Final = 2
OBSERVE: Final = 3
LEAVE: Final = 4
_DEAL_STREAM: Final = 1 << 32
_CONCEDED: Final = codes.termination_number(Termination.CONCEDED)
_MOST_DEALS: Final = 1000

#: A packed ruleset as an array of one: Python hands over an array far faster than a record.
Ruleset = NDArray[Any]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Games(NamedTuple):
    """The games, an entry each."""

    states: NDArray[Any]
    seeds: Numbers  #: what ``reset`` was given
    deals: Numbers  #: how many deals were made from it
    dealt: Numbers  #: the seed of the deal that is played
    potentials: Floats  #: by seat, after the last step


class Results(NamedTuple):
    """What a step tells of every game."""

    observations: Rows  #: what the seat to move may know
    masks: Rows  #: its legal actions
    rewards: Floats  #: by seat
    over: Flags
    seats: Row  #: the seat to move; whose turn it was once the game is over
    actors: Row  #: the seat that has acted
    refusals: Row  #: the number of the refusal code, 0 if the action was accepted


@jit
def deal_seed(seed: int, number: int) -> int:
    """Return the seed of the n-th deal of a game; the first is the deal of the seed itself."""
    if number == 0:
        return seed
    return int(start_of_stream(seed, _DEAL_STREAM + number) >> np.uint64(1))


@jit
def deal_game(
    rules: PackedRules, state: PackedState, seed: int, first: int, others: Others | None
) -> int:
    """Deal the next game that has a decision for an agent: its number, -1 if there seems none."""
    for number in range(first, first + _MOST_DEALS):
        dealt = deal_seed(seed, number)
        deal(rules, state, dealt)
        if others is not None:
            play_others(rules, state, dealt, others)
        if state.phase == codes.PLAYING:
            return number
    return -1


@jit
def judge_action(rules: PackedRules, state: PackedState, action: int) -> int:
    """Return the number of the code that refuses an action, 0 if none does."""
    if action == (rules.highest - rules.lowest + 1) * 4:
        code = judge_end(rules, state)
    else:
        pile = ((action & 3) + first_own_pile(rules, state.seat)) & 3
        code = judge_place(rules, state, (action >> 2) + rules.lowest, pile)
    accepted = rules.breach_loses and rules.breaches[code] != 0
    return codes.ALLOWED if accepted else code


@jit
def act(rules: PackedRules, state: PackedState, action: int) -> int:
    """Do what an action says; the number of a refusal code, 0 if it was accepted."""
    if action == (rules.highest - rules.lowest + 1) * 4:
        return end(rules, state)
    pile = ((action & 3) + first_own_pile(rules, state.seat)) & 3
    return place(rules, state, (action >> 2) + rules.lowest, pile)


@jit
def _reward(
    rules: PackedRules, state: PackedState, plan: RewardPlan, potentials: Floats, rewards: Floats
) -> None:
    """Add what a step was worth to every seat; the arrays are those of one game."""
    is_over = state.phase != codes.PLAYING
    for seat in range(rules.players):
        if is_over:
            rewards[seat] += final_reward(rules, state, seat, plan.kind)
        if plan.shaping != SHAPE_NONE:
            after = potential(rules, state, seat, plan.shaping)
            rewards[seat] += plan.weight * (plan.discount * after - potentials[seat])
            potentials[seat] = after


# The loops below take their arrays apart once: a tuple that is handed on costs as much as a step.


@jit
def _deal_games(
    ruleset: Ruleset, games: Games, orders: Row, plan: RewardPlan, others: Others | None
) -> bool:
    """Deal games anew; False if a ruleset leaves nothing to decide."""
    rules, states, potentials = ruleset[0], games.states, games.potentials
    for index in range(orders.size):
        if orders[index] not in (DEAL, RENEW):
            continue
        state, seed = states[index], games.seeds[index]
        number = deal_game(rules, state, seed, games.deals[index], others)
        if number < 0:
            return False
        games.deals[index] = number + 1
        games.dealt[index] = deal_seed(seed, number)
        for seat in range(rules.players):
            potentials[index, seat] = potential(rules, state, seat, plan.shaping)
    return True


@jit
def _act_in_games(
    ruleset: Ruleset,
    games: Games,
    actions: Numbers,
    orders: Row,
    plan: RewardPlan,
    others: Others | None,
    results: Results,
) -> None:
    """Act in games, let the bots answer, and reward every seat."""
    rules, states, dealt, potentials = ruleset[0], games.states, games.dealt, games.potentials
    rewards, actors, refusals = results.rewards, results.actors, results.refusals
    for index in range(orders.size):
        if orders[index] not in (ACT, DEAL):
            continue
        state = states[index]
        actors[index] = state.seat
        refusals[index] = codes.ALLOWED
        for seat in range(rules.players):
            rewards[index, seat] = 0.0
        if orders[index] == DEAL:
            continue
        code = act(rules, state, actions[index])
        if code != codes.ALLOWED:
            refusals[index] = code
            rewards[index, state.seat] = plan.illegal_reward
            if plan.illegal != CONCEDE:
                continue
            fail(rules, state, _CONCEDED, state.seat)
        elif others is not None:
            play_others(rules, state, dealt[index], others)
        if plan.shaping != SHAPE_NONE or state.phase != codes.PLAYING:
            _reward(rules, state, plan, potentials[index], rewards[index])


@jit
def _observe_games(
    ruleset: Ruleset,
    games: Games,
    orders: Row,
    starts: Numbers,
    memory: bool,
    results: Results,
) -> None:
    """Write what the seat to move may know and do."""
    rules, states, seats, over = ruleset[0], games.states, results.seats, results.over
    observations, masks = results.observations, results.masks
    for index in range(orders.size):
        if orders[index] != LEAVE:
            state = states[index]
            seats[index] = state.seat
            over[index] = state.phase != codes.PLAYING
            write_observation(rules, state, state.seat, starts, memory, observations, index)
            write_mask(rules, state, masks, index)


@jit
def step_games(
    ruleset: Ruleset,
    games: Games,
    actions: Numbers,
    orders: Row,
    plan: RewardPlan,
    others: Others | None,
    starts: Numbers,
    memory: bool,
    results: Results,
) -> bool:
    """Do with every game what its order says; False if a deal leaves nothing to decide.

    The only way in from Python, so that the bots are compiled into it once.
    """
    _act_in_games(ruleset, games, actions, orders, plan, others, results)
    if not _deal_games(ruleset, games, orders, plan, others):
        return False
    _observe_games(ruleset, games, orders, starts, memory, results)
    return True


@jit
def first_refused(ruleset: Ruleset, games: Games, actions: Numbers, orders: Row) -> int:
    """Return the first game whose action the rules refuse, -1 if there is none."""
    for index in range(actions.size):
        if orders[index] == ACT:
            code = judge_action(ruleset[0], games.states[index], actions[index])
            if code != codes.ALLOWED:
                return index
    return -1
