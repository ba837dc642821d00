"""Games that the network plays against itself, and the gradient of what they teach.

The target of every position after a turn mixes the next position's value and the end of the game,
weighted by lambda. The next position is that of the next player, who knows other cards; in a team
both estimate the same chance, in a duel one is the other's complement.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.bots.search.best_turn import NO_TURN, Desk, best_valued_turn, new_desk
from tenback.bots.search.turns import play_turns
from tenback.bots.signals import hear_signals
from tenback.bots.training.learner import Tally
from tenback.bots.value.features import Floats
from tenback.bots.value.inputs import MOST_ROWS, InputRows, Reals
from tenback.bots.value.network import Network, probability
from tenback.bots.value.tables import fill_tables, new_tables
from tenback.bots.value.turn_inputs import collect_rows
from tenback.bots.value.valuing import forget
from tenback.bots.value.vectors import add_to_rows, second_layer, second_layer_back, sum_rows
from tenback.kernels import codes
from tenback.kernels.compiling import jit
from tenback.kernels.deals import deal
from tenback.kernels.enumeration import play_turn
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState, Words, new_states
from tenback.kernels.steps import are_rivals, deck_count
from tenback.kernels.turn_buffer import TurnLimits

__all__ = ["ASKED", "EASED", "SCORE_SCALE", "Shard", "new_shard", "play_and_learn", "rules_now"]

_MOST_TURNS = 128
_FIRST_SEAT = 0
_ZERO = np.float32(0.0)


#: A lost game with so many more cards left is worth less by a factor of e; see ``shaping``.
SCORE_SCALE: Final = 8.0
#: Where the numbers of a ``Tally`` stand in an array.
_GAMES, _WON, _LEFT, _POSITIONS, _SQUARED_ERROR = range(5)
#: Of the two rulesets of a training: what is trained for, and the same with the lower minimum.
ASKED: Final = 0
EASED: Final = 1


class Shard(NamedTuple):
    """What one thread of the training works with."""

    network: Network
    desk: Desk  #: with the tables of the network
    room: Floats  #: for making them
    states: NDArray[Any]
    gradient: Network
    counts: Numbers  #: [turn]: how many rows
    rows: Numbers  #: [turn, index]
    weights: Reals
    seats: Numbers
    levels: Reals  #: [turn]: the value given when it was played, as a probability
    first: Reals  #: one row: the sums of the first layer
    back: Reals
    tallies: NDArray[np.float64]  #: see ``Tally``; of the step
    heard: Numbers
    generator: Words


def new_shard(network: Network) -> Shard:
    """Make the arrays for one thread."""
    return Shard(
        network=network,
        desk=new_desk(new_tables(network)),
        room=np.zeros((2, network.first_bias.size)),
        states=new_states(1),
        gradient=Network(*(np.zeros_like(part) for part in network)),
        counts=np.zeros(_MOST_TURNS, np.int64),
        rows=np.zeros((_MOST_TURNS, MOST_ROWS), np.int64),
        weights=np.zeros((_MOST_TURNS, MOST_ROWS), np.float32),
        seats=np.zeros(_MOST_TURNS, np.int64),
        levels=np.zeros(_MOST_TURNS, np.float32),
        first=np.zeros((1, network.first_bias.size), np.float32),
        back=np.zeros(network.first_bias.size, np.float32),
        tallies=np.zeros(len(Tally._fields)),
        heard=np.zeros(4, np.int64),
        generator=np.zeros(1, np.uint64),
    )


@jit
def rules_now(rules: Any, state: PackedState, strict_deck: int) -> PackedRules:
    """Choose the rules by which a turn is played, of two that differ in the minimum alone.

    The eased ones hold while the deck has more than ``strict_deck`` cards: expert mode is learned
    from the end of its games, since from the beginning it is hardly ever won.
    """
    return rules[EASED] if deck_count(state, 0) > strict_deck else rules[ASKED]


@jit
def play_and_learn(
    rules: Any,
    limits: TurnLimits,
    shard: Shard,
    first_seed: int,
    games: int,
    trace: float,
    shaping: float,
    talking: int,
    spread: int,
    strict_deck: int,
) -> None:
    """Play games from seeds and add up the gradient; every ``talking``-th by seed has signals.

    ``shaping`` is what a lost game counts with no card left; ``spread`` is as ``SPREAD``. The rules
    are two, see ``rules_now``.
    """
    fill_tables(shard.network, shard.desk.tables, shard.room)
    forget(shard.desk.cache)
    state = shard.states[0]
    for number in range(games):
        state.drawn[0], state.deck_end[0] = 0, rules[ASKED].deck_size
        now = rules_now(rules, state, strict_deck)
        deal(now, state, first_seed + number)
        talks = talking > 0 and (first_seed + number) % talking == 0
        for pile in range(PILES):
            shard.heard[pile] = 0
        turns = 0
        while state.phase == codes.PLAYING and turns < _MOST_TURNS:
            now = rules_now(rules, state, strict_deck)
            if talks:
                hear_signals(now, state, state.seat, shard.heard)
            turn = best_valued_turn(now, state, limits, shard.heard, shard.desk, spread)
            if turn == NO_TURN:
                play_turns(now, state, codes.GREEDY, 1, shard.generator)
                continue
            entry = shard.desk.buffer.entries[turn]
            shard.counts[turns] = collect_rows(
                now,
                state,
                state.seat,
                entry,
                shard.heard,
                shard.desk.cache.slots,
                shard.desk.cache.counts,
                InputRows(shard.rows[turns], shard.weights[turns]),
            )
            shard.seats[turns] = state.seat
            shard.levels[turns] = probability(shard.desk.best[0])
            turns += 1
            play_turn(now, state, entry)
        won = state.winners != 0
        end = 1.0 if won else shaping * np.exp(-state.score / SCORE_SCALE)
        if rules[ASKED].has_rivals:  # somebody always wins: what counts is the first seat
            won = state.winners == 1
            end = 1.0 if won else 0.0
        shard.tallies[_GAMES] += 1
        shard.tallies[_WON] += 1 if won else 0
        shard.tallies[_LEFT] += state.score
        _learn_game(rules[ASKED], shard, turns, end, trace)


@jit
def _learn_game(rules: PackedRules, shard: Shard, turns: int, end: float, trace: float) -> None:
    """Go back from the end and add the gradient of every position."""
    target = end
    for back in range(turns):
        turn = turns - 1 - back
        flips = are_rivals(rules, _FIRST_SEAT, shard.seats[turn])
        wanted = 1.0 - target if flips else target
        _add_gradient(shard, turn, wanted)
        level = 1.0 - shard.levels[turn] if flips else shard.levels[turn]
        target = trace * target + (1.0 - trace) * level


@jit
def _add_gradient(shard: Shard, turn: int, wanted: float) -> None:
    network, gradient = shard.network, shard.gradient
    first, second, back = shard.first, shard.desk.cache.second, shard.back
    level = first[0]
    level[:] = network.first_bias
    count = shard.counts[turn]
    rows, weights = shard.rows[turn], shard.weights[turn]
    sum_rows(network.rows, rows, weights, count, first, 0)
    value = second_layer(
        level, network.second, network.second_bias, network.last, network.last_bias, second
    )
    miss = np.float32(probability(value) - wanted)
    shard.tallies[_POSITIONS] += 1
    shard.tallies[_SQUARED_ERROR] += float(miss) * float(miss)
    gradient.last_bias[0] += miss
    for index in range(second.size):
        active = max(second[index], _ZERO)
        gradient.last[index] += miss * active
        second[index] = miss * network.last[index] if active > _ZERO else _ZERO
        gradient.second_bias[index] += second[index]
    second_layer_back(level, network.second, second, gradient.second, back)
    for index in range(level.size):
        gradient.first_bias[index] += back[index]
    add_to_rows(gradient.rows, rows, weights, count, back, 0)
