"""``solve``: whether a game can be won when every card is known."""

from tenback.analysis.budget import Budget, OnProgress
from tenback.analysis.duellist import DuelSolver
from tenback.analysis.solution import Solution, SolvingInterrupted
from tenback.analysis.team import TeamSolver
from tenback.analysis.verdict import Verdict
from tenback.kernels.packing import pack_ruleset, verify_piles
from tenback.records import GameRecord, opening
from tenback.rules import Phase, State

__all__ = ["solve"]


def solve(
    subject: State | GameRecord,
    *,
    seconds: float | None = 60.0,
    nodes: int | None = None,
    on_progress: OnProgress | None = None,
) -> Solution:
    """Find a winning line from a position, or from the opening of a record, knowing every card.

    The search ends with a proof, or after ``seconds`` or ``nodes`` (positions), whichever comes
    first; None means no limit. The same ``nodes`` without ``seconds`` give the same solution.
    Ctrl-C raises ``SolvingInterrupted`` with the best so far. A ``ValueError`` says why a position
    cannot be solved.
    """
    start = opening(subject) if isinstance(subject, GameRecord) else subject
    if start.phase is Phase.STARTING:
        raise ValueError("the game has not started: name the seat that begins")
    budget = Budget(seconds, nodes, on_progress)
    packed = pack_ruleset(start.rules)
    verify_piles(start.rules.game)
    if start.outcome is not None:
        won = start.seat in start.outcome.winners
        verdict = Verdict.WINNABLE if won else Verdict.UNWINNABLE
        return Solution(start, verdict, (), start, 0, budget.seconds)
    is_team = start.rules.game.is_team_game
    solver = (TeamSolver if is_team else DuelSolver)(start, packed, budget)
    try:
        solver.run()
    except KeyboardInterrupt:
        raise SolvingInterrupted(_solution(solver, budget)) from None
    return _solution(solver, budget)


def _solution(solver: TeamSolver | DuelSolver, budget: Budget) -> Solution:
    line, final = solver.line()
    depth = solver.depth if isinstance(solver, DuelSolver) else None
    return Solution(solver.start, solver.verdict, line, final, budget.nodes, budget.seconds, depth)
