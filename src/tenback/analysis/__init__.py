"""What can be said about a game by someone who knows every card: the solver.

>>> from tenback.analysis import solve
>>> from tenback.records import parse_position
>>> position = parse_position("original players=1 piles=70,90,20,30 hands=60,71 deck=")
>>> solution = solve(position.to_state())
>>> str(solution.verdict), solution.line
('winnable', ((Placement(card=60, pile=0), Placement(card=71, pile=0)),))
"""

from tenback.analysis.solution import (
    Progress,
    Solution,
    SolvingInterrupted,
    Verdict,
    record_with_line,
)
from tenback.analysis.solver import solve

__all__ = ["Progress", "Solution", "SolvingInterrupted", "Verdict", "record_with_line", "solve"]
