"""Analysis: the solver, which knows every card, advice to a seat, which does not, and reviews.

>>> from tenback.analysis import solve
>>> from tenback.records import parse_position
>>> position = parse_position("original players=1 piles=70,90,20,30 hands=60,71 deck=")
>>> solution = solve(position.to_state())
>>> str(solution.verdict), solution.line
('winnable', ((Placement(card=60, pile=0), Placement(card=71, pile=0)),))
"""

from typing import TYPE_CHECKING

from tenback.lazy import lazy_names

if TYPE_CHECKING:
    from tenback.analysis.advice import Advice, AdviceError, advise
    from tenback.analysis.reviewing import Review, ReviewError, ReviewProgress, review
    from tenback.analysis.solution import (
        Solution,
        SolverProgress,
        SolvingInterrupted,
        record_with_line,
    )
    from tenback.analysis.solver import solve
    from tenback.analysis.verdict import Verdict

_HOMES = {
    "advice": ("Advice", "AdviceError", "advise"),
    "reviewing": ("Review", "ReviewError", "ReviewProgress", "review"),
    "solution": ("Solution", "SolverProgress", "SolvingInterrupted", "record_with_line"),
    "solver": ("solve",),
    "verdict": ("Verdict",),
}

__all__ = [
    "Advice",
    "AdviceError",
    "Review",
    "ReviewError",
    "ReviewProgress",
    "Solution",
    "SolverProgress",
    "SolvingInterrupted",
    "Verdict",
    "advise",
    "record_with_line",
    "review",
    "solve",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES, extra="kernels")
