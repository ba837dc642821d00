"""The exponential function, the same bits on every machine.

The functions of different systems and browsers differ in the last bit. This one is made of sums,
products and one quotient of 64-bit numbers, which IEEE 754 defines to the last bit.
"""

from typing import Final

import numpy as np

from tenback.kernels.compiling import jit

__all__ = ["MOST", "exponential"]

#: The largest argument, positive or negative.
MOST: Final = 40.0
_MOST_DOUBLED: Final = 58
_DOUBLED: Final = 2.0 ** np.arange(-_MOST_DOUBLED, _MOST_DOUBLED + 1)
_PER_DOUBLING: Final = 1.4426950408889634
# The logarithm of two: a part whose products with small numbers are exact, and the rest.
_LOG_TWO: Final = 6.93147180369123816490e-01
_LOG_TWO_REST: Final = 1.90821492927058770002e-10
# The even terms of x * coth(x / 2), by Remez, as in Sun's and FreeBSD's exp.
_TERMS: Final = (
    1.66666666666666019037e-01,
    -2.77777777770155933842e-03,
    6.61375632143793436117e-05,
    -1.65339022054652515390e-06,
    4.13813679705723846039e-08,
)


@jit
def exponential(number: float) -> float:
    """Return e to the power of a number within ``MOST``, to within one unit in the last place."""
    scaled = number * _PER_DOUBLING
    doubled = int(scaled + 0.5) if scaled >= 0 else int(scaled - 0.5)
    high = number - doubled * _LOG_TWO
    low = doubled * _LOG_TWO_REST
    rest = high - low
    square = rest * rest
    sum_of_terms = 0.0
    for index in range(len(_TERMS) - 1, -1, -1):
        sum_of_terms = _TERMS[index] + square * sum_of_terms
    even = rest - square * sum_of_terms
    return (1.0 - ((low - (rest * even) / (2.0 - even)) - high)) * _DOUBLED[doubled + _MOST_DOUBLED]
