"""Which puzzle comes next: one that somebody of this rating finds about every second time."""

import random
from collections.abc import Collection
from typing import Final

from tenback.analysis.puzzles.file import load_puzzles
from tenback.analysis.puzzles.puzzle import Puzzle, Theme

__all__ = ["next_puzzle"]

#: It is drawn from so many whose ratings are nearest.
_NEAREST: Final = 12


def next_puzzle(
    game: str,
    rating: float,
    seen: Collection[int] = (),
    theme: Theme | None = None,
    source: random.Random | None = None,
) -> Puzzle | None:
    """Return a puzzle whose number was not seen; None if all were."""
    left = [
        puzzle
        for puzzle in load_puzzles(game)
        if puzzle.number not in seen and (theme is None or theme in puzzle.themes)
    ]
    nearest = sorted(left, key=lambda puzzle: abs(puzzle.rating - rating))[:_NEAREST]
    return (source or random.Random()).choice(nearest) if nearest else None
