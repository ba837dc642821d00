"""What a solver may find out about a position."""

from enum import StrEnum

__all__ = ["Verdict"]


class Verdict(StrEnum):
    """What is known about a position for the side to move, with all cards known."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNDECIDED = "undecided"
