"""A bot over the compiled games: packs its view, lets compiled code choose, unpacks the turn.

A bot declares a plan. At a table and in a batch the same function, ``choose_turn``, carries it out.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from tenback.bots.players.greedy import Greedy
from tenback.bots.search.best_turn import NO_TURN, new_desk
from tenback.bots.search.choosing import choose_turn
from tenback.bots.search.deep import Search, new_search
from tenback.bots.search.plans import SeatPlan, needs_network
from tenback.bots.search.turns import limits_for
from tenback.bots.search.workspace import Workspace, new_heard, new_workspace
from tenback.bots.value.weights import network_name, second_tables_for, tables_for
from tenback.kernels.deals import start_of_stream
from tenback.kernels.packed import PackedRules, PackedState, Words
from tenback.kernels.packing import UnsupportedRulesetError, pack_ruleset, pack_view
from tenback.kernels.turn_buffer import TurnBuffer, TurnLimits, placements_of
from tenback.records import deal_from_seed
from tenback.rules import Placement, Ruleset, State, View, view

__all__ = ["CompiledBot", "packed_rules", "verify_own_view"]

#: Random generators take seeds of 64 bits.
_WORD: Final = (1 << 64) - 1


@lru_cache(maxsize=64)
def packed_rules(rules: Ruleset) -> PackedRules:
    """Pack a ruleset once."""
    return pack_ruleset(rules)


def verify_own_view(view: View) -> None:
    """Refuse what a bot cannot choose from; a ``TypeError`` says what it can."""
    if not isinstance(view, View):  # pyright: ignore[reportUnnecessaryIsInstance]
        told = f"a bot chooses from a view, not from {view!r}"
    elif view.seat is None or view.gone is None:
        told = "a bot chooses from the view of a seat that knows which cards are gone"
    else:
        return
    raise TypeError(f"{told}: game.view(), or tenback.view(state, state.seat, memory=True)")


class CompiledBot:
    """What the compiled bots share. A subclass declares a plan, or chooses by itself."""

    #: Where the turns of the last choice lie.
    buffer: TurnBuffer
    limits = TurnLimits()

    def __init__(self, *, seed: int = 0) -> None:
        self.heard = new_heard()
        self.workspace: Workspace = new_workspace()
        self._seed = seed & _WORD
        self._searches: dict[str, Search] = {}

    def plan(self, rules: Ruleset) -> SeatPlan | None:
        """Return how compiled code plays this bot; None if it does not play whole games there."""
        del rules

    def choose(self, view: View) -> tuple[Placement, ...]:
        """Choose the turn; where none obeys every rule, lay what can be laid and lose (B-15)."""
        verify_own_view(view)
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

    def choose_entry(self, rules: Ruleset, packed: PackedRules, seen: PackedState) -> int:
        """Carry out the plan; return the entry of the chosen turn in ``self.buffer``, or NO_TURN.

        What is not compiled whole overrides this.
        """
        plan = self.plan(rules)
        if plan is None:
            raise TypeError(f"{type(self).__name__} declares no plan and does not choose by itself")
        search = self.search_for(rules) if needs_network(plan) else None
        self.buffer = self.workspace.buffer if search is None else search.desk.buffer
        return choose_turn(
            packed,
            seen,
            self.limits,
            plan,
            self.heard,
            self.workspace,
            search,
            self.generator_for(seen),
        )

    def search_for(self, rules: Ruleset) -> Search:
        """Return the search with the networks for a ruleset."""
        name = network_name(rules)
        if name not in self._searches:
            desk = new_desk(tables_for(rules))
            self._searches[name] = new_search(desk, second_tables_for(rules))
        return self._searches[name]

    def generator_for(self, seen: PackedState) -> Words:
        """Return the random generator of this turn, the same at a table and in a batch."""
        return np.full(1, start_of_stream(self._seed, int(seen.turns)), np.uint64)
