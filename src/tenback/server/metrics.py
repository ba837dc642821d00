"""What Prometheus may read at /metrics."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["Metrics"]

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counters and gauges of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = Gauge(
            "tenback_connections", "Open WebSocket connections", registry=self.registry
        )
        self.tables = Gauge("tenback_tables_awake", "Tables in memory", registry=self.registry)
        self.commands = Counter(
            "tenback_commands",
            "Commands by type and answer",
            ["command", "answer"],
            registry=self.registry,
        )
        self.events = Counter("tenback_events", "Events stored", registry=self.registry)
        self.commit_seconds = Histogram(
            "tenback_commit_seconds",
            "From deciding a command to its events being safe on disk",
            buckets=_FAST,
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

    def text(self) -> bytes:
        """Write everything in Prometheus' format."""
        return generate_latest(self.registry)
