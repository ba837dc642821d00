"""Splitting: promising games go on several times, hopeless ones are given up.

Where hardly a game is won, playing on from everywhere teaches little. So from time to time the
lanes are dealt out anew: a game gets as many of them as it is promising, and goes on there with the
rest of its deck shuffled anew. What a position before is worth is the mean of what came of its
game on all its lanes; of a game that was given up, nothing more is learned. Neither is biased: a
game is chosen by what the network says of it, not by what comes of it.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from tenback.bots.search.turns import hide
from tenback.bots.training.devices import Device
from tenback.bots.training.self_play import ASKED
from tenback.bots.training.workspace import Lanes, Records
from tenback.bots.value.inputs import Reals
from tenback.kernels.bits import HIGH, LOW
from tenback.kernels.compiling import jit
from tenback.kernels.deals import gather_unseen, start_of_stream
from tenback.kernels.packed import STATE, Numbers, PackedRules, PackedState

__all__ = ["Population", "Split", "copy_game", "put_aside", "take_up"]

#: The lanes of a game are as many as its chance to be won, to this power.
_POWER: Final = 0.5
#: What the least promising game gets of the lanes of a middling one.
_LEAST: Final = 0.1
_STREAM: Final = 1 << 20


class Split(NamedTuple):
    """How the lanes were dealt out anew; every array is by lane."""

    sources: Any  #: the lane whose game goes on here
    alive: Any  #: whether the game before was not over
    values: Any  #: what the network said of it
    ends: Any  #: what it was worth, where it was over

    def go_back(self, arrays: Any, targets: Any) -> Any:
        """Return what the games before were worth, given those after."""
        lanes = int(targets.size)
        times = arrays.bincount(self.sources, minlength=lanes)
        total = arrays.bincount(self.sources, weights=targets, minlength=lanes)
        mean = arrays.where(times > 0, total / arrays.maximum(times, 1), self.values)
        return arrays.where(self.alive, mean, self.ends).astype(np.float32)


class Population:
    """The games of a batch, of which each stands for a share of those that were dealt."""

    def __init__(self, device: Device, count: int) -> None:
        self._device = device
        self._count = count
        self._aside: Records = None  #: made when games are split
        self._sources = device.arrays.zeros(count, np.int64)
        self._talks = device.arrays.zeros(count, np.int64)
        self.begin()

    def begin(self) -> None:
        """Begin with as many games as lanes."""
        arrays = self._device.arrays
        self._values = arrays.zeros(self._count, np.float32)
        #: By lane: how many of the games dealt its game stands for.
        self.shares = arrays.ones(self._count, np.float64)
        self._won = self._left = 0.0

    def note(self, lanes: Any, values: Any) -> None:
        """Note what the network says of some games."""
        self._values[lanes] = values

    def split(self, games: Lanes, won: Any, ends: Any, seed: int) -> Split:
        """Deal out the lanes anew; ``ends`` says what the games are worth that are over."""
        arrays, launch = self._device.arrays, self._device.launch
        if self._aside is None:
            self._aside = self._device.records(self._count, STATE)
        alive = games.playing == 1
        self._count_ended(games, won, ~alive)
        values = self._values.copy()
        wanted = arrays.where(alive, values.astype(np.float64) ** _POWER, 0)
        wanted += alive * (_LEAST * wanted.sum() / alive.sum())
        wanted *= self._count / wanted.sum()
        # Evenly spread, so that a game has hardly more or fewer lanes than wanted.
        offset = 1 - np.random.RandomState(seed % (1 << 32)).random_sample()
        sources = arrays.searchsorted(arrays.cumsum(wanted), arrays.arange(self._count) + offset)
        self._sources[:] = arrays.minimum(sources, int(arrays.flatnonzero(alive)[-1]))
        self._talks[:] = games.talks
        self.shares = self.shares[self._sources] / wanted[self._sources]
        self._values = values[self._sources]
        launch(put_aside, self._count, games, self._aside)
        launch(take_up, self._count, games, self._aside, self._sources, self._talks, seed)
        return Split(self._sources.copy(), alive, values, ends)

    def tally(self, games: Lanes, won: Any) -> tuple[float, float]:
        """Return how many of the games dealt were won, and the cards left; all are over."""
        self._count_ended(games, won, games.playing == 0)
        return self._won, self._left

    def _count_ended(self, games: Lanes, won: Any, ended: Any) -> None:
        shares = self.shares * ended
        self._won += float((shares * won).sum())
        self._left += float((shares * games.scores).sum())


@jit
def copy_game(rules: PackedRules, source: PackedState, target: PackedState) -> None:
    """Copy a game that goes on, but for its deck: no card of that is known."""
    hide(rules, source, target)
    for seat in range(rules.players):
        target.hands[seat, LOW] = source.hands[seat, LOW]
        target.hands[seat, HIGH] = source.hands[seat, HIGH]
        target.hidden[seat] = 0


@jit
def put_aside(lane: int, _numbers: Numbers, _reals: Reals, games: Lanes, aside: Records) -> None:
    """Copy the game of a lane, so that others may take it up."""
    copy_game(games.rules[ASKED], games.states[lane], aside[lane])


@jit
def take_up(
    lane: int,
    _numbers: Numbers,
    _reals: Reals,
    games: Lanes,
    aside: Records,
    sources: Numbers,
    talks: Numbers,
    seed: int,
) -> None:
    """Go on with another lane's game, the rest of its deck shuffled anew."""
    rules, source = games.rules[ASKED], sources[lane]
    state, generator = games.states[lane], games.generators[lane]
    copy_game(rules, aside[source], state)
    generator[0] = start_of_stream(seed + lane, _STREAM + state.turns)
    for deck in range(rules.decks):
        gather_unseen(rules, state, deck, generator)
    games.playing[lane] = 1
    games.talks[lane] = talks[source]
