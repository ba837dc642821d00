"""Options of one of several servers on the same Postgres database."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cyclopts import Parameter

from tenback.cli.errors import CliError

if TYPE_CHECKING:
    from tenback.server.config import NodeConfig

__all__ = ["NodeOptions"]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class NodeOptions:
    """How this server is known to others on the same Postgres database.

    Parameters
    ----------
    node
        The name of this node in logs; by default the name of the machine.
    inner
        HOST:PORT to serve other nodes on, such as 10.0.0.5:9010. By default any free port that only
        this machine can reach.
    inner_as
        HOST:PORT by which the others reach it, if it differs from --inner.
    lease
        Seconds that a node may be silent before other nodes take over its tables.
    processes
        How many processes of this machine serve the port, each a node of its own.
    """

    node: str = ""
    inner: str = "127.0.0.1:0"
    inner_as: str = ""
    lease: float = 2.5
    processes: int = 1

    def config(self, database: str) -> "NodeConfig":
        """Check the options, and return the configuration."""
        from tenback.server.config import NodeConfig  # noqa: PLC0415 - an extra
        from tenback.server.nodes.joining import NodeError, read_inner  # noqa: PLC0415 - an extra

        if self.processes < 1:
            raise CliError(f"processes: {self.processes} is not at least 1")
        if self.processes > 1 and not hasattr(os, "fork"):
            raise CliError("processes: this system cannot have more than 1")
        if self != NodeOptions() and not database.startswith(("postgresql://", "postgres://")):
            raise CliError(
                "several servers or processes can share only a Postgres database; "
                "give --database postgresql://USER@HOST/NAME, or leave out "
                "--node, --inner, --inner-as, --lease and --processes"
            )
        for address in filter(None, (self.inner, self.inner_as)):
            try:
                read_inner(address)
            except NodeError as error:
                raise CliError(str(error)) from None
        return NodeConfig(self.node, self.inner, self.inner_as, self.lease)
