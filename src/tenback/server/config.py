"""The configuration of a server, and its limits on clients."""

from dataclasses import dataclass

from tenback.analysis.reviewing.version import DEFAULT_SAMPLES
from tenback.server.live.janitor import Lifetimes

__all__ = ["Limits", "NodeConfig", "ServerConfig"]

_LIFETIMES = Lifetimes()


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on one client; rates are (burst, per second)."""

    message_bytes: int = 16 * 1024
    messages: tuple[int, float] = (60, 20.0)
    #: Shared by all connections from one address; beyond it they wait.
    messages_per_address: tuple[int, float] = (400, 200.0)
    #: Messages over the rate that are answered before the connection is closed.
    patience: int = 200
    #: How much may wait to be sent to one connection before it is closed as too slow.
    unsent_messages: int = 200
    unsent_bytes: int = 512 * 1024
    #: Connections of any kind, including WebSockets: from one address, and in all. None is as many
    #: as the system allows.
    connections_per_address: int = 128
    connections: int | None = None
    #: Seconds for a request to arrive completely, and for an answer to be read.
    arrival_seconds: float = 10.0
    stall_seconds: float = 20.0
    sockets_per_address: int = 64
    connects: tuple[int, float] = (60, 2.0)
    requests: tuple[int, float] = (200, 20.0)
    openings: tuple[int, float] = (20, 0.2)
    #: Reviews, replays of sent records, and turns played again.
    reviews: tuple[int, float] = (30, 0.5)
    #: Table codes that do not exist, asked for from one address.
    guesses: tuple[int, float] = (20, 0.1)
    #: Of those who watch a table, and of one seat at it.
    connections_per_table: int = 60
    connections_per_seat: int = 16
    addresses: int = 20_000

    @classmethod
    def none(cls) -> "Limits":
        """Return limits that never apply, for measurements."""
        boundless = (1_000_000_000, 1e9)
        return cls(
            messages=boundless,
            messages_per_address=boundless,
            connections_per_address=1_000_000,
            sockets_per_address=1_000_000,
            connects=boundless,
            requests=boundless,
            openings=boundless,
            reviews=boundless,
            guesses=boundless,
        )


@dataclass(frozen=True, slots=True)
class NodeConfig:
    """One of several servers on the same Postgres database.

    ``inner`` is HOST:PORT to serve the other nodes on, ``inner_as`` the one they reach it by, if
    that is another. ``lease_seconds`` is how long a node may be silent and keep its tables.
    """

    name: str = ""
    inner: str = "127.0.0.1:0"
    inner_as: str = ""
    lease_seconds: float = 2.5


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """Where and how to serve."""

    host: str = "127.0.0.1"
    port: int = 8010
    database: str = ""
    log_level: str = "info"
    #: Processes in which bots think; None is one less than there are cores, at least two.
    workers: int | None = None
    #: Names the server answers to, besides this machine's own.
    names: tuple[str, ...] = ()
    #: Web origins besides the server's own that may open tables and sockets.
    origins: tuple[str, ...] = ()
    #: Addresses of reverse proxies that are trusted to name the client's address.
    proxies: tuple[str, ...] = ()
    #: Networks besides this machine that may read the metrics.
    metrics_for: tuple[str, ...] = ()
    limits: Limits = Limits()
    lifetimes: Lifetimes = _LIFETIMES
    #: Keep the events of finished games instead of packing them.
    keep_events: bool = False
    #: Seconds without a connection until a player counts as away, and a table is put to sleep.
    away_seconds: float = 20.0
    sleep_seconds: float = 300.0
    think_seconds: float = 10.0
    #: A review tries each turn on so many sampled deals, is broken off when nobody has asked for
    #: it for so many seconds, and runs in a process of this niceness.
    review_samples: int = DEFAULT_SAMPLES
    review_patience: float = 15.0
    review_niceness: int = 19
    #: If the port is taken, take any free one.
    free_port: bool = False
    #: This server among those on the same Postgres database.
    node: NodeConfig = NodeConfig()
