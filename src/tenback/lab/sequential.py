"""Confidence sequences: looking at a comparison repeatedly without fooling oneself.

Stopping at the first look at which an ordinary 95 % interval excludes zero finds a difference
between equal bots far more often than one time in twenty. A *confidence sequence* holds at all
looks at once: whenever one stops, the interval is valid. This is Robbins' normal mixture with an
estimated variance (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, "asymptotic confidence
sequences"): wider than a fixed-size interval by a factor of about 1.5.

It relies on the central limit theorem, so the first look comes after 200 deals.
"""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tenback.lab.statistics import Estimate, least_half_width

__all__ = ["FIRST_LOOK", "estimate_at_any_time", "looks"]

FIRST_LOOK = 200
_GROWTH = 1.25
#: The number of deals at which the sequence is at its tightest.
_TIGHTEST = 2_000


def looks(games: int) -> Iterator[int]:
    """Yield the numbers of deals after which to look; fixed, so that runs are repeatable."""
    count = FIRST_LOOK
    while count < games:
        yield count
        count = math.ceil(count * _GROWTH)
    yield games


def estimate_at_any_time(differences: ArrayLike, alpha: float = 0.05) -> Estimate:
    """Estimate a mean with the interval of a confidence sequence of level ``1 - alpha``."""
    given: NDArray[np.float64] = np.asarray(differences, np.float64)
    count = given.size
    mean = float(given.mean()) if count else math.nan
    if count < 2:
        return Estimate(mean, math.inf, -math.inf, math.inf)
    spread = float(given.std(ddof=1))
    boundary = _boundary(count, alpha)
    half = max(spread * boundary, least_half_width(count, boundary * math.sqrt(count)))
    return Estimate(mean, spread / math.sqrt(count), mean - half, mean + half)


def _boundary(count: int, alpha: float) -> float:
    """Return half the width, in units of the standard deviation."""
    tuning = -2 * math.log(alpha)
    rho_squared = (tuning + math.log(tuning + 1)) / _TIGHTEST
    grown = count * rho_squared + 1
    return math.sqrt(2 * grown / (count**2 * rho_squared) * math.log(math.sqrt(grown) / alpha))
