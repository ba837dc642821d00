"""Self-play in which turns are tried on sampled deals: what they turn out to be worth is kept.

`master` searches the same way, one position at a time. Here all movers' turns are tried at once,
each on a branch for every sample, and the branches go on turn by turn.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.bots.search.plans import Depth
from tenback.bots.training import tried_turns
from tenback.bots.training.devices import Device
from tenback.bots.training.lines import Columns
from tenback.bots.training.side_by_side import Games, Style, Valuer
from tenback.bots.training.workspace import TRIED, new_branches, new_tried

__all__ = ["SearchedGames", "TriedPositions"]

#: The pool has room for so many positions a game; those beyond are played, not learned from.
_MOST_POSITIONS = 48


class TriedPositions(NamedTuple):
    """What a batch of games was like; a row of the arrays is a position, beside its lines."""

    counts: Any  #: how many turns were tried
    worth: Any  #: what each did on the samples, in the mean
    chosen: Any  #: which of them was played
    won: Any  #: whether the mover's side won
    games: int
    games_won: int  #: in a duel by the first seat
    left: int


class SearchedGames:
    """So many games on a device; ``branches`` samples are played on at the same time."""

    def __init__(
        self,
        device: Device,
        rules: NDArray[Any],
        columns: Columns,
        count: int,
        at_once: int,
        branches: int,
        samples: int,
    ) -> None:
        self.device = device
        self._samples = samples
        # Of how many games the branches are played on at the same time.
        self._portion = max(1, branches // (TRIED * samples))
        size = self._portion * TRIED * samples
        self._games = Games(device, rules, columns, count, at_once, kept=0)
        self._inner = Games(device, rules, columns, size, at_once, kept=0)
        self._tried = new_tried(device, count)
        self._branches = new_branches(device, size)
        self._kept = device.arrays.zeros(count, np.int64)
        self._of_whole = device.upload(columns.of_whole)
        shape = (count * _MOST_POSITIONS, TRIED, columns.whole_width)
        self.pool = device.arrays.zeros(shape, np.int8)

    def play(self, valuer: Valuer, first_seed: int, style: Style, depth: Depth) -> TriedPositions:
        """Play a game on every lane; the valuer chooses most turns, and several are tried."""
        arrays, launch = self.device.arrays, self.device.launch
        games, listed, tried = self._games.lanes, self._games.listed, self._tried
        self._games.deal(first_seed, style)
        tried.left[:] = 0
        records: list[tuple[Any, ...]] = []
        size = 0
        while count := self._games.activate():
            self._games.choose(valuer, count, style.spread)
            launch(tried_turns.pick_turns, count, games, listed, tried, first_seed)
            for first in range(0, count, self._portion):
                end = min(count, first + self._portion)
                self._try_turns(valuer, first, end, first_seed, depth)
            launch(tried_turns.choose_tried, count, games, listed, tried)
            kept = arrays.flatnonzero(tried.counts[:count])[: self.pool.shape[0] - size]
            records.append(
                (
                    games.active[kept],
                    listed.seats[kept],
                    tried.counts[kept],
                    tried.worth[kept],
                    tried.chosen[kept],
                )
            )
            self._keep(kept, size)
            size += int(kept.size)
            launch(tried_turns.play_and_note, count, games, listed, tried, style.strict_deck)
        lane, seats, counts, worth, chosen = (
            arrays.concatenate(parts) for parts in zip(*records, strict=True)
        )
        return TriedPositions(
            counts=counts,
            worth=worth,
            chosen=chosen,
            won=(games.winners[lane] >> seats) & 1,
            games=self._games.count,
            games_won=int((games.winners & 1).sum()),
            left=int(games.scores.sum()),
        )

    def _try_turns(
        self, valuer: Valuer, first: int, end: int, first_seed: int, depth: Depth
    ) -> None:
        """Try the picked turns of some games; write what they are worth in the mean."""
        launch, inner, samples = self.device.launch, self._inner, self._samples
        count = (end - first) * TRIED * samples
        inner.lanes.playing[:] = 0
        launch(
            tried_turns.begin_branch,
            count,
            self._games.lanes,
            self._games.listed,
            self._tried,
            inner.lanes,
            self._branches,
            first,
            first_seed,
            samples,
            depth.turns,
            depth.playout_deck,
        )
        while active := inner.activate():
            inner.choose(valuer, active, depth.near)
            launch(tried_turns.go_on, active, inner.lanes, inner.listed, self._branches)
        worth = self._branches.worth[:count].reshape(end - first, TRIED, samples)
        self._tried.worth[first:end] = worth.mean(axis=2)

    def _keep(self, kept: Any, start: int) -> None:
        """Put what the network is told of the tried turns into the pool."""
        size = int(kept.size)
        self._kept[:size] = kept
        self.pool[start : start + size] = 0
        self.device.launch(
            tried_turns.write_tried,
            size * TRIED,
            self._games.lanes,
            self._games.listed,
            self._tried,
            self._kept,
            start,
            self._of_whole,
            self.pool,
        )
