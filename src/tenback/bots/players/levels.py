"""Levels for people who want a gentler partner or opponent than `expert`.

`gentle` looks no further than the room on the piles and is content with any turn that is nearly as
good; `steady` weighs positions as `tuned` does, and now and then takes its second choice. Both give
the same signals as the stronger bots, and mind those of others by keeping off the piles they name.
"""

import random
from abc import ABC, abstractmethod

from tenback.bots.players.compiled import CompiledBot, verify_own_view
from tenback.bots.players.learned import hand_signals, heard_from
from tenback.bots.players.planner import PLANNER_WEIGHTS
from tenback.bots.players.tuned import weights_for
from tenback.bots.search.best_turn import NO_TURN
from tenback.bots.search.turns import limits_for
from tenback.bots.signals import KEEP_OFF
from tenback.bots.value.features import Floats
from tenback.bots.value.linear import linear_value
from tenback.kernels.enumeration import enumerate_turns
from tenback.kernels.packed import PILES, PackedRules, PackedState
from tenback.rules import Placement, Ruleset, Signal, View

__all__ = ["Gentle", "Softened", "Steady"]


class Softened(CompiledBot, ABC):
    """Weighs every turn and takes one of the best, at random."""

    #: How much worse than the best a turn may be, as a share of the best ones' spread.
    softness = 0.0
    #: What laying on a pile costs whose signal is KEEP_OFF, as a share of the same.
    courtesy = 0.5
    #: How many of the best turns it chooses among.
    among = 8

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed)
        self.buffer = self.workspace.buffer
        self._warned: tuple[int, ...] = ()

    def choose(self, view: View) -> tuple[Placement, ...]:
        """Choose the turn, minding the piles that others want left alone."""
        verify_own_view(view)
        strongest = heard_from(view).signals
        self._warned = tuple(pile for pile in range(PILES) if strongest[pile] == KEEP_OFF)
        return super().choose(view)

    def signals(self, view: View) -> tuple[Signal, ...]:
        """Return what the seat tells the others now."""
        return hand_signals(view)

    def choose_entry(self, rules: Ruleset, packed: PackedRules, seen: PackedState) -> int:
        """Take one of the turns that are nearly as good as the best."""
        count = enumerate_turns(packed, seen, limits_for(packed), self.buffer)
        if count == 0:
            return NO_TURN
        weights = self.weigh(rules)
        turns = [int(self.buffer.turns[index]) for index in range(count)]
        values = {turn: self._value(packed, seen, turn, weights) for turn in turns}
        ranked = sorted(turns, key=lambda turn: -values[turn])[: self.among]
        scale = values[ranked[0]] - values[ranked[-1]] or 1.0
        for turn in ranked:
            tops = self.buffer.entries[turn].tops
            crossed = sum(1 for pile in self._warned if tops[pile] != seen.tops[pile])
            values[turn] -= self.courtesy * scale * crossed
        best = max(values[turn] for turn in ranked)
        near = [turn for turn in ranked if values[turn] >= best - self.softness * scale]
        return random.Random(int(self.generator_for(seen)[0])).choice(near)

    @abstractmethod
    def weigh(self, rules: Ruleset) -> Floats:
        """Return the weights of the level."""

    def _value(self, packed: PackedRules, seen: PackedState, turn: int, weights: Floats) -> float:
        entry = self.buffer.entries[turn]
        return float(linear_value(packed, seen, seen.seat, entry, weights, self.workspace.numbers))


class Gentle(Softened):
    """Short-sighted and easy-going."""

    softness = 0.25

    def weigh(self, rules: Ruleset) -> Floats:
        """Count the room on the piles, as `planner` does."""
        del rules
        return PLANNER_WEIGHTS


class Steady(Softened):
    """Sound, and only now and then not quite precise."""

    softness = 0.05

    def weigh(self, rules: Ruleset) -> Floats:
        """Weigh positions as `tuned` does."""
        return weights_for(rules)
