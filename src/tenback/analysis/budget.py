"""The limits of a search, and reports on its progress."""

import time
from collections.abc import Callable

from tenback.analysis.solution import SolverProgress

__all__ = ["Budget", "OnProgress"]

OnProgress = Callable[[SolverProgress], None]


class Budget:
    """Counts positions and seconds; None means no limit."""

    def __init__(
        self, seconds: float | None, nodes: int | None, on_progress: OnProgress | None
    ) -> None:
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds must be more than 0, not {seconds}")
        if nodes is not None and nodes < 1:
            raise ValueError(f"nodes must be at least 1, not {nodes}")
        self.nodes = 0
        self.cards_left: int | None = None
        self._seconds = seconds
        self._most_nodes = nodes
        self._on_progress = on_progress
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """The seconds that the search has taken."""
        return time.perf_counter() - self._began

    @property
    def is_spent(self) -> bool:
        """Whether the search has to stop."""
        if self._most_nodes is not None and self.nodes >= self._most_nodes:
            return True
        return self._seconds is not None and self.seconds >= self._seconds

    def slice(self, size: int) -> int:
        """Return how many of these positions may be searched before the next look at the clock."""
        return (
            size if self._most_nodes is None else max(1, min(size, self._most_nodes - self.nodes))
        )

    def spend(self, nodes: int, stage: str) -> None:
        """Count positions and report progress."""
        self.nodes += nodes
        if self._on_progress is not None:
            self._on_progress(SolverProgress(stage, self.nodes, self.seconds, self.cards_left))

    def note(self, cards_left: int) -> None:
        """Note the fewest cards left."""
        if self.cards_left is None or cards_left < self.cards_left:
            self.cards_left = cards_left
