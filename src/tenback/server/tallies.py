"""Counts for Prometheus that cost next to nothing, because only the event loop counts.

Those of ``prometheus_client`` take a lock each time, and every move is counted several times.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

__all__ = ["Durations", "Tally"]


class Tally(Collector):
    """Counts things by the values of labels."""

    def __init__(self, name: str, told: str, labels: Sequence[str] = ()) -> None:
        self._name = name
        self._told = told
        self._labels = tuple(labels)
        self._counts: Counter[tuple[str, ...]] = Counter()
        if not labels:
            self._counts[()] = 0

    def add(self, *values: str, count: int = 1) -> None:
        """Count something with these values of the labels."""
        self._counts[values] += count

    def collect(self) -> Iterator[Metric]:
        """Tell all counts."""
        family = CounterMetricFamily(self._name, self._told, labels=self._labels)
        for values, count in self._counts.items():
            family.add_metric(values, count)
        yield family


class Durations(Collector):
    """Counts how long something took; ``bounds`` are those of the buckets, in seconds."""

    def __init__(self, name: str, told: str, bounds: Sequence[float]) -> None:
        self._name = name
        self._told = told
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(bounds) + 1)
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        """Count one that took so long."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """Tell how many took at most as long as each bound."""
        family = HistogramMetricFamily(self._name, self._told)
        names = (*map(str, self._bounds), "+Inf")
        buckets = list(zip(names, accumulate(self._counts), strict=True))
        family.add_metric((), buckets, self._seconds)
        yield family
