"""Estimates from samples: a mean, its standard error, its interval."""

import math
from typing import Final, NamedTuple

from tenback.analysis.intervals import Z95
from tenback.analysis.reviewing.result import Estimate
from tenback.analysis.reviewing.sampling import Floats

__all__ = ["SURE", "Measured", "measure", "total"]

#: Standard errors that a difference must exceed before anything is said: 99 %. There are as many
#: differences as turns, and each is the largest of several.
SURE: Final = 2.576


class Measured(NamedTuple):
    """A mean and its standard error; an exact number has none."""

    value: float
    error: float = 0.0

    def as_chance(self) -> Estimate:
        """Return the estimate with its interval, which does not leave 0 to 1."""
        estimate = self.as_estimate()
        return Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high))

    def as_estimate(self) -> Estimate:
        """Return the estimate with its interval."""
        half = Z95 * self.error
        return Estimate(self.value, self.value - half, self.value + half)

    def less(self, other: "Measured") -> "Measured":
        """Subtract what was measured on samples of its own."""
        return Measured(self.value - other.value, math.hypot(self.error, other.error))

    def mirrored(self) -> "Measured":
        """Return the chance of the other side."""
        return Measured(1.0 - self.value, self.error)


def measure(values: Floats) -> Measured:
    """Return the mean of samples and its standard error.

    Where all samples agree on 0 or on 1, the next one might still differ: the error is then that of
    a share of 1 in ``count + 2``.
    """
    count = values.size
    mean = float(values.mean())
    if mean in (0.0, 1.0):
        return Measured(mean, math.sqrt(count + 1) / ((count + 2) * math.sqrt(count + 2)))
    return Measured(mean, float(values.std(ddof=1)) / math.sqrt(count) if count > 1 else 0.5)


def total(parts: list[Measured]) -> Measured:
    """Add up what was measured on samples of their own."""
    value = math.fsum(part.value for part in parts)
    return Measured(value, math.sqrt(math.fsum(part.error**2 for part in parts)))
