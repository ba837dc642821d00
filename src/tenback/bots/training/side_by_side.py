"""Self-play of many games side by side, and what their positions should have been worth.

The games of a batch go turn by turn: all movers' turns are listed, all positions after them valued
in one product of matrices, all choices played. What the network was told of every chosen turn is
kept in a pool, from which the learning draws.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tenback.bots.inputs import ROWS
from tenback.bots.training import lanes
from tenback.bots.training.devices import Device
from tenback.bots.training.self_play import SCORE_SCALE
from tenback.kernels import codes
from tenback.kernels.packed import RULES, STATE, PackedRules
from tenback.kernels.turn_buffer import ENTRY

__all__ = ["INPUTS", "Games", "Played", "chances"]

#: The rows of the network and zeros behind them: products of matrices like round lengths.
INPUTS = (ROWS + 63) // 64 * 64
#: How many turns a game has at most on average; positions beyond are played, not learned from.
_MOST_TURNS = 64
#: How many turns of a mover are looked at.
_MOST_CANDIDATES = 1024
_CAPACITY = 4096


def chances(arrays: Any, values: Any) -> Any:
    """Turn logarithms of odds into chances, as ``probability`` does one by one."""
    return 1 / (1 + arrays.exp(-arrays.clip(values, -30, 30)))


class Played(NamedTuple):
    """What a batch of games was like."""

    positions: int  #: how many lie in the pool
    wanted: Any  #: what each should have been worth
    games: int
    won: int  #: in a duel by the first seat
    left: int


class Games:
    """Room for so many games on a device."""

    def __init__(self, device: Device, rules: PackedRules, count: int, at_once: int) -> None:
        self.device = device
        self._duel = bool(rules.has_rivals)
        self._count = count
        zeros, integer, real = device.arrays.zeros, np.int64, np.float32
        table = np.zeros(1, RULES)
        table[0] = rules
        # The Original needs no tables to tell turns apart.
        capacity, slots = _CAPACITY, 1 if rules.is_plain else 2 * _CAPACITY
        self._rules = device.upload(table)
        self._states = device.records(count, STATE)
        self._entries = device.records((count, capacity), ENTRY)
        self._turns = zeros((count, capacity), integer)
        self._slots = zeros((count, slots), integer)
        self._whole_slots = zeros((count, slots), integer)
        self._marks = zeros((count, 2), integer)
        self._heard = zeros((count, 4), integer)
        self._generators = zeros((count, 1), np.uint64)
        self._playing = zeros(count, integer)
        self._winners = zeros(count, integer)
        self._scores = zeros(count, integer)
        self._active = zeros(count, integer)
        self._seats = zeros(count, integer)
        self._counts = zeros(count, integer)
        self._firsts = zeros(count, integer)
        self._chosen = zeros(count, integer)
        self._kept = zeros(count, integer)
        self._levels = zeros(count, real)
        most = count * _MOST_CANDIDATES
        self._owners = zeros(most, integer)
        self._values = zeros(most, real)
        self._bonus = zeros(most, real)
        self._inputs = zeros((at_once, INPUTS), real)
        self.pool = zeros((count * _MOST_TURNS, INPUTS), real)

    def play(
        self,
        value: Callable[[Any], Any],
        first_seed: int,
        talking: int,
        trace: float,
        shaping: float,
    ) -> Played:
        """Play a game on every lane; ``value`` gives the logarithms of the odds for lines."""
        arrays, launch = self.device.arrays, self.device.launch
        launch(lanes.deal_game, self._count, self._rules, self._states, first_seed, self._playing)
        records: list[tuple[Any, Any, Any]] = []
        size = 0
        while True:
            active = arrays.flatnonzero(self._playing)
            count = int(active.size)
            if count == 0:
                break
            self._active[:count] = active
            self._choose(value, count, first_seed, talking)
            kept = arrays.flatnonzero(self._chosen[:count] >= 0)[: self.pool.shape[0] - size]
            records.append((active[kept], self._seats[kept], self._levels[kept]))
            self._keep(kept, size)
            size += int(kept.size)
            launch(
                lanes.play_game,
                count,
                self._rules,
                self._states,
                self._active,
                self._entries,
                self._chosen,
                self._generators,
                self._playing,
                self._winners,
                self._scores,
            )
        return self._sum_up(records, size, trace, shaping)

    def _choose(
        self, value: Callable[[Any], Any], count: int, first_seed: int, talking: int
    ) -> None:
        """Find the best turns of the movers of the active games."""
        arrays, launch = self.device.arrays, self.device.launch
        launch(
            lanes.list_game,
            count,
            self._rules,
            self._states,
            self._active,
            self._entries,
            self._turns,
            self._slots,
            self._whole_slots,
            self._marks,
            self._heard,
            first_seed,
            talking,
            self._seats,
            self._counts,
        )
        arrays.minimum(self._counts, _MOST_CANDIDATES, out=self._counts)
        ends = arrays.cumsum(self._counts[:count])
        self._firsts[:count] = ends - self._counts[:count]
        total = int(ends[-1])
        launch(lanes.name_owners, count, self._firsts, self._counts, self._owners)
        at_once = self._inputs.shape[0]
        for start in range(0, total, at_once):
            size = min(at_once, total - start)
            self._inputs[:size] = 0
            launch(
                lanes.write_candidate,
                size,
                self._rules,
                self._states,
                self._active,
                self._entries,
                self._turns,
                self._heard,
                self._firsts,
                self._owners,
                start,
                self._inputs,
                self._bonus,
            )
            self._values[start : start + size] = value(self._inputs[:size])
        launch(
            lanes.choose_turn,
            count,
            self._active,
            self._turns,
            self._firsts,
            self._counts,
            self._values,
            self._bonus,
            self._chosen,
            self._levels,
        )

    def _keep(self, kept: Any, start: int) -> None:
        """Put what the network was told of the chosen turns into the pool."""
        size = int(kept.size)
        self._kept[:size] = kept
        self.pool[start : start + size] = 0
        self.device.launch(
            lanes.write_chosen,
            size,
            self._rules,
            self._states,
            self._active,
            self._entries,
            self._heard,
            self._chosen,
            self._kept,
            start,
            self.pool,
        )

    def _sum_up(
        self, records: list[tuple[Any, Any, Any]], size: int, trace: float, shaping: float
    ) -> Played:
        """Go back from the ends: a mixture of the next position's value and of the end."""
        arrays = self.device.arrays
        if self._duel:  # somebody always wins: what counts is the first seat
            won = self._winners == 1
            target = won.astype(np.float32)
        else:
            won = self._winners != 0
            lost = shaping * arrays.exp(-self._scores / SCORE_SCALE)
            target = arrays.where(won, 1.0, lost).astype(np.float32)
        wanted = arrays.zeros(size, np.float32)
        end = size
        for lane, seats, levels in reversed(records):
            start = end - int(lane.size)
            flips = self._duel & (seats == 1)
            after = target[lane]
            wanted[start:end] = arrays.where(flips, 1 - after, after)
            level = chances(arrays, levels)
            level = arrays.where(flips, 1 - level, level)
            target[lane] = trace * after + (1 - trace) * level
            end = start
        return Played(size, wanted, self._count, int(won.sum()), int(self._scores.sum()))
