"""The default number of deals that sampling bots try, for the bots and for the catalogue."""

from typing import Final

__all__ = ["MASTER_SAMPLES", "MONTECARLO_SAMPLES"]

MONTECARLO_SAMPLES: Final = 100
MASTER_SAMPLES: Final = 64
