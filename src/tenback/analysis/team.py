"""Solving a team game: beams of growing width, alternating with exhaustive search."""

from typing import Final

import numpy as np

from tenback.analysis import beam as beams
from tenback.analysis import exhaustive as every_line
from tenback.analysis.budget import Budget
from tenback.analysis.outlook import (
    ASKING,
    DRAWN,
    JUMP_TO_COME,
    WEIGHT_COUNT,
    Weights,
    is_lost_for_sure,
)
from tenback.analysis.paths import Line, LineStep, finish_turn, line_of_steps, play_line
from tenback.analysis.verdict import Verdict
from tenback.kernels.packed import PackedRules
from tenback.kernels.packing import pack_state, set_of_cards
from tenback.kernels.turn_buffer import TurnBuffer, TurnLimits, new_turn_buffer
from tenback.rules import State

__all__ = ["TeamSolver", "team_weights"]

#: Cost of a card not laid, by how many of the four piles it fits; then the worth of a jump to come
#: and, with commands, of a card drawn and of a SKULL or THREE to come.
_FITTING: Final = (8.0, 3.0, 1.0, 0.4, 0.0)
_JUMP: Final = 1.0
_DRAWN: Final = 2.0
_ASKING: Final = -100.0

_WIDTHS: Final = (8, 32, 128, 512, 2048, 8192, 32768)
_WIDE: Final = 2048  # from here on longer turns and wider steps are tried too
_SMALL: Final = 24  # with this many cards or fewer, exhaustive search goes first
_MIDDLE: Final = 40  # with this many or fewer it alternates with beams; with more it takes too long
_FIRST_LOOK: Final = 2_000  # positions of the first exhaustive search
_BEAM_SLICE: Final = 200
_EXACT_SLICE: Final = 50
_TURNS: Final = 1 << 17


def team_weights(has_commands: bool) -> Weights:
    """Return the weights of the outlook."""
    weights = np.zeros(WEIGHT_COUNT)
    for ups in range(3):
        for downs in range(3):
            weights[3 * ups + downs] = -_FITTING[ups + downs]
    weights[JUMP_TO_COME] = _JUMP
    if has_commands:
        weights[DRAWN], weights[ASKING] = _DRAWN, _ASKING
    return weights


class TeamSolver:
    """The search from one position, which can be broken off at any time."""

    def __init__(self, start: State, packed: PackedRules, budget: Budget) -> None:
        self.start = start
        self.packed = packed
        self.budget = budget
        self.root = pack_state(start)
        self.total = start.cards_left
        self.weights = team_weights(bool(packed.has_commands))
        self.verdict = Verdict.UNDECIDED
        self.steps: list[LineStep] = []
        self._fewest = self.total + 1
        self._buffer: TurnBuffer = new_turn_buffer(_TURNS)
        self._every_line = every_line.new_exhaustive(self.root, self.total)

    def run(self) -> None:
        """Search until a win is found, or it is proved that there is none, or time is up."""
        cards_low, cards_high = set_of_cards(
            [card for held in (*self.start.hands, *self.start.decks) for card in held]
        )
        if is_lost_for_sure(self.root.tops, cards_low, cards_high):
            self.verdict = Verdict.UNWINNABLE
        elif self.total <= _SMALL:
            self._try_every_line(_FIRST_LOOK)
        for width in _WIDTHS:
            if self._is_over(width):
                return
            self._try_beam(width)
            if self.total <= _MIDDLE and not self._is_over(width):
                self._try_every_line(width * self.total // 8)
        while not self._is_over(_WIDTHS[-1]):
            self._try_every_line(_FIRST_LOOK)
            if self._every_line.marks[every_line.DEPTH] < 0:
                return

    def _is_over(self, width: int) -> bool:
        """Whether to stop; a lost position still gets narrow beams, to find a good line."""
        if self.verdict is Verdict.UNWINNABLE and width <= _WIDTHS[1]:
            return self.budget.is_spent
        return self.verdict is not Verdict.UNDECIDED or self.budget.is_spent

    def _try_beam(self, width: int) -> None:
        longest = max(self.start.rules.hand_size, *map(len, self.start.hands))
        least = int(self.packed.minimum)
        limits = TurnLimits(max_cards=least + 2, wide_gap=4, max_wide=least)
        if width >= _WIDE:
            limits = TurnLimits(max_cards=least + 4, wide_gap=10, max_wide=least + 1)
        beam = beams.new_beam(self.root, width, longest)
        done = False
        while not done and not self.budget.is_spent:
            before = int(beam.marks[beams.NODES])
            size = self.budget.slice(_BEAM_SLICE)
            done = beams.advance(self.packed, beam, limits, self._buffer, self.weights, size)
            if beam.marks[beams.BEST_PATH] >= 0:
                self._note(int(beam.marks[beams.BEST_SCORE]), beam=beam)
            self.budget.spend(int(beam.marks[beams.NODES]) - before, f"beam {width}")
        if beam.marks[beams.WON] >= 0:
            self.steps = beams.steps_to(beam, int(beam.marks[beams.WON]))
            self.verdict = Verdict.WINNABLE

    def _try_every_line(self, most: int) -> None:
        search, last = self._every_line, self.budget.nodes + most
        done = False
        while not done and not self.budget.is_spent and self.budget.nodes < last:
            before = int(search.marks[every_line.NODES])
            size = self.budget.slice(_EXACT_SLICE)
            done = every_line.explore(self.packed, search, self._buffer, self.weights, size)
            if search.marks[every_line.BEST_SCORE] < self._fewest:
                self._note(int(search.marks[every_line.BEST_SCORE]))
            self.budget.spend(int(search.marks[every_line.NODES]) - before, "every line")
        if search.marks[every_line.WON_DEPTH] >= 0:
            self.steps = every_line.best_steps(search, int(search.marks[every_line.WON_DEPTH]))
            self.verdict = Verdict.WINNABLE
        elif done and every_line.is_proof(search):
            self.verdict = Verdict.UNWINNABLE

    def _note(self, score: int, beam: beams.Beam | None = None) -> None:
        """Keep the line if it leaves the fewest cards so far."""
        if score >= self._fewest:
            return
        self._fewest = score
        self.budget.note(score)
        if beam is not None:
            self.steps = beams.steps_to(beam, int(beam.marks[beams.BEST_PATH]))
        else:
            length = int(self._every_line.marks[every_line.BEST_DEPTH])
            self.steps = every_line.best_steps(self._every_line, length)

    def line(self) -> tuple[Line, State]:
        """Play the best line by the rules, including a last turn that cannot be completed."""
        line, final = line_of_steps(self.start, self.steps, self.packed, self._buffer)
        if self.verdict is not Verdict.WINNABLE and final.is_doomed:
            last = finish_turn(final)
            if last:
                line, final = (*line, last), play_line(final, [last])
                if final.outcome is not None and final.outcome.won:
                    self.verdict = Verdict.WINNABLE
        return line, final
