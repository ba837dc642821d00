"""The metrics that Prometheus reads at /metrics."""

from collections.abc import Callable, Iterator

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.metrics_core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from tenback.server.tallies import Durations, Tally

__all__ = ["Metrics"]

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counters and gauges of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        # Memory, CPU time and open files of this process.
        ProcessCollector(registry=self.registry)
        self.connections = Gauge(
            "tenback_connections", "Open WebSocket connections", registry=self.registry
        )
        self.tables = Gauge("tenback_tables_awake", "Tables in memory", registry=self.registry)
        self.set_aside = Gauge(
            "tenback_tables_set_aside", "Tables that cannot be read", registry=self.registry
        )
        self.commands = Tally(
            "tenback_commands", "Commands by type and answer", ["command", "answer"]
        )
        self.events = Tally("tenback_events", "Events stored")
        self.commit_seconds = Durations(
            "tenback_commit_seconds",
            "From deciding a command to its events being safe on disk",
            _FAST,
        )
        for counted in (self.commands, self.events, self.commit_seconds):
            self.registry.register(counted)
        self.storage_failures = Counter(
            "tenback_storage_failures",
            "Requests that the database failed",
            registry=self.registry,
        )
        self.decisions = Counter(
            "tenback_bot_decisions",
            "Turns chosen by bots, by outcome",
            ["outcome"],
            registry=self.registry,
        )
        self.decision_seconds = Histogram(
            "tenback_bot_decision_seconds",
            "How long bots thought about a turn",
            buckets=(*_FAST, 5.0, 10.0),
            registry=self.registry,
        )
        self.closed = Counter(
            "tenback_connections_closed",
            "Connections closed by the server, by reason",
            ["reason"],
            registry=self.registry,
        )
        self.requests = Histogram(
            "tenback_http_request_seconds",
            "HTTP requests by method, path and status",
            ["method", "path", "status"],
            buckets=_FAST,
            registry=self.registry,
        )

    def watch_gauge(self, name: str, told: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is computed whenever the metrics are read."""
        Gauge(name, told, registry=self.registry).set_function(value)

    def watch_count(self, name: str, told: str, value: Callable[[], float]) -> None:
        """Add a counter whose value is computed whenever the metrics are read."""
        self.registry.register(_Count(name, told, value))

    def text(self) -> bytes:
        """Return all metrics in Prometheus' format."""
        return generate_latest(self.registry)


class _Count(Collector):
    def __init__(self, name: str, told: str, value: Callable[[], float]) -> None:
        self._name = name
        self._told = told
        self._value = value

    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily(self._name, self._told, value=self._value())
