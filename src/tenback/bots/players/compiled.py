"""A bot over the compiled games: packs its view, lets compiled code choose, unpacks the turn."""

from abc import ABC, abstractmethod
from functools import lru_cache

from tenback.bots.players.greedy import Greedy
from tenback.bots.search.best_turn import NO_TURN
from tenback.bots.search.plans import SeatPlan
from tenback.bots.search.turns import limits_for
from tenback.kernels.packed import PackedRules, PackedState
from tenback.kernels.packing import UnsupportedRulesetError, pack_ruleset, pack_view
from tenback.kernels.turn_buffer import TurnBuffer, TurnLimits, placements_of
from tenback.records import deal_from_seed
from tenback.rules import Placement, Ruleset, State, View, view

__all__ = ["CompiledBot", "packed_rules"]


@lru_cache(maxsize=64)
def packed_rules(rules: Ruleset) -> PackedRules:
    """Pack a ruleset once."""
    return pack_ruleset(rules)


class CompiledBot(ABC):
    """What the compiled bots share; a subclass chooses among the enumerated turns."""

    #: Where the turns of the last choice lie.
    buffer: TurnBuffer
    limits = TurnLimits()

    def plan(self, rules: Ruleset) -> SeatPlan | None:
        """Return how compiled code plays this bot; None if it does not play whole games there."""
        del rules

    def choose(self, view: View) -> tuple[Placement, ...]:
        """Choose the turn; where none obeys every rule, lay what can be laid and lose (B-15)."""
        try:
            packed = packed_rules(view.rules)
        except UnsupportedRulesetError as error:
            raise ValueError(f"this bot cannot play here: {error}") from None
        self.limits = limits_for(packed)
        index = self.choose_entry(view.rules, packed, pack_view(view))
        if index == NO_TURN:
            return Greedy().choose(view)
        return placements_of(self.buffer, index)

    def prepare(self, rules: Ruleset) -> None:
        """Make sure that the code is compiled: the very first time this takes a while."""
        starter = 0 if rules.starter == "lot" else rules.starter
        state = State.deal(rules, deal_from_seed(rules, 0)).start(starter)
        if state.outcome is None:
            self.choose(view(state, starter, memory=True))

    @abstractmethod
    def choose_entry(self, rules: Ruleset, packed: PackedRules, seen: PackedState) -> int:
        """Enumerate into ``self.buffer`` and return the entry of the chosen turn, or NO_TURN."""
