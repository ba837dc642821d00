"""The result of a solver."""

from dataclasses import dataclass, replace

from tenback.analysis.paths import Line, play_line
from tenback.analysis.verdict import Verdict
from tenback.records import GameRecord, RecordedTurn, final_state
from tenback.rules import State

__all__ = ["Solution", "SolverProgress", "SolvingInterrupted", "Verdict", "record_with_line"]


@dataclass(frozen=True, slots=True)
class Solution:
    """A verdict, and the best line found, played by the rules to ``final``.

    ``WINNABLE`` and ``UNWINNABLE`` are proved: by the line, or because every line was tried. In a
    duel both are about the player to move against best play; ``line`` is then the best play of
    both. ``depth`` is the search depth of a duel in turns (plies).
    """

    start: State
    verdict: Verdict
    line: Line
    final: State
    nodes: int
    seconds: float
    depth: int | None = None

    @property
    def cards_left(self) -> int:
        """The cards that the line leaves; in a duel those of the loser, or else of the mover."""
        outcome = self.final.outcome
        return self.final.cards_left if outcome is None else outcome.score


@dataclass(frozen=True, slots=True)
class SolverProgress:
    """The progress of a search. ``cards_left`` is the fewest so far, None before the first line."""

    stage: str
    nodes: int
    seconds: float
    cards_left: int | None


class SolvingInterrupted(KeyboardInterrupt):
    """Ctrl-C during a search; ``solution`` is the best so far."""

    def __init__(self, solution: Solution) -> None:
        super().__init__()
        self.solution = solution


def record_with_line(record: GameRecord, solution: Solution) -> GameRecord:
    """Write a line as a record: the deal, the record's turns up to the position, then the line."""
    start = solution.start
    kept = replace(record, entries=record.turns[: start.turns])
    before = final_state(kept)
    if (before.turns, before.seat, before.decks) != (start.turns, start.seat, start.decks):
        raise ValueError("the solution is not of a position of this record")
    turns = list(kept.turns)
    state = start
    for index, placements in enumerate(solution.line):
        seat, laid = state.seat, start.laid if index == 0 else ()
        state = play_line(state, [placements])
        turns.append(RecordedTurn(seat, laid + placements, ended=not state.laid))
    return replace(record, entries=tuple(turns), outcome=solution.final.outcome)
