"""Estimates with intervals: a share, a mean, a paired difference."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tenback.analysis.intervals import Z95, wilson

__all__ = [
    "Estimate",
    "estimate_bounded",
    "estimate_mean",
    "estimate_share",
    "estimate_share_of_groups",
    "least_half_width",
    "paired_difference",
]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its standard error and a confidence interval (95 % by default)."""

    value: float
    se: float
    low: float
    high: float


def estimate_share(successes: int, trials: int) -> Estimate:
    """Estimate a share, with Wilson's interval."""
    share = successes / trials if trials else 0.0
    se = math.sqrt(share * (1 - share) / trials) if trials else math.inf
    return Estimate(share, se, *wilson(successes, trials))


def estimate_mean(values: ArrayLike, z: float = Z95) -> Estimate:
    """Estimate a mean from independent values."""
    given: NDArray[np.float64] = np.asarray(values, np.float64)
    mean = float(given.mean()) if given.size else math.nan
    se = float(given.std(ddof=1)) / math.sqrt(given.size) if given.size > 1 else math.inf
    return Estimate(mean, se, mean - z * se, mean + z * se)


def estimate_share_of_groups(shares: ArrayLike) -> Estimate:
    """Estimate a share from the shares of independent groups, such as the games on one deal."""
    return estimate_bounded(shares, 0.0, 1.0)


def estimate_bounded(values: ArrayLike, least: float, most: float) -> Estimate:
    """Estimate a mean from independent values that are never less nor more than this.

    Where all values are equal their spread says nothing: the next one might differ. The interval
    then allows for as many others as Wilson's does for something that has not happened yet.
    """
    given: NDArray[np.float64] = np.asarray(values, np.float64)
    found = estimate_mean(given)
    if given.size and bool((given == given[0]).all()):
        value, others = float(given[0]), estimate_share(0, given.size).high
        low, high = value - others * (value - least), value + others * (most - value)
        return Estimate(value, 0.0, low, high)
    return Estimate(found.value, found.se, max(least, found.low), min(most, found.high))


def paired_difference(values: ArrayLike, reference: ArrayLike, z: float = Z95) -> Estimate:
    """Estimate ``values - reference`` on the same deals; the luck of the deals cancels out."""
    differences = np.subtract(values, reference, dtype=np.float64)
    found = estimate_mean(differences, z)
    if differences.size < 2:
        return found
    half = max(z * found.se, least_half_width(differences.size, z))
    return Estimate(found.value, found.se, found.value - half, found.value + half)


def least_half_width(pairs: int, z: float) -> float:
    """Return half the least width of an interval for a mean of paired differences.

    Pairs that are all equal so far have no spread, but the next one might differ, by a win or by a
    card. This is Wilson's bound for the share of such pairs when none has been seen.
    """
    return z**2 / (pairs + z**2)
