"""Whether the deal of a record could be won at all, with every card known."""

from typing import Final

from tenback.analysis.reviewing.result import LineTurn, SolvedDeal
from tenback.analysis.solver import solve
from tenback.analysis.verdict import Verdict
from tenback.records import GameRecord, opening
from tenback.records.placed import show_placements
from tenback.rules import State

__all__ = ["solve_deal"]

#: Positions the solver may look at; all but a few deals are won with a tenth of them.
_NODES: Final = 10_000
#: A duel is hardly ever decided from the deal; its line is then what looks best a few turns deep.
_DUEL_NODES: Final = 500


def solve_deal(record: GameRecord, final: State) -> SolvedDeal:
    """Solve the deal; a game that was won is a line that wins, if no other was found."""
    start = opening(record)
    is_team = record.rules.game.is_team_game
    solution = solve(start, seconds=None, nodes=_NODES if is_team else _DUEL_NODES)
    has_won = is_team and final.outcome is not None and final.outcome.won
    if has_won and solution.verdict is not Verdict.WINNABLE:
        turns = tuple(
            LineTurn(turn.seat, show_placements(turn.placements)) for turn in record.turns
        )
        return SolvedDeal(Verdict.WINNABLE, 0, turns)
    line: list[LineTurn] = []
    state = start
    for placements in solution.line:
        line.append(LineTurn(state.seat, show_placements(placements)))
        turns = state.turns
        for placement in placements:
            state = state.place(placement)
        if state.outcome is None and state.turns == turns and state.can_end():
            state = state.end()
    return SolvedDeal(solution.verdict, solution.cards_left, tuple(line))
