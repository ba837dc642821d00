"""Analysis: the solver, which knows every card, advice to a seat, which does not, and reviews.

>>> from tenback.analysis import solve
>>> from tenback.records import parse_position
>>> position = parse_position("original players=1 piles=70,90,20,30 hands=60,71 deck=")
>>> solution = solve(position.to_state())
>>> str(solution.verdict), solution.line
('winnable', ((Placement(card=60, pile=0), Placement(card=71, pile=0)),))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenback.analysis.advice import Advice, AdviceError, advise
    from tenback.analysis.reviewing import Review, ReviewError, ReviewProgress, review
    from tenback.analysis.solution import (
        Solution,
        SolverProgress,
        SolvingInterrupted,
        Verdict,
        record_with_line,
    )
    from tenback.analysis.solver import solve

_HOMES = {
    "advice": ("Advice", "AdviceError", "advise"),
    "reviewing": ("Review", "ReviewError", "ReviewProgress", "review"),
    "solution": (
        "Solution",
        "SolverProgress",
        "SolvingInterrupted",
        "Verdict",
        "record_with_line",
    ),
    "solver": ("solve",),
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


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: puzzles are read where nothing is compiled."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"tenback.analysis.{home}"), name)
    raise AttributeError(f"module 'tenback.analysis' has no attribute {name!r}")
