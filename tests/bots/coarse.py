"""Networks whose tables of whole numbers say exactly what their weights say."""

import numpy as np

from tenback.bots.value.network import Network

__all__ = ["coarsen"]

#: With rows counted in eighths, tables hold all multiples of 1/512 up to 64.
_STEPS = 64


def coarsen(network: Network) -> None:
    """Round the weights that are kept in tables, so that games are the same with and without."""
    for part in (network.rows, network.first_bias):
        part[:] = np.rint(_STEPS * part) / _STEPS
