"""Self-play of many games at once, and the target value of each of their positions.

The games of a batch go turn by turn: all movers' turns are listed, all positions after them valued
by matrix products, all choices played. What the network was told of every chosen turn is kept in a
pool, from which the learning draws.
"""

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tenback.bots.training import lane_inputs, lanes
from tenback.bots.training.devices import Device
from tenback.bots.training.lane_inputs import WORD
from tenback.bots.training.lines import Columns
from tenback.bots.training.self_play import ASKED, SCORE_SCALE
from tenback.bots.training.splitting import Population, Split
from tenback.bots.training.workspace import (
    MOST_CANDIDATES,
    MOST_KEYS,
    TurnRows,
    new_lanes,
    new_listed_piles,
    new_listed_turns,
    new_turn_rows,
)
from tenback.kernels.packed import PILES

__all__ = ["Games", "PlayedTurns", "Style", "Valuer", "Worth", "chances"]

#: The pool has room for so many turns a game; positions beyond are played, not learned from.
_MOST_TURNS = 64
#: No games are split after so many turns: then hardly a card is left to shuffle.
_LAST_SPLIT = 24


class Valuer(Protocol):
    """What says how much turns are worth."""

    def sum_pile(self, slot: int, lines: Any) -> Any:
        """Return the sums of the first layer for lines of piles of a slot."""
        ...

    def value(self, written: TurnRows, sums: Any) -> Any:
        """Return the logits for rows of turns and the sums of their piles."""
        ...


def chances(arrays: Any, values: Any) -> Any:
    """Turn logits into chances, as ``probability`` does one by one."""
    return 1 / (1 + arrays.exp(-arrays.clip(values, -30, 30)))


class Style(NamedTuple):
    """How games are played; as in ``play_and_learn``."""

    talking: int
    spread: int
    strict_deck: int
    split: int = 0  #: every how many turns games are split; 0 for never


class Worth(NamedTuple):
    """How the targets of positions are made; as in ``play_and_learn``."""

    trace: float
    shaping: float


class PlayedTurns(NamedTuple):
    """What a batch of games was like."""

    positions: int  #: how many lie in the pool
    wanted: Any  #: what each should have been worth
    games: int
    won: float  #: in a duel by the first seat
    left: float


