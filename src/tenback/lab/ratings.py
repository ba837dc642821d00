"""Ratings of duellists: the Bradley-Terry model with an effect of the first seat.

``logit P(first wins) = effect + strength(first) - strength(second)``, fitted by maximum
likelihood. Half a win for each side is added to every pairing, so that a clean sweep has a finite
rating. The standard errors are clustered by deal (a sandwich estimator), because games with the
same cards are not independent.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tenback.analysis.intervals import Z95
from tenback.lab.statistics import Estimate, estimate_share_of_groups

__all__ = ["Ratings", "fit_ratings"]

#: Elo points for one unit of logit.
ELO = 400 / math.log(10)
_ADDED = 0.5
_STEPS = 100
_CLOSE_ENOUGH = 1e-10

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ratings:
    """Elo points around a mean of 0, and the worth of the first seat."""

    points: tuple[Estimate, ...]
    first_seat_points: Estimate
    first_seat_share: Estimate


def fit_ratings(players: int, first_won: Mapping[tuple[int, int], NDArray[np.bool_]]) -> Ratings:
    """Rate players from games; ``first_won[i, j][deal]`` says whether i, moving first, beat j."""
    strengths = np.zeros(players + 1)  # the last is the effect of the first seat
    inverse = np.zeros((players + 1, players + 1))
    for _ in range(_STEPS):
        gradient, information = _slopes(strengths, first_won)
        # Only differences between strengths are known: the pseudo-inverse keeps their sum at 0.
        inverse = np.linalg.pinv(information, hermitian=True)
        step = inverse @ gradient
        strengths += step
        if float(np.abs(step).max()) < _CLOSE_ENOUGH:
            break
    covariance = inverse @ _scatter(strengths, first_won) @ inverse
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    points = [
        _in_points(float(value), float(error))
        for value, error in zip(strengths, errors, strict=True)
    ]
    shares = np.mean(list(first_won.values()), axis=0, dtype=np.float64)
    return Ratings(tuple(points[:-1]), points[-1], estimate_share_of_groups(shares))


def _in_points(value: float, error: float) -> Estimate:
    value, error = value * ELO, error * ELO
    return Estimate(value, error, value - Z95 * error, value + Z95 * error)


def _direction(players: int, first: int, second: int) -> Vector:
    direction = np.zeros(players)
    direction[first], direction[second], direction[-1] = 1.0, -1.0, 1.0
    return direction


def _chance(strengths: Vector, direction: Vector) -> float:
    return 1 / (1 + math.exp(-float(strengths @ direction)))


def _slopes(
    strengths: Vector, first_won: Mapping[tuple[int, int], NDArray[np.bool_]]
) -> tuple[Vector, Vector]:
    size = len(strengths)
    gradient, information = np.zeros(size), np.zeros((size, size))
    for (first, second), won in first_won.items():
        direction = _direction(size, first, second)
        chance = _chance(strengths, direction)
        games = len(won) + 2 * _ADDED
        gradient += (float(np.count_nonzero(won)) + _ADDED - games * chance) * direction
        information += games * chance * (1 - chance) * np.outer(direction, direction)
    return gradient, information


def _scatter(strengths: Vector, first_won: Mapping[tuple[int, int], NDArray[np.bool_]]) -> Vector:
    size = len(strengths)
    deals = max(map(len, first_won.values()))
    by_deal = np.zeros((deals, size))
    added = np.zeros((size, size))
    for (first, second), won in first_won.items():
        direction = _direction(size, first, second)
        chance = _chance(strengths, direction)
        by_deal[: len(won)] += np.outer(won - chance, direction)
        squares = _ADDED * (chance**2 + (1 - chance) ** 2)
        added += squares * np.outer(direction, direction)
    return by_deal.T @ by_deal + added
