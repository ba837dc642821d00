"""Batches: many games from seeds, each the same whatever batch it is part of."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tenback.kernels import codes
from tenback.kernels.compiling import jit
from tenback.kernels.deals import CHOICE_STREAM, deal, start_of_stream
from tenback.kernels.packed import Numbers, PackedRules, PackedState, Words, new_states
from tenback.kernels.playouts import play_out, play_out_seats

__all__ = ["BatchResult", "play_batch", "write_result"]

#: The rows of an array of results, in the order of ``BatchResult``.
_TERMINATION, _SCORE, _WINNERS, _TURNS, _DECISIONS = range(5)


class BatchResult(NamedTuple):
    """One entry a game, in the order of the seeds."""

    terminations: Numbers  #: numbers of ``codes.TERMINATIONS``, from 1
    scores: Numbers
    winners: Numbers  #: bit n: seat n has won; 0: nobody
    turns: Numbers  #: turns that were finished
    decisions: Numbers  #: turns in which a card was laid; the last may be unfinished

    @property
    def won(self) -> NDArray[np.bool_]:
        """Whether anybody won, game by game."""
        return self.winners != 0


def play_batch(rules: PackedRules, policy: int | Sequence[int], seeds: ArrayLike) -> BatchResult:
    """Play the games of the seeds; ``policy`` is one for all seats or one for each.

    The compiled loop releases the GIL. A ``ValueError`` says that the policies are unknown, or not
    as many as the seats.
    """
    policies = np.full(rules.players, policy, np.int64) if isinstance(policy, int) else policy
    chosen = np.asarray(policies, np.int64)
    if chosen.shape != (rules.players,):
        raise ValueError(f"{chosen.size} policies for {rules.players} seats")
    if not np.isin(chosen, (codes.GREEDY, codes.RANDOM)).all():
        raise ValueError(f"unknown policy in {chosen.tolist()}")
    numbers = np.ascontiguousarray(seeds, dtype=np.int64)
    results = np.empty((len(BatchResult._fields), numbers.size), np.int64)
    _play_batch(rules, chosen, numbers, new_states(1), np.zeros(1, np.uint64), results)
    return BatchResult(*results)


@jit
def _play_batch(
    rules: PackedRules,
    policies: Numbers,
    seeds: Numbers,
    states: NDArray[Any],
    generator: Words,
    results: NDArray[np.int64],
) -> None:
    # The caller owns the state: a record does not keep the array alive that it points into.
    state = states[0]
    is_uniform = True
    for seat in range(1, policies.size):
        is_uniform = is_uniform and policies[seat] == policies[0]
    for index in range(seeds.size):
        deal(rules, state, seeds[index])
        generator[0] = start_of_stream(seeds[index], CHOICE_STREAM)
        if is_uniform:
            play_out(rules, state, policies[0], generator)
        else:
            play_out_seats(rules, state, policies, generator)
        write_result(state, state.turns + (1 if state.laid > 0 else 0), results, index)


@jit
def write_result(
    state: PackedState, decisions: int, results: NDArray[np.int64], index: int
) -> None:
    """Write how a game ended into the columns that become a ``BatchResult``."""
    results[_TERMINATION, index] = state.termination
    results[_SCORE, index] = state.score
    results[_WINNERS, index] = state.winners
    results[_TURNS, index] = state.turns
    results[_DECISIONS, index] = decisions
