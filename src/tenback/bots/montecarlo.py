"""The Monte Carlo bot: deals the unseen cards at random, plays on, takes what ends best.

Candidates are the turns that `tuned` likes best. All of them are tried on the same sampled deals,
and after every round the worse half is dropped (sequential halving). Team games are played to the
end by `greedy`; a duel is played for a few turns and then weighed as `tuned` does, which is
stronger there than playing it out.
"""

import time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tenback.bots.careful import COSTS, play_out_carefully
from tenback.bots.features import FEATURE_COUNT, Floats
from tenback.bots.linear import NO_TURN, linear_value
from tenback.bots.native import play_turns
from tenback.bots.packed_bot import PackedBot
from tenback.bots.tuned import weights_for
from tenback.kernels import codes
from tenback.kernels._bits import EMPTY
from tenback.kernels._jit import jit
from tenback.kernels.deals import fill_unseen, start_of_stream
from tenback.kernels.enumeration import enumerate_turns, play_turn
from tenback.kernels.packed import Numbers, PackedRules, PackedState, Words, new_states
from tenback.kernels.playouts import play_out
from tenback.kernels.turn_buffer import TurnBuffer, TurnEntry, TurnLimits
from tenback.rules import Ruleset

__all__ = ["CANDIDATES", "MonteCarlo", "best_sampled_turn", "new_work"]

CANDIDATES: Final = 16
#: How much of what the weights say is added to a sample. Without it a hundred samples are too
#: noisy to choose between turns that are almost equal, and the bot is weaker than `tuned`.
TRUST: Final = 0.1
DUEL_TURNS: Final = 4
_WON = 30.0
_DUEL_DECIDED = 1e5
_ROUND = 16
_MOST = 1_000_000


def new_work() -> NDArray[Any]:
    """Make the states that one decision needs: the sampled deal and the game played on it."""
    return new_states(2)


@jit
def list_candidates(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    weights: Floats,
    buffer: TurnBuffer,
    numbers: Floats,
    chosen: Numbers,
    values: Floats,
) -> int:
    """Write the entries that the weights like best into ``chosen``, best first; how many.

    ``values`` gets what the weights say of them.
    """
    size = 0
    count = enumerate_turns(rules, seen, limits, buffer)
    for index in range(count):
        entry = buffer.turns[index]
        value = linear_value(rules, seen, seen.seat, buffer.entries[entry], weights, numbers)
        if size == chosen.size and value <= values[size - 1]:
            continue
        place = size if size < chosen.size else size - 1
        size = place + 1
        while place > 0 and values[place - 1] < value:
            values[place] = values[place - 1]
            chosen[place] = chosen[place - 1]
            place -= 1
        values[place] = value
        chosen[place] = entry
    return size


@jit
def _standing(state: PackedState, entry: TurnEntry) -> None:
    """Make an entry of a turn that lays nothing, so that a state can be weighed as it stands."""
    entry.used[0] = EMPTY
    entry.used[1] = EMPTY
    for pile in range(4):
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
    weights: Floats,
    buffer: TurnBuffer,
    numbers: Floats,
    chosen: Numbers,
    alive: int,
    samples: int,
    sums: Floats,
    values: Floats,
    work: NDArray[Any],
    generator: Words,
) -> None:
    """Play the living candidates on the same sampled deals and add up what they are worth."""
    spare = buffer.entries[buffer.entries.size - 1]
    for _ in range(samples):
        work[0] = seen
        fill_unseen(rules, work[0], generator)
        for index in range(alive):
            work[1] = work[0]
            state = work[1]
            play_turn(rules, state, buffer.entries[chosen[index]])
            sums[index] += _worth(rules, state, seen.seat, weights, spare, numbers, generator)
            sums[index] += TRUST * values[index]


@jit
def keep_better_half(chosen: Numbers, sums: Floats, values: Floats, alive: int) -> int:
    """Sort the candidates by worth and drop the worse half; how many are left."""
    for index in range(1, alive):
        place, total, entry, value = index, sums[index], chosen[index], values[index]
        while place > 0 and sums[place - 1] < total:
            sums[place] = sums[place - 1]
            chosen[place] = chosen[place - 1]
            values[place] = values[place - 1]
            place -= 1
        sums[place] = total
        chosen[place] = entry
        values[place] = value
    return (alive + 1) // 2


@jit
def best_sampled_turn(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    weights: Floats,
    samples: int,
    buffer: TurnBuffer,
    numbers: Floats,
    work: NDArray[Any],
    generator: Words,
) -> int:
    """Give the entry of the best turn by sequential halving; the last two get all the samples."""
    chosen = np.zeros(CANDIDATES, np.int64)
    sums = np.zeros(CANDIDATES)
    values = np.zeros(CANDIDATES)
    alive = list_candidates(rules, seen, limits, weights, buffer, numbers, chosen, values)
    if alive == 0:
        return NO_TURN
    done = 0
    while alive > 1:
        # 16 candidates: an eighth of the samples, then a quarter, a half and all of them.
        share = 1
        while share * 2 < alive:
            share *= 2
        target = max(done + 1, samples // share)
        add_samples(
            rules,
            seen,
            weights,
            buffer,
            numbers,
            chosen,
            alive,
            target - done,
            sums,
            values,
            work,
            generator,
        )
        done = target
        alive = keep_better_half(chosen, sums, values, alive)
    return chosen[0]


class MonteCarlo(PackedBot):
    """Samples deals and plays them out.

    ``samples`` is how many deals the last two candidates are tried on; with ``ms`` the time per
    decision decides instead.
    """

    def __init__(self, *, samples: int = 100, ms: int = 0, seed: int = 0) -> None:
        if not 1 <= samples <= _MOST:
            raise ValueError(f"samples must be at least 1 and at most {_MOST}")
        if not 0 <= ms <= _MOST:
            raise ValueError(f"ms must be at least 0 and at most {_MOST}")
        super().__init__()
        self.samples = samples
        self.ms = ms
        self._seed = seed
        self._numbers = np.zeros(FEATURE_COUNT)
        self._work = new_work()

    def choose_entry(self, rules: Ruleset, packed: PackedRules, seen: PackedState) -> int:
        """Search for the best turn."""
        weights = weights_for(rules)
        generator = np.full(1, start_of_stream(self._seed, int(seen.turns)), np.uint64)
        if self.ms:
            return self._choose_in_time(packed, seen, weights, generator)
        return best_sampled_turn(
            packed,
            seen,
            self.limits,
            weights,
            self.samples,
            self.buffer,
            self._numbers,
            self._work,
            generator,
        )

    def _choose_in_time(
        self, packed: PackedRules, seen: PackedState, weights: Floats, generator: Words
    ) -> int:
        """Halve the candidates at even shares of the time."""
        started = time.perf_counter()
        chosen = np.zeros(CANDIDATES, np.int64)
        sums, values = np.zeros(CANDIDATES), np.zeros(CANDIDATES)
        alive = list_candidates(
            packed, seen, self.limits, weights, self.buffer, self._numbers, chosen, values
        )
        if alive == 0:
            return NO_TURN
        rounds = max(1, (alive - 1).bit_length())
        for number in range(1, rounds + 1):
            while alive > 1:
                add_samples(
                    packed,
                    seen,
                    weights,
                    self.buffer,
                    self._numbers,
                    chosen,
                    alive,
                    _ROUND,
                    sums,
                    values,
                    self._work,
                    generator,
                )
                if time.perf_counter() - started >= self.ms / 1000 * number / rounds:
                    break
            alive = keep_better_half(chosen, sums, values, alive)
        return int(chosen[0])
