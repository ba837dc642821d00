"""What ``serve`` and ``web`` share: a configuration, and running until stopped."""

import logging
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenback.cli.errors import CliError
from tenback.terminal.storage import data_folder

if TYPE_CHECKING:
    from tenback.server.config import ServerConfig

__all__ = [
    "DATABASE",
    "configure",
    "default_database",
    "serve_until_stopped",
    "verify_names",
]

#: The file in which tables are kept, in the user's data folder.
DATABASE = "tables.db"
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?\.?|[0-9a-f:]+", re.IGNORECASE)
_LINE = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"


def default_database() -> str:
    """Return the default database for tables."""
    folder: Path = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CliError(f"database: {folder} cannot be made: {error.strerror}", status=1) from None
    return str(folder / DATABASE)


def verify_names(names: Iterable[str]) -> None:
    """Refuse what is not a host name."""
    for name in names:
        if not _NAME.fullmatch(name):
            raise CliError(f"name: {name!r} is no name such as tenback.example.org, without a port")


def configure(
    host: str, port: int, database: str, log_level: str, log_format: str = "text", **rest: Any
) -> "ServerConfig":
    """Check the options, set up the log, and return the configuration."""
    from tenback.server.config import ServerConfig  # noqa: PLC0415 - an extra
    from tenback.server.json_log import JsonFormatter  # noqa: PLC0415 - an extra

    if not 0 <= port <= 65535:
        raise CliError(f"port: {port} is not from 0 to 65535")
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if log_format == "json" else logging.Formatter(_LINE))
    logging.basicConfig(level=log_level.upper(), handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)
    return ServerConfig(host, port, database, log_level, **rest)


def serve_until_stopped(
    config: "ServerConfig",
    ready: Callable[[str, str | None], None] | None = None,
    processes: int = 1,
) -> int:
    """Serve until stopped; if that is impossible, print one line and return status 1."""
    from tenback.server.nodes.processes import run_processes  # noqa: PLC0415 - an extra
    from tenback.server.serve import ServeError, run  # noqa: PLC0415 - an extra

    try:
        if processes > 1:
            return run_processes(config, processes)
        run(config, ready)
    except ServeError as error:
        raise CliError(str(error), status=1) from None
    return 0
