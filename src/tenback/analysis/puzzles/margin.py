"""Proofs where cards are hidden: sampled deals, each played to its end by `expert` at every seat.

All turns are tried on the same deals. The best has to beat each of the others by 15 points, beyond
2.576 standard errors of the paired difference (99 %). A turn is tried on more deals only as long as
that is open, so the hopeless ones take few.
"""

import itertools
from typing import Final, NamedTuple

import numpy as np

from tenback.analysis.puzzles.puzzle import TurnKey, turn_key
from tenback.analysis.reviewing.estimates import SURE, measure
from tenback.analysis.reviewing.sampler import Sampled, Sampler
from tenback.analysis.reviewing.sampling import Floats
from tenback.bots.search.best_turn import value_turns
from tenback.kernels.turn_buffer import placements_of
from tenback.rules import Placement, Ruleset, State

__all__ = ["MARGIN", "Compared", "MarginProver"]

MARGIN: Final = 0.15
_ROUND: Final = 32
#: Before all turns are tried, a few are, on so many deals; the best has to be so much better.
_FEW: Final = 4
_LOOKS: Final = (0, 12, 48)
_HOPE: Final = 0.12


class Compared(NamedTuple):
    """A turn with its chance, and the least that the best turn is better by."""

    key: TurnKey
    placements: tuple[Placement, ...]
    chance: float
    low: float


class MarginProver:
    """Compares the turns of positions of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._sampler = Sampler(rules, samples=_ROUND, seed=0)

    def compare(self, state: State, *, samples: int, seed: int) -> list[Compared] | None:
        """Return the turns, the best first, if it beats every other by the margin; else None."""
        sampler = self._sampler
        sampler.seed = seed
        sampled = sampler.begin(state, state.seat, 0)
        sampled.ahead = sampler.to_the_end
        turns = self._list(state, sampled)
        values = self._play(sampled, turns, samples) if len(turns) > 1 else None
        if values is None:
            return None
        best = max(values, key=lambda key: float(values[key].mean()))
        compared = sorted(
            (self._compared(turns[key], key, best, values) for key in values),
            key=lambda one: -one.chance,
        )
        return compared if all(one.low >= MARGIN for one in compared[1:]) else None

    def rank(self, state: State) -> list[TurnKey]:
        """List the turns, those that the network values most first."""
        return list(self._list(state, self._sampler.begin(state, state.seat, 0)))

    def is_likely(self, state: State, *, seed: int) -> bool:
        """Whether a margin is worth looking for: a few turns on a few deals."""
        sampler = self._sampler
        sampler.seed = seed
        sampled = sampler.begin(state, state.seat, 0)
        sampled.ahead = sampler.to_the_end
        turns = list(self._list(state, sampled).values())[:_FEW]
        if len(turns) < 2:
            return False
        for first, end in itertools.pairwise(_LOOKS):
            played = self._sampler.sample(sampled, turns, first, end).mean(1)
            best, other = np.sort(played)[::-1][:2]
            if best - other < _HOPE:
                return False
        return True

    def _list(self, state: State, sampled: Sampled) -> dict[TurnKey, int]:
        """List the different turns, those that the network values most first."""
        sampler, desk = self._sampler, self._sampler.search.desk
        known, spread = sampled.known, sampler.depth.spread
        count = int(
            value_turns(
                sampler.packed, known.seen, sampler.limits, known.heard.signals, desk, spread
            )
        )
        turns: dict[TurnKey, int] = {}
        for at in np.argsort(-desk.values[:count]).tolist():
            entry = int(desk.buffer.turns[at])
            key = turn_key(self.rules, state.tops, placements_of(desk.buffer, entry))
            turns.setdefault(key, entry)
        return turns

    def _play(
        self, sampled: Sampled, turns: dict[TurnKey, int], samples: int
    ) -> dict[TurnKey, Floats] | None:
        """Try the turns on more and more deals until the best one has the margin over all."""
        values = {key: np.zeros(0) for key in turns}
        open_ones, done = list(turns), 0
        while open_ones:
            if done >= samples:
                return None
            end = min(samples, max(_ROUND, 2 * done))
            played = self._sampler.sample(sampled, [turns[key] for key in open_ones], done, end)
            for key, more in zip(open_ones, played, strict=True):
                values[key] = np.concatenate((values[key], more))
            done = end
            best = max(open_ones, key=lambda key: float(values[key].mean()))
            left = [best]
            for key in open_ones:
                gain = measure(values[best][: values[key].size] - values[key])
                if key == best or gain.value - SURE * gain.error >= MARGIN:
                    continue
                if gain.value + SURE * gain.error < MARGIN:
                    return None
                left.append(key)
            open_ones = left if len(left) > 1 else []
            if any(
                values[key].size < done and float(values[key].mean()) > float(values[best].mean())
                for key in turns
            ):
                return None  # the best one is not the one that the others were dropped for
        return values

    def _compared(
        self, entry: int, key: TurnKey, best: TurnKey, values: dict[TurnKey, Floats]
    ) -> Compared:
        own = values[key]
        gain = measure(values[best][: own.size] - own)
        low = 0.0 if key == best else gain.value - SURE * gain.error
        placements = placements_of(self._sampler.search.desk.buffer, entry)
        return Compared(key, placements, float(own.mean()), low)
