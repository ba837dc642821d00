"""How figures are told."""

import numpy as np
from numpy.typing import NDArray


def percent(values: NDArray[np.float64], sign: str = "") -> str:
    """Tell a mean as a percentage, with one standard error."""
    error = values.std() / np.sqrt(values.size)
    return f"{100 * values.mean():{sign}.2f} ± {100 * error:.2f}"
