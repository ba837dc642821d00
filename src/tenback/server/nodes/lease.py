"""What a node may believe about its lease, by its own clock alone."""

import time
from collections.abc import Callable

__all__ = ["Lease", "steady_clock"]

#: The part of a lease that is left unused, because no two clocks run equally fast.
_MARGIN = 0.1


def steady_clock() -> float:
    """Return seconds that go on while the machine is suspended, where the system counts them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


if not hasattr(time, "CLOCK_BOOTTIME"):
    steady_clock = time.monotonic


class Lease:
    """A lease of so many seconds, counted from before the database was asked for it.

    The database counts from the moment it grants the lease, which is later. So a lease that is held
    here has not run out there, however long the answer took.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = steady_clock) -> None:
        self.seconds = seconds
        self.clock = clock
        #: Until when it is held, by the clock of this machine.
        self.until = float("-inf")

    def renew(self, asked_at: float) -> None:
        """Note that the database has granted the lease when asked at that time."""
        self.until = asked_at + self.seconds * (1 - _MARGIN)

    def lose(self) -> None:
        """Note that the database knows nothing of the lease any more."""
        self.until = float("-inf")

    @property
    def is_held(self) -> bool:
        """Whether nobody else can have taken what this node owns."""
        return self.clock() < self.until
