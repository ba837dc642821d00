"""How hard puzzles are, by how bots of each level do on them.

A bot of rating R finds the answer to a puzzle of rating P with the chance 1 / (1 + 10^((P-R)/400)),
as in Elo and Glicko. All ratings together are those that make the tries most likely, with puzzles
spread around 1500 beforehand (Rasch's model with a normal prior).
"""

import math
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from tenback.analysis.puzzles.puzzle import BOTS, Puzzle

__all__ = ["rate_puzzles"]

_Q: Final = math.log(10) / 400
_MIDDLE: Final = 1500.0
_SPREAD: Final = 300.0
#: The tries of one bot are much alike: together they count as so many at most.
_MOST: Final = 2.0
_ROUNDS: Final = 200


def rate_puzzles(puzzles: Sequence[Puzzle]) -> tuple[list[Puzzle], dict[str, int]]:
    """Return the puzzles with their ratings, and the ratings of the bots."""
    counts = np.array(list(BOTS.values()), float)
    weights = np.minimum(counts, _MOST)
    shares = np.array([puzzle.tries for puzzle in puzzles], float) / counts
    bots, hard = np.full(len(BOTS), _MIDDLE), np.full(len(puzzles), _MIDDLE)
    information = np.ones(len(puzzles))
    for _ in range(_ROUNDS):
        chance = _chances(bots, hard)
        missed, spread = weights * (shares - chance), weights * chance * (1 - chance)
        bots = bots + missed.sum(0) / (_Q * np.maximum(spread.sum(0), 1e-6)) * 0.5
        bots = bots + (_MIDDLE - hard.mean())
        chance = _chances(bots, hard)
        missed, spread = weights * (shares - chance), weights * chance * (1 - chance)
        information = _Q * _Q * spread.sum(1) + 1 / _SPREAD**2
        hard = hard - (_Q * missed.sum(1) + (hard - _MIDDLE) / _SPREAD**2) / information * 0.5
    rated = [
        msgspec.structs.replace(puzzle, rating=round(rating), deviation=round(deviation))
        for puzzle, rating, deviation in zip(
            puzzles, hard.tolist(), (1 / np.sqrt(information)).tolist(), strict=True
        )
    ]
    return rated, {name: round(rating) for name, rating in zip(BOTS, bots.tolist(), strict=True)}


def _chances(bots: NDArray[np.float64], hard: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-_Q * (bots[None, :] - hard[:, None])))
