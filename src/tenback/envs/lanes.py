"""A step of many games side by side: what is done for one of them, or for one word of an array.

Every function does its work for one number, so that a GPU may do all numbers at once and a
processor one after the other (``tenback.bots.training.devices``). Agents have all seats.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.envs.rewards import RewardPlan, potential
from tenback.envs.sampling import nth_bit
from tenback.envs.stepping import (
    ACT,
    Flags,
    Floats,
    add_rewards,
    answer,
    deal_game,
    deal_seed,
    has_reward,
)
from tenback.envs.writing import Row, gather_mask, gather_observation
from tenback.kernels import codes
from tenback.kernels.bits import ONE, count_bits
from tenback.kernels.compiling import jit
from tenback.kernels.deals import next_below, start_of_stream
from tenback.kernels.packed import Numbers, Words

__all__ = ["BYTES", "Lanes", "sample_lane", "seed_lane", "spread_word", "step_lane"]

#: How many entries a thread spreads.
BYTES: Final = 8
_SHIFT: Final = 6
#: The stream of a seed from which random actions are drawn.
_ACTIONS: Final = 1

BitRows = NDArray[np.uint64]


class Lanes(NamedTuple):
    """The games and what a step tells of them, an entry each."""

    rules: NDArray[Any]  #: one
    states: NDArray[Any]
    seeds: Numbers
    deals: Numbers
    dealt: Numbers
    potentials: Floats  #: by seat
    observed: BitRows  #: what the seat in ``seats`` may know, as bits
    masked: BitRows  #: its legal actions, as bits
    generators: BitRows  #: one word each, for actions drawn at random
    rewards: Floats  #: by seat
    earned: Floats  #: by the seat that has acted
    over: Flags
    seats: Row  #: the seat to move; once the game is over, the one that ended it
    actors: Row
    refusals: Row


@jit
def step_lane(
    lane: int,
    _numbers: Numbers,
    _reals: Any,
    lanes: Lanes,
    actions: Numbers,
    order: int,
    memory: int,
    plan: RewardPlan,
) -> None:
    """Act in a game, or deal it anew if it is over or ``order`` says so.

    A number that is no action is refused like an illegal action.
    """
    rules, state = lanes.rules[0], lanes.states[lane]
    actor = state.seat
    lanes.actors[lane] = actor
    lanes.refusals[lane] = codes.ALLOWED
    for seat in range(rules.players):
        lanes.rewards[lane, seat] = 0.0
    if order == ACT and state.phase == codes.PLAYING:
        code = answer(rules, state, actions[lane], plan, lanes.dealt[lane], None)
        lanes.refusals[lane] = code
        if has_reward(state, plan, code):
            add_rewards(rules, state, plan, code, lanes.potentials, lanes.rewards, lane)
    else:
        seed = lanes.seeds[lane]
        number = deal_game(rules, state, seed, lanes.deals[lane], None)
        lanes.deals[lane] = number + 1
        lanes.dealt[lane] = deal_seed(seed, number)
        for seat in range(rules.players):
            lanes.potentials[lane, seat] = potential(rules, state, seat, plan.shaping)
    lanes.earned[lane] = lanes.rewards[lane, actor]
    is_over = state.phase != codes.PLAYING
    observer = actor if is_over else state.seat
    lanes.seats[lane] = observer
    lanes.over[lane] = is_over
    gather_observation(rules, state, observer, memory != 0, lanes.observed[lane])
    gather_mask(rules, state, lanes.masked[lane])


@jit
def spread_word(
    number: int, _numbers: Numbers, _reals: Any, bits: BitRows, size: int, words: Words
) -> None:
    """Write eight entries of all rows one behind the other as bytes of a word."""
    first = number * BYTES
    row, column = first // size, first % size
    word = np.uint64(0)
    for entry in range(BYTES):
        if row < bits.shape[0]:
            bit = bits[row, column >> _SHIFT] >> np.uint64(column & 63) & ONE
            word |= bit << np.uint64(8 * entry)
        column += 1
        if column == size:
            column = 0
            row += 1
    words[number] = word


@jit
def sample_lane(lane: int, _numbers: Numbers, _reals: Any, lanes: Lanes, actions: Numbers) -> None:
    """Draw a legal action of a game, each as likely as the others; 0 where there is none."""
    bits = lanes.masked[lane]
    total = 0
    for place in range(bits.size):
        total += count_bits(bits[place])
    actions[lane] = 0
    if total:
        actions[lane] = nth_bit(bits, bits.size, next_below(lanes.generators[lane], total))


@jit
def seed_lane(lane: int, _numbers: Numbers, _reals: Any, lanes: Lanes) -> None:
    """Let the actions that are drawn in a game follow from its seed."""
    lanes.generators[lane, 0] = start_of_stream(lanes.seeds[lane], _ACTIONS)
