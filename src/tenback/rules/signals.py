"""Standing signals: what may be told at the table without a number (G-23, X-17, B-19)."""

from enum import StrEnum
from typing import NamedTuple

__all__ = ["Signal", "SignalKind"]


class SignalKind(StrEnum):
    """About a pile, or about a command held."""

    KEEP_OFF = "keep_off"
    SMALL_STEPS = "small_steps"
    HOLDS = "holds"


class Signal(NamedTuple):
    """What a seat tells everyone; it stands until a turn of that seat ends.

    ``subject`` is a pile's index for signals about piles, a command's name for ``HOLDS``.
    """

    seat: int
    kind: SignalKind
    subject: int | str
