"""The lengths that the layers of the value network are multiples of."""

from typing import Final

__all__ = ["BLOCK", "LAYER_BLOCK"]

#: Rows have a multiple of this length.
BLOCK: Final = 64
#: The second layer has a multiple of this length.
LAYER_BLOCK: Final = 32
