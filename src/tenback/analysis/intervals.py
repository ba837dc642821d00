"""Wilson's confidence interval of a share."""

import math
from statistics import NormalDist

__all__ = ["Z95", "wilson"]

Z95 = NormalDist().inv_cdf(0.975)


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval of a share, valid for few trials and for shares near 0 and 1."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    # At the ends the formula gives 0 and 1, except for rounding.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return low, high
