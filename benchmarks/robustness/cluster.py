"""Several nodes on one Postgres, each behind links that can be cut."""

import asyncio
import random
import signal
from pathlib import Path

from tests.server.postgres import PostgresServer

from .link_process import Line, LinkProcess
from .served import ServedProcess, free_port

__all__ = ["Cluster", "ClusterNode"]

_DATABASE = "chaos"
#: How often a start is tried.
_STARTS = 5


class ClusterNode:
    """A node, its link to the database, and the one by which other nodes reach it."""

    def __init__(self, name: str, postgres: PostgresServer, log: Path, lease: float) -> None:
        self.name = name
        self._postgres = postgres
        self.database_line: Line | None = None
        self.inner_line: Line | None = None
        self._log = log
        self._lease = lease
        self.process: ServedProcess | None = None
        self.is_paused = False
        self._starting: asyncio.Task[None] | None = None

    @property
    def served(self) -> ServedProcess:
        """The process."""
        assert self.process is not None
        return self.process

    @property
    def is_well(self) -> bool:
        """Whether it serves, and nothing was done to it that has not passed."""
        is_starting = self._starting is not None and not self._starting.done()
        return self.served.is_running and not self.is_paused and not is_starting

    async def start(self, lines: LinkProcess) -> None:
        """Open the links and start the process."""
        inner_port = free_port()
        self.database_line = await lines.open(str(self._postgres.folder / ".s.PGSQL.5432"))
        self.inner_line = await lines.open(inner_port)
        self.process = ServedProcess(
            f"postgresql://tenback@127.0.0.1:{self.database_line.port}/{_DATABASE}",
            self._log,
            *("--unlimited", "--keep-events", "--workers", "1", "--node", self.name),
            *("--inner", f"127.0.0.1:{inner_port}", "--lease", f"{self._lease}"),
            *("--inner-as", f"127.0.0.1:{self.inner_line.port}"),
        )
        await self.served.start()

    def start_again(self) -> None:
        """Start the process again without waiting, and once more if the database was away."""
        self._starting = asyncio.create_task(self._start_again(), name=f"start {self.name}")

    async def _start_again(self) -> None:
        for left in reversed(range(_STARTS)):
            try:
                await self.served.start()
                break
            except RuntimeError:
                if not left:
                    raise

    async def settled(self) -> None:
        """Wait until a start under way is over."""
        if self._starting is not None:
            await self._starting

    def pause(self) -> None:
        """Stop everything in the process (SIGSTOP)."""
        self.served.signal(signal.SIGSTOP)
        self.is_paused = True

    def resume(self) -> None:
        """Let the process go on (SIGCONT)."""
        self.served.signal(signal.SIGCONT)
        self.is_paused = False

    async def close(self) -> None:
        """End the process."""
        if self._starting is not None:
            await asyncio.gather(self._starting, return_exceptions=True)
        if self.process is not None and self.process.is_running:
            if self.is_paused:
                self.resume()
            await self.process.stop()


class Cluster:
    """Three nodes, or as many as are asked for."""

    def __init__(self, postgres: PostgresServer, folder: Path, count: int, lease: float) -> None:
        self.postgres = postgres
        self.lease = lease
        self.database = postgres.url(_DATABASE)
        self.log = folder / "nodes.log"
        self._lines: LinkProcess | None = None
        self.nodes = [
            ClusterNode(f"n{number}", postgres, self.log, lease) for number in range(count)
        ]

    async def start(self) -> None:
        """Create the database and start all nodes."""
        await asyncio.to_thread(self.postgres.create_database, _DATABASE)
        lines = self._lines = LinkProcess()
        await asyncio.gather(*(node.start(lines) for node in self.nodes))

    async def close(self) -> None:
        """End all nodes and their links."""
        await asyncio.gather(*(node.close() for node in self.nodes))
        if self._lines is not None:
            await self._lines.close()

    def servers(self, dice: random.Random) -> list[str]:
        """Return the addresses of all nodes, in the order in which somebody tries them."""
        return dice.sample([node.served.server for node in self.nodes], len(self.nodes))
