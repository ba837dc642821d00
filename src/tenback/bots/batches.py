"""Whole games between ladder bots in compiled code, from seeds.

The same bots as at a table: every decision is made from a packed view, and every bot draws its
chance from a seed of (game, seat), so that a game is the same in any batch and outside of one.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tenback.bots.expert import Expert
from tenback.bots.features import FEATURE_COUNT, Floats
from tenback.bots.keeping import note_turn
from tenback.bots.linear import NO_TURN, best_linear_turn
from tenback.bots.master import Master, depth_for
from tenback.bots.montecarlo import MonteCarlo, best_sampled_turn
from tenback.bots.native import hide, limits_for, play_turns
from tenback.bots.network import Network
from tenback.bots.packed_bot import packed_rules
from tenback.bots.planner import PLANNER_WEIGHTS, Planner
from tenback.bots.registry import create_bot
from tenback.bots.search import Depth, Search, best_searched_turn, new_search
from tenback.bots.talk import NO_SIGNAL, may_talk, signal_of_hand
from tenback.bots.tuned import Tuned, weights_for
from tenback.bots.valued import best_valued_turn, new_desk
from tenback.bots.weights import network_for
from tenback.kernels import codes
from tenback.kernels._jit import jit
from tenback.kernels.batches import BatchResult, play_batch
from tenback.kernels.deals import deal, start_of_stream
from tenback.kernels.enumeration import play_turn
from tenback.kernels.packed import (
    MAX_PLAYERS,
    Numbers,
    PackedRules,
    PackedState,
    Words,
    new_states,
)
from tenback.kernels.turn_buffer import TurnBuffer, TurnLimits, new_turn_buffer
from tenback.rules import Ruleset

__all__ = ["Seating", "bot_seed", "compile_seating", "play_games"]

#: Numbers of the policies; the first two are those of the kernels.
LINEAR: Final = 2
SAMPLED: Final = 3
VALUED: Final = 4
SEARCHED: Final = 5
_BOT_STREAM = 110
_COLUMNS = 5


class Seating(NamedTuple):
    """Who sits where, as numbers: a policy, its weights and its samples for every seat."""

    rules: PackedRules
    policies: Numbers
    weights: NDArray[np.float64]
    samples: Numbers
    talks: Numbers  #: whether a seat gives and reads signals
    depths: tuple[Depth, ...]  #: always as many as the largest table has seats
    network: Network | None  #: what `expert` and `master` value positions by


@jit
def bot_seed(seed: int, seat: int) -> int:
    """Give the seed of the bot at a seat of a game, as ``tenback.records.deals`` does."""
    return int(start_of_stream(seed, _BOT_STREAM + seat) >> np.uint64(1))


def compile_seating(rules: Ruleset, bots: Sequence[str]) -> Seating | None:
    """Say who sits where in numbers; None if some bot is not one of the compiled ladder."""
    policies = np.zeros(rules.players, np.int64)
    weights = np.zeros((rules.players, FEATURE_COUNT))
    samples = np.zeros(rules.players, np.int64)
    talks = np.zeros(rules.players, np.int64)
    network, depths = None, [depth_for(rules)] * MAX_PLAYERS
    for seat, specification in enumerate(bots):
        if specification in ("greedy", "random"):
            policies[seat] = codes.GREEDY if specification == "greedy" else codes.RANDOM
            continue
        bot = create_bot(specification)
        if isinstance(bot, Planner):
            policies[seat], weights[seat] = LINEAR, PLANNER_WEIGHTS
        elif isinstance(bot, Tuned):
            policies[seat], weights[seat] = LINEAR, weights_for(rules)
        elif isinstance(bot, MonteCarlo) and not bot.ms:
            policies[seat], weights[seat] = SAMPLED, weights_for(rules)
            samples[seat] = bot.samples
        elif isinstance(bot, Expert) or (isinstance(bot, Master) and not bot.ms):
            network = network_for(rules)
            talks[seat] = bot.talk
            policies[seat] = VALUED
            if isinstance(bot, Master):
                policies[seat], samples[seat] = SEARCHED, bot.samples
                depths[seat] = depth_for(rules, bot.turns, bot.playout)
        else:
            return None
    packed = packed_rules(rules)
    return Seating(packed, policies, weights, samples, talks, tuple(depths), network)


def play_games(seating: Seating, seeds: ArrayLike) -> BatchResult:
    """Play the games of the seeds."""
    rules = seating.rules
    if np.isin(seating.policies, (codes.GREEDY, codes.RANDOM)).all():
        return play_batch(rules, seating.policies.tolist(), seeds)
    numbers = np.ascontiguousarray(seeds, dtype=np.int64)
    results = np.empty((_COLUMNS, numbers.size), np.int64)
    if seating.network is not None:
        _play_learned_games(
            rules,
            limits_for(rules),
            seating.policies,
            seating.weights,
            seating.samples,
            seating.talks,
            seating.depths,
            numbers,
            new_turn_buffer(),
            np.zeros(FEATURE_COUNT),
            new_states(4),
            new_search(new_desk(seating.network)),
            np.zeros((5, 4), np.int64),
            np.zeros(4, np.int64),
            np.zeros(1, np.uint64),
            results,
        )
        return BatchResult(*results)
    _play_games(
        rules,
        limits_for(rules),
        seating.policies,
        seating.weights,
        seating.samples,
        numbers,
        new_turn_buffer(),
        np.zeros(FEATURE_COUNT),
        new_states(4),
        np.zeros(1, np.uint64),
        results,
    )
    return BatchResult(*results)


@jit
def _choose_unlearned(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    policy: int,
    weights: Floats,
    samples: int,
    buffer: TurnBuffer,
    numbers: Floats,
    work: NDArray[Any],
    generator: Words,
) -> int:
    """Give the turn of a bot without a network."""
    if policy == LINEAR:
        return best_linear_turn(rules, seen, limits, weights, buffer, numbers)
    return best_sampled_turn(
        rules, seen, limits, weights, samples, buffer, numbers, work, generator
    )


@jit
def _lay(
    rules: PackedRules, state: PackedState, buffer: TurnBuffer, turn: int, generator: Words
) -> None:
    if turn == NO_TURN:
        play_turns(rules, state, codes.GREEDY, 1, generator)  # no turn obeys: lost (B-15)
    else:
        play_turn(rules, state, buffer.entries[turn])


@jit
def _write_result(
    state: PackedState, decisions: int, results: NDArray[np.int64], index: int
) -> None:
    results[0, index] = state.termination
    results[1, index] = state.score
    results[2, index] = state.winners
    results[3, index] = state.turns
    results[4, index] = decisions


@jit
def _play_games(
    rules: PackedRules,
    limits: TurnLimits,
    policies: Numbers,
    weights: NDArray[np.float64],
    samples: Numbers,
    seeds: Numbers,
    buffer: TurnBuffer,
    numbers: Floats,
    states: NDArray[Any],
    generator: Words,
    results: NDArray[np.int64],
) -> None:
    """Play games of bots without a network; apart from the others, which take long to compile."""
    # The caller owns the states: a record does not keep the array alive that it points into.
    state, seen, work = states[0], states[1], states[2:]
    for index in range(seeds.size):
        seed = seeds[index]
        deal(rules, state, seed)
        decisions = 0
        while state.phase == codes.PLAYING:
            decisions += 1
            seat = state.seat
            policy = int(policies[seat])
            generator[0] = start_of_stream(bot_seed(seed, seat), state.turns)
            if policy < LINEAR:
                play_turns(rules, state, policy, 1, generator)
                continue
            hide(rules, state, seen)
            turn = _choose_unlearned(
                rules,
                seen,
                limits,
                policy,
                weights[seat],
                int(samples[seat]),
                buffer,
                numbers,
                work,
                generator,
            )
            _lay(rules, state, buffer, turn, generator)
        _write_result(state, decisions, results, index)


@jit
def _hear(
    rules: PackedRules,
    state: PackedState,
    talks: Numbers,
    told: NDArray[np.int64],
    signals: Numbers,
) -> bool:
    """Write what the other seats tell the mover, if it listens; whether there is anything."""
    heard = False
    open_table = talks[state.seat] and may_talk(rules, state.tops)
    for pile in range(4):
        signals[pile] = NO_SIGNAL
        for seat in range(rules.players):
            told[seat, pile] = NO_SIGNAL
            if open_table and seat != state.seat and talks[seat]:
                low, high = state.hands[seat, 0], state.hands[seat, 1]
                told[seat, pile] = signal_of_hand(rules, state.tops, pile, low, high)
                signals[pile] = max(signals[pile], told[seat, pile])
                heard = heard or told[seat, pile] != NO_SIGNAL
    return heard


@jit
def _play_learned_games(
    rules: PackedRules,
    limits: TurnLimits,
    policies: Numbers,
    weights: NDArray[np.float64],
    samples: Numbers,
    talks: Numbers,
    depths: tuple[Depth, ...],
    seeds: Numbers,
    buffer: TurnBuffer,
    numbers: Floats,
    states: NDArray[Any],
    search: Search,
    told: NDArray[np.int64],
    signals: Numbers,
    generator: Words,
    results: NDArray[np.int64],
) -> None:
    """Play games in which some bot has a network."""
    state, seen, work = states[0], states[1], states[2:]
    for index in range(seeds.size):
        seed = seeds[index]
        deal(rules, state, seed)
        search.left[:] = 0
        decisions = 0
        while state.phase == codes.PLAYING:
            decisions += 1
            seat = state.seat
            held_low, held_high = state.hands[seat, 0], state.hands[seat, 1]
            policy = int(policies[seat])
            generator[0] = start_of_stream(bot_seed(seed, seat), state.turns)
            if policy < LINEAR:
                play_turns(rules, state, policy, 1, generator)
            else:
                hide(rules, state, seen)
                chosen_in = search.desk.buffer if policy >= VALUED else buffer
                heard = policy >= VALUED and _hear(rules, state, talks, told, signals)
                if policy == VALUED:
                    turn = best_valued_turn(rules, seen, limits, signals, search.desk)
                elif policy == SEARCHED:
                    turn = best_searched_turn(
                        rules,
                        seen,
                        limits,
                        depths[int(seat)],
                        told,
                        signals,
                        heard,
                        int(samples[seat]),
                        search,
                        generator,
                    )
                else:
                    turn = _choose_unlearned(
                        rules,
                        seen,
                        limits,
                        policy,
                        weights[seat],
                        int(samples[seat]),
                        buffer,
                        numbers,
                        work,
                        generator,
                    )
                _lay(rules, state, chosen_in, turn, generator)
            note_turn(rules, state, seat, held_low, held_high, search.left)
        _write_result(state, decisions, results, index)
