"""Many games a step at a time, in compiled code: deal, act, reward, observe."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.envs.inlining import inlined
from tenback.envs.others import Others, play_others
from tenback.envs.rewards import CONCEDE, SHAPE_NONE, RewardPlan, final_reward, potential
from tenback.envs.writing import (
    Row,
    Rows,
    gather_observation,
    spread_row,
    write_mask,
)
from tenback.kernels import codes
from tenback.kernels.bits import signed
from tenback.kernels.compiling import jit
from tenback.kernels.deals import deal, start_of_stream
from tenback.kernels.judging import judge_end, judge_place
from tenback.kernels.packed import Numbers, PackedRules, PackedState
from tenback.kernels.piles import first_own_pile
from tenback.kernels.steps import end, fail, place
from tenback.rules import Termination

__all__ = [
    "ACT",
    "ADVANCE",
    "DEAL",
    "DONE",
    "LEAVE",
    "NO_DEAL",
    "OBSERVE",
    "RENEW",
    "Games",
    "Results",
    "first_refused",
    "judge_action",
    "step_games",
]

#: What becomes of a game in a step: act; deal it anew; the same, but keep what the last step told
#: of it; only observe it; leave it alone; act, or deal it anew if it is over.
ACT: Final = 0
DEAL: Final = 1
RENEW: Final = 2
OBSERVE: Final = 3
LEAVE: Final = 4
ADVANCE: Final = 5
#: How a step went, if it is not the number of a game.
DONE: Final = -1
NO_DEAL: Final = -2
#: The seat that has ended a game which goes on.
NOBODY: Final = -1
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
    enders: Row  #: the agent's seat whose action ended the game, or NOBODY


class Results(NamedTuple):
    """What a step tells of every game."""

    observations: Rows  #: what the seat in ``seats`` may know
    masks: Rows  #: its legal actions
    rewards: Floats  #: by seat
    earned: Floats  #: by the seat that has acted
    over: Flags
    seats: Row  #: the seat to move; once the game is over, the agent's seat that ended it
    actors: Row  #: the seat that has acted
    refusals: Row  #: the number of the refusal code, 0 if the action was accepted


@jit
def deal_seed(seed: int, number: int) -> int:
    """Return the seed of the n-th deal of a game; the first is the deal of the seed itself."""
    if number == 0:
        return seed
    return signed(start_of_stream(seed, _DEAL_STREAM + number) >> np.uint64(1))


@jit
def deal_game(
    rules: PackedRules, state: PackedState, seed: int, first: int, others: Others | None
) -> int:
    """Deal the next game that has a decision for an agent; return its number, -1 for none."""
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


@inlined
def act(rules: PackedRules, state: PackedState, action: int) -> int:
    """Do what an action says; return the number of a refusal code, 0 if it was accepted."""
    if action == (rules.highest - rules.lowest + 1) * 4:
        return end(rules, state)
    pile = ((action & 3) + first_own_pile(rules, state.seat)) & 3
    return place(rules, state, (action >> 2) + rules.lowest, pile)


@inlined
def answer(
    rules: PackedRules,
    state: PackedState,
    action: int,
    plan: RewardPlan,
    dealt: int,
    others: Others | None,
) -> int:
    """Act in a game and let the bots answer; return the number of a refusal code, or 0."""
    code = act(rules, state, action)
    if code == codes.ALLOWED:
        if others is not None:
            play_others(rules, state, dealt, others)
    elif plan.illegal == CONCEDE and state.phase == codes.PLAYING:  # what is over stays as it is
        fail(rules, state, _CONCEDED, state.seat)
    return code


@jit
def has_reward(state: PackedState, plan: RewardPlan, code: int) -> bool:
    """Whether a step that was answered with a code may be worth anything to anybody."""
    return code != codes.ALLOWED or plan.shaping != SHAPE_NONE or state.phase != codes.PLAYING


@jit
def add_rewards(
    rules: PackedRules,
    state: PackedState,
    plan: RewardPlan,
    code: int,
    potentials: Floats,
    rewards: Floats,
    index: int,
) -> None:
    """Add what a step was worth to every seat, and to the one whose action was refused."""
    is_over = state.phase != codes.PLAYING
    if code != codes.ALLOWED:
        rewards[index, state.seat] += plan.illegal_reward
    for seat in range(rules.players):
        if is_over:
            rewards[index, seat] += final_reward(rules, state, seat, plan.kind)
        if plan.shaping != SHAPE_NONE:
            after = potential(rules, state, seat, plan.shaping)
            gained = plan.discount * after - potentials[index, seat]
            rewards[index, seat] += plan.weight * gained
            potentials[index, seat] = after


@jit
def _first_outside(actions: Numbers, count: int) -> int:
    """Return the first game whose action does not exist, or DONE."""
    wrong = 0
    for index in range(actions.size):
        wrong |= (actions[index] < 0) | (actions[index] >= count)
    if wrong:
        for index in range(actions.size):
            if not 0 <= actions[index] < count:
                return index
    return DONE


@jit
def step_games(
    ruleset: Ruleset,
    games: Games,
    actions: Numbers,
    orders: Row,
    plan: RewardPlan,
    others: Others | None,
    slates: NDArray[Any],
    memory: bool,
    results: Results,
) -> int:
    """Do with every game what its order says; return how that went.

    That is DONE, NO_DEAL, or the first game whose action does not exist.

    This is the only way in from Python, so that the bots are compiled into it once. Each game is
    finished before the next one begins, while it lies in the nearest cache. Tuples are unpacked
    once and arrays passed on whole: a tuple, or a row taken out, costs as much as half a step.
    """
    rules = ruleset[0]
    states, seeds, deals, dealt, potentials, enders = games
    observations, masks, rewards, earned, over, seats, actors, refusals = results
    size, choices, players = observations.shape[1], masks.shape[1], rules.players
    wrong = _first_outside(actions, choices)
    if wrong != DONE:
        return wrong
    observed, masked, slate = observations.ctypes.data, masks.ctypes.data, slates[0]
    for index in range(orders.size):
        order, state = orders[index], states[index]
        if order == LEAVE:
            continue
        if order == ADVANCE:
            order = DEAL if state.phase != codes.PLAYING else ACT
        actor = state.seat
        if order in (ACT, DEAL):
            actors[index] = actor
            refusals[index] = codes.ALLOWED
            for seat in range(players):
                if rewards[index, seat] != 0.0:  # rarely, and unasked it becomes a call
                    rewards[index, seat] = 0.0
        if order == ACT:
            code = answer(rules, state, actions[index], plan, dealt[index], others)
            refusals[index] = code
            if has_reward(state, plan, code):
                add_rewards(rules, state, plan, code, potentials, rewards, index)
                if state.phase != codes.PLAYING and enders[index] == NOBODY:
                    enders[index] = actor
        elif order in (DEAL, RENEW):
            number = deal_game(rules, state, seeds[index], deals[index], others)
            if number < 0:
                return NO_DEAL
            deals[index] = number + 1
            dealt[index] = deal_seed(seeds[index], number)
            enders[index] = NOBODY
            for seat in range(players):
                potentials[index, seat] = potential(rules, state, seat, plan.shaping)
        if order in (ACT, DEAL):
            earned[index] = rewards[index, actor]
        is_over = state.phase != codes.PLAYING
        # The last turn may be a bot's, whose hand no agent may see.
        observer = enders[index] if is_over else state.seat
        seats[index] = observer
        over[index] = is_over
        gather_observation(rules, state, observer, memory, slate.bits)
        spread_row(slate.bits, observed + index * size, size)
        masks[index, choices - 1] = write_mask(rules, state, masked + index * choices, choices)
    return DONE


@jit
def first_refused(ruleset: Ruleset, games: Games, actions: Numbers, orders: Row) -> int:
    """Return the first game whose action the rules refuse, -1 if there is none."""
    for index in range(actions.size):
        state = games.states[index]
        acts = orders[index] == ACT or (orders[index] == ADVANCE and state.phase == codes.PLAYING)
        if acts:
            code = judge_action(ruleset[0], state, actions[index])
            if code != codes.ALLOWED:
                return index
    return -1
