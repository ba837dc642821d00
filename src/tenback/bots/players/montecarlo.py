"""The Monte Carlo bot: deals the unseen cards at random, plays on, takes what ends best.

Candidates are the turns that `tuned` likes best. All of them are tried on the same sampled deals,
and after every round the worse half is dropped (sequential halving, ``search/halving.py``).
"""

from collections.abc import Callable
from time import perf_counter

from tenback.bots.players.compiled import CompiledBot
from tenback.bots.players.parameters import verify_parameter
from tenback.bots.players.tuned import weights_for
from tenback.bots.samples import MONTECARLO_SAMPLES
from tenback.bots.search.best_turn import NO_TURN
from tenback.bots.search.in_time import halve_in_time
from tenback.bots.search.plans import SAMPLED, SeatPlan, seat_plan
from tenback.bots.search.sampled import add_samples, list_candidates
from tenback.kernels.packed import PackedRules, PackedState
from tenback.rules import Ruleset

__all__ = ["MonteCarlo"]


class MonteCarlo(CompiledBot):
    """Samples deals and plays them out.

    ``samples`` is how many deals the last two candidates are tried on; with ``ms`` the time per
    decision decides instead.
    """

    def __init__(self, *, samples: int = MONTECARLO_SAMPLES, ms: int = 0, seed: int = 0) -> None:
        verify_parameter("samples", samples, least=1)
        verify_parameter("ms", ms, least=0)
        super().__init__(seed=seed)
        self.samples = samples
        self.ms = ms
        self.clock: Callable[[], float] = perf_counter  #: what ``ms`` is counted by, in seconds

    def plan(self, rules: Ruleset) -> SeatPlan | None:
        """Sample with the weights of `tuned`; by the clock, it is not compiled whole."""
        return None if self.ms else self._plan(rules)

    def _plan(self, rules: Ruleset) -> SeatPlan:
        return seat_plan(SAMPLED, weights=weights_for(rules), samples=self.samples)

    def choose_entry(self, rules: Ruleset, packed: PackedRules, seen: PackedState) -> int:
        """Carry out the plan, or search by the clock."""
        if not self.ms:
            return super().choose_entry(rules, packed, seen)
        started, plan, workspace = self.clock(), self._plan(rules), self.workspace
        self.buffer, generator = workspace.buffer, self.generator_for(seen)
        count = list_candidates(packed, seen, self.limits, plan, workspace)
        if count == 0:
            return NO_TURN
        return halve_in_time(
            workspace.candidates,
            count,
            lambda alive, more: add_samples(packed, seen, plan, alive, more, workspace, generator),
            started=started,
            seconds=self.ms / 1000,
            clock=self.clock,
        )
