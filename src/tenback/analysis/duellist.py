"""Solving a duel: iterative deepening until a result is proved or time is up."""

from typing import Final

from tenback.analysis import duel
from tenback.analysis.budget import Budget
from tenback.analysis.paths import Line, LineStep, line_of_steps, play_line
from tenback.analysis.verdict import Verdict
from tenback.kernels.packed import PackedRules
from tenback.kernels.packing import pack_state
from tenback.kernels.turn_buffer import TurnBuffer, new_turn_buffer
from tenback.rules import Placement, State

__all__ = ["DuelSolver"]

_SLICE: Final = 50
_TURNS: Final = 1 << 17


class DuelSolver:
    """The search from one position, which can be broken off at any time."""

    def __init__(self, start: State, packed: PackedRules, budget: Budget) -> None:
        self.start = start
        self.packed = packed
        self.budget = budget
        self.verdict = Verdict.UNDECIDED
        self.depth = 0
        self._total = sum(map(len, (*start.hands, *start.decks)))
        self._buffer: TurnBuffer = new_turn_buffer(_TURNS)
        self._search = duel.new_duel_search(pack_state(start), self._total)
        self._first: LineStep | None = None

    def run(self) -> None:
        """Deepen until the position is decided."""
        for depth in range(1, self._total + 2):
            value = self._value_at(depth, self.start)
            if value is None:
                return
            self.depth = depth
            chosen = int(self._search.spans[duel.ROOT, duel.BEST])
            self._first = LineStep.of_entry(self._search.turns[chosen]) if chosen >= 0 else None
            if abs(value) == duel.WIN and not self._search.marks[duel.DROPPED]:
                self.verdict = Verdict.WINNABLE if value > 0 else Verdict.UNWINNABLE
                return

    def _value_at(self, depth: int, state: State) -> int | None:
        """Search to a depth; None if time was up first."""
        if self.budget.is_spent:
            return None
        search, done = self._search, False
        before = int(search.marks[duel.NODES])
        search.states[0] = pack_state(state)
        duel.begin_depth(self.packed, search, self._buffer, depth)
        while not done:
            size = self.budget.slice(_SLICE)
            done = duel.look_ahead(self.packed, search, self._buffer, size)
            self.budget.spend(int(search.marks[duel.NODES]) - before, f"depth {depth}")
            before = int(search.marks[duel.NODES])
            if not done and self.budget.is_spent:
                return None
        return int(search.bounds[duel.ROOT, duel.VALUE])

    def line(self) -> tuple[Line, State]:
        """Return the best line of both sides, played by the rules, as far as it was found."""
        line: list[tuple[Placement, ...]] = []
        state, step, depth = self.start, self._first, self.depth
        while step is not None:
            turn, state = line_of_steps(state, [step], self.packed, self._buffer)
            line += turn
            depth -= 1
            step = None
            if state.outcome is None and depth > 0:
                step = self._best_step(state, depth)
        return tuple(line), play_line(self.start, line)

    def _best_step(self, state: State, depth: int) -> LineStep | None:
        """Return the best turn, mostly from the table; None if it takes too long."""
        search = self._search
        last = 2 * int(search.marks[duel.NODES]) + _SLICE
        search.states[0] = pack_state(state)
        duel.begin_depth(self.packed, search, self._buffer, depth)
        while not duel.look_ahead(self.packed, search, self._buffer, _SLICE):
            if search.marks[duel.NODES] > last:
                return None
        chosen = int(search.spans[duel.ROOT, duel.BEST])
        return LineStep.of_entry(search.turns[chosen]) if chosen >= 0 else None
