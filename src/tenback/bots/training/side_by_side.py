"""Self-play of many games side by side, and what their positions should have been worth.

The games of a batch go turn by turn: all movers' turns are listed, all positions after them valued
by products of matrices, all choices played. What the network was told of every chosen turn is kept
in a pool, from which the learning draws.
"""

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tenback.bots.training import lanes
from tenback.bots.training.devices import Device
from tenback.bots.training.lanes import MOST_KEYS, TURN_ROWS, WORD
from tenback.bots.training.lines import Columns
from tenback.bots.training.self_play import ASKED, SCORE_SCALE
from tenback.bots.value.network import PILE_KEYS
from tenback.kernels.packed import STATE
from tenback.kernels.turn_buffer import ENTRY

__all__ = ["Games", "Listed", "PlayedTurns", "Style", "Valuer", "Worth", "chances"]

#: How many turns a game has at most on average; positions beyond are played, not learned from.
_MOST_TURNS = 64
#: How many turns of a mover are looked at.
_MOST_CANDIDATES = 1024
_CAPACITY = 2048


class Listed(NamedTuple):
    """The rows of some turns beside their piles, and the lines of their piles' sums."""

    rows: Any
    weights: Any
    counts: Any  #: how many rows each turn has
    keys: Any


class Valuer(Protocol):
    """What says how much turns are worth."""

    def sum_pile(self, slot: int, lines: Any) -> Any:
        """Return the sums of the first layer for lines of piles of a slot."""
        ...

    def value(self, listed: Listed, sums: Any) -> Any:
        """Return the logarithms of the odds for rows of turns and the sums of their piles."""
        ...


def chances(arrays: Any, values: Any) -> Any:
    """Turn logarithms of odds into chances, as ``probability`` does one by one."""
    return 1 / (1 + arrays.exp(-arrays.clip(values, -30, 30)))


class Style(NamedTuple):
    """How games are played; as in ``play_and_learn``."""

    talking: int
    spread: int
    strict_deck: int


class Worth(NamedTuple):
    """What positions are told to be worth; as in ``play_and_learn``."""

    trace: float
    shaping: float


class PlayedTurns(NamedTuple):
    """What a batch of games was like."""

    positions: int  #: how many lie in the pool
    wanted: Any  #: what each should have been worth
    games: int
    won: int  #: in a duel by the first seat
    left: int