class Games:
    """So many games on a device; ``at_once`` turns are valued in one matrix product."""

    def __init__(
        self,
        device: Device,
        rules: NDArray[Any],
        columns: Columns,
        count: int,
        at_once: int,
        kept: int = _MOST_TURNS,
    ) -> None:
        self.device = device
        self._duel = bool(rules[ASKED].has_rivals)
        self.count = count
        self._at_once = max(at_once, MOST_CANDIDATES)
        self._piles_at_once = max(self._at_once, 4 * MOST_KEYS)
        self._pile_width = columns.pile_width
        self.lanes = new_lanes(device, rules, count)
        self.listed = new_listed_turns(device, rules, count)
        self._piles = new_listed_piles(device, count, self._piles_at_once, columns.pile_width)
        self._written = new_turn_rows(device, self._at_once)
        self._calls = 0
        self._population = Population(device, count)
        self._kept = device.arrays.zeros(count, np.int64)
        self._of_whole = device.upload(columns.of_whole)
        self.pool = device.arrays.zeros((count * kept, columns.whole_width), np.int8)

    def play(self, valuer: Valuer, first_seed: int, style: Style, worth: Worth) -> PlayedTurns:
        """Play a game on every lane; the valuer chooses the turns."""
        arrays, launch = self.device.arrays, self.device.launch
        games, listed = self.lanes, self.listed
        self.deal(first_seed, style)
        self._population.begin()
        records: list[tuple[Any, Any, Any] | Split] = []
        size = turns = 0
        # Not always after the same turns.
        phase = first_seed // self.count % style.split if style.split else 0
        while count := self.activate():
            turns += 1
            if style.split and turns <= _LAST_SPLIT and turns % style.split == phase and turns > 1:
                split_seed = first_seed + turns * self.count
                won, ends = self._won(), self._ends(worth)
                records.append(self._population.split(games, won, ends, split_seed))
                count = self.activate()
            active = games.active[:count].copy()
            self.choose(valuer, count, style.spread)
            kept = arrays.flatnonzero(listed.chosen[:count] >= 0)[: self.pool.shape[0] - size]
            records.append((active[kept], listed.seats[kept], listed.levels[kept]))
            self._population.note(active[kept], chances(arrays, listed.levels[kept]))
            self._keep(kept, size)
            size += int(kept.size)
            launch(lanes.play_game, count, games, listed, style.strict_deck)
        return self._sum_up(records, size, worth)

    def deal(self, first_seed: int, style: Style) -> None:
        """Deal a game on every lane."""
        self.device.launch(
            lanes.deal_game, self.count, self.lanes, first_seed, style.talking, style.strict_deck
        )

    def activate(self) -> int:
        """Number the games that go on; return how many there are."""
        active = self.device.arrays.flatnonzero(self.lanes.playing)
        count = int(active.size)
        self.lanes.active[:count] = active
        return count

    def choose(self, valuer: Valuer, count: int, spread: int) -> None:
        """Find the best turns of the movers of the active games."""
        arrays, launch = self.device.arrays, self.device.launch
        games, listed, piles = self.lanes, self.listed, self._piles
        launch(lanes.list_game, count, games, listed, spread)
        arrays.minimum(listed.counts, MOST_CANDIDATES, out=listed.counts)
        ends = arrays.cumsum(listed.counts[:count])
        listed.firsts[:count] = ends - listed.counts[:count]
        launch(lanes.name_owners, count, listed)
        self._calls += 1
        launch(lanes.name_keys, count, games, listed, piles, self._calls)
        piles.ends[:, :count] = arrays.cumsum(piles.sizes[:, :count], axis=1)
        ends = self.device.download(ends)
        pile_ends = self.device.download(piles.ends[:, :count])
        first = 0
        while first < count:
            end = self._portion(first, ends, pile_ends)
            self._value(valuer, first, end, ends, pile_ends)
            first = end
        launch(lanes.choose_turn, count, games, listed)

    def _portion(self, first: int, ends: NDArray[np.int64], pile_ends: NDArray[np.int64]) -> int:
        """Return the end of the games, from ``first`` on, whose turns and piles fit at once.

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
        games, piles = self.lanes, self._piles
        start, stop = int(ends[first - 1]) if first else 0, int(ends[end - 1])
        if start == stop:
            return
        before = pile_ends[:, first - 1] if first else np.zeros(4, np.int64)
        sizes = pile_ends[:, end - 1] - before
        borders = np.zeros(5, np.int64)
        borders[1:] = np.cumsum(sizes)
        piles.firsts[:] = self.device.upload(borders[:4] - before)
        launch(lanes.name_piles, end - first, piles, first)
        words = self._pile_width // WORD
        launch(lane_inputs.write_pile, int(borders[4]) * words, games, piles, words)
        sums = self.device.arrays.concatenate(
            [
                valuer.sum_pile(slot, piles.lines[borders[slot] : borders[slot + 1]])
                for slot in range(PILES)
            ]
        )
        size = stop - start
        launch(lane_inputs.write_turn, size, games, self.listed, piles, self._written, start)
        written = TurnRows._make(part[:size] for part in self._written)
        self.listed.values[start:stop] = valuer.value(written, sums)

    def _keep(self, kept: Any, start: int) -> None:
        """Put what the network was told of the chosen turns into the pool."""
        size = int(kept.size)
        self._kept[:size] = kept
        self.pool[start : start + size] = 0
        self.device.launch(
            lane_inputs.write_chosen,
            size,
            self.lanes,
            self.listed,
            self._kept,
            start,
            self._of_whole,
            self.pool,
        )

    def _won(self) -> Any:
        """Return whether the games that are over were won, in a duel by the first seat."""
        return self.lanes.winners == 1 if self._duel else self.lanes.winners != 0

    def _ends(self, worth: Worth) -> Any:
        """Return what the games that are over are worth, in a duel to the first seat."""
        arrays = self.device.arrays
        # Somebody always wins a duel: who loses has nothing.
        shaping = 0.0 if self._duel else worth.shaping
        lost = shaping * arrays.exp(-self.lanes.scores / SCORE_SCALE)
        return arrays.where(self._won(), 1.0, lost).astype(np.float32)

    def _sum_up(
        self, records: list[tuple[Any, Any, Any] | Split], size: int, worth: Worth
    ) -> PlayedTurns:
        """Go back from the ends: a target mixes the next position's value and the end."""
        arrays, trace = self.device.arrays, worth.trace
        target = self._ends(worth)
        wanted = arrays.zeros(size, np.float32)
        end = size
        for record in reversed(records):
            if isinstance(record, Split):
                target = record.go_back(arrays, target)
                continue
            lane, seats, levels = record
            start = end - int(lane.size)
            flips = self._duel & (seats == 1)
            after = target[lane]
            wanted[start:end] = arrays.where(flips, 1 - after, after)
            level = chances(arrays, levels)
            level = arrays.where(flips, 1 - level, level)
            target[lane] = trace * after + (1 - trace) * level
            end = start
        won, left = self._population.tally(self.lanes, self._won())
        return PlayedTurns(size, wanted, self.count, won, left)
