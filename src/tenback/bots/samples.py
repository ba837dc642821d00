"""How many deals the sampling bots try if nothing is set: for them, and for who offers them."""

from typing import Final

__all__ = ["MASTER_SAMPLES", "MONTECARLO_SAMPLES"]

MONTECARLO_SAMPLES: Final = 100
MASTER_SAMPLES: Final = 64