class Games:
    """Room for so many games on a device; ``at_once`` turns are valued in one product."""

    def __init__(
        self, device: Device, rules: NDArray[Any], columns: Columns, count: int, at_once: int
    ) -> None:
        self.device = device
        self._duel = bool(rules[ASKED].has_rivals)
        self._count = count
        self._at_once = max(at_once, _MOST_CANDIDATES)
        zeros, integer, real = device.arrays.zeros, np.int64, np.float32
        # The Original needs no tables to tell turns apart.
        capacity, slots = _CAPACITY, 1 if rules[ASKED].is_plain else 2 * _CAPACITY
        self._rules = device.upload(rules)
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
        self._calls = 0
        self._stamps = zeros((count, PILE_KEYS), integer)
        self._piles = zeros((count, 4, MOST_KEYS), integer)
        self._sizes = zeros((4, count), integer)
        self._ends = zeros((4, count), integer)
        self._pile_firsts = zeros(4, integer)
        whole, self._pile_width = columns.whole_width, columns.pile_width
        self._of_whole = device.upload(columns.of_whole)
        self._listed = Listed(
            zeros((self._at_once, TURN_ROWS), np.int16),
            zeros((self._at_once, TURN_ROWS), real),
            zeros(self._at_once, np.int32),
            zeros((self._at_once, 4), np.int32),
        )
        self._piles_at_once = max(self._at_once, 4 * MOST_KEYS)
        self._pile_owners = zeros(self._piles_at_once, integer)
        self._pile_lines = zeros((self._piles_at_once, self._pile_width), np.int8)
        self.pool = zeros((count * _MOST_TURNS, whole), np.int8)

    def play(self, valuer: Valuer, first_seed: int, style: Style, worth: Worth) -> PlayedTurns:
        """Play a game on every lane; the valuer chooses the turns."""
        arrays, launch = self.device.arrays, self.device.launch
        launch(
            lanes.deal_game,
            self._count,
            self._rules,
            self._states,
            first_seed,
            style.strict_deck,
            self._playing,
        )
        records: list[tuple[Any, Any, Any]] = []
        size = 0
        while True:
            active = arrays.flatnonzero(self._playing)
            count = int(active.size)
            if count == 0:
                break
            self._active[:count] = active
            self._choose(valuer, count, first_seed, style)
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
                style.strict_deck,
                self._playing,
                self._winners,
                self._scores,
            )
        return self._sum_up(records, size, worth)

    def _choose(self, valuer: Valuer, count: int, first_seed: int, style: Style) -> None:
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
            style.talking,
            style.spread,
            self._seats,
            self._counts,
        )
        arrays.minimum(self._counts, _MOST_CANDIDATES, out=self._counts)
        ends = arrays.cumsum(self._counts[:count])
        self._firsts[:count] = ends - self._counts[:count]
        launch(lanes.name_owners, count, self._firsts, self._counts, self._owners)
        self._calls += 1
        launch(
            lanes.name_keys,
            count,
            self._rules,
            self._states,
            self._active,
            self._entries,
            self._turns,
            self._counts,
            self._calls,
            self._stamps,
            self._piles,
            self._sizes,
        )
        self._ends[:, :count] = arrays.cumsum(self._sizes[:, :count], axis=1)
        ends = self.device.download(ends)
        pile_ends = self.device.download(self._ends[:, :count])
        first = 0
        while first < count:
            end = self._portion(first, ends, pile_ends)
            self._value(valuer, first, end, ends, pile_ends)
            first = end
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

    def _portion(self, first: int, ends: NDArray[np.int64], pile_ends: NDArray[np.int64]) -> int:
        """Return how far the games go, from a first one on, whose turns and piles fit.

        There is always room for one.
        """
        turns = int(ends[first - 1]) if first else 0
        piles = pile_ends.sum(axis=0)
        before = int(piles[first - 1]) if first else 0
        end = min(
            int(np.searchsorted(ends, turns + self._at_once, side="right")),
            int(np.searchsorted(piles, before + self._piles_at_once, side="right")),
        )
        return max(end, first + 1)

    def _value(
        self,
        valuer: Valuer,
        first: int,
        end: int,
        ends: NDArray[np.int64],
        pile_ends: NDArray[np.int64],
    ) -> None:
        """Value the turns of some games: first their piles, which many turns share."""
        launch = self.device.launch
        start, stop = int(ends[first - 1]) if first else 0, int(ends[end - 1])
        if start == stop:
            return
        before = pile_ends[:, first - 1] if first else np.zeros(4, np.int64)
        sizes = pile_ends[:, end - 1] - before
        borders = np.zeros(5, np.int64)
        borders[1:] = np.cumsum(sizes)
        self._pile_firsts[:] = self.device.upload(borders[:4] - before)
        launch(
            lanes.name_piles,
            end - first,
            self._sizes,
            self._ends,
            self._pile_firsts,
            first,
            self._pile_owners,
        )
        words = self._pile_width // WORD
        launch(
            lanes.write_pile,
            int(borders[4]) * words,
            self._rules,
            self._states,
            self._active,
            self._piles,
            self._pile_owners,
            words,
            self._pile_lines,
        )
        sums = self.device.arrays.concatenate(
            [
                valuer.sum_pile(slot, self._pile_lines[borders[slot] : borders[slot + 1]])
                for slot in range(4)
            ]
        )
        size = stop - start
        launch(
            lanes.write_turn,
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
            self._stamps,
            self._sizes,
            self._ends,
            self._pile_firsts,
            *self._listed,
            self._bonus,
        )
        listed = Listed(*(part[:size] for part in self._listed))
        self._values[start:stop] = valuer.value(listed, sums)

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
            self._of_whole,
            self.pool,
        )

    def _sum_up(self, records: list[tuple[Any, Any, Any]], size: int, worth: Worth) -> PlayedTurns:
        """Go back from the ends: a mixture of the next position's value and of the end."""
        arrays, trace = self.device.arrays, worth.trace
        if self._duel:  # somebody always wins: what counts is the first seat
            won = self._winners == 1
            target = won.astype(np.float32)
        else:
            won = self._winners != 0
            lost = worth.shaping * arrays.exp(-self._scores / SCORE_SCALE)
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
        return PlayedTurns(size, wanted, self._count, int(won.sum()), int(self._scores.sum()))
