"""``tenback serve``: tables for people and programs, over HTTP and WebSocket."""

import re
from dataclasses import replace
from typing import Annotated, Literal

from cyclopts import Parameter

from tenback.cli.common import WholeNumber
from tenback.cli.errors import CliError
from tenback.cli.serving import configure, default_database, serve_until_stopped

__all__ = ["serve"]


def serve(  # noqa: PLR0913 - each is an option of the command line
    *,
    host: str = "127.0.0.1",
    port: Annotated[WholeNumber, Parameter(alias="-p")] = 8010,
    database: str = "",
    log_level: Literal["debug", "info", "warning", "error"] = "info",
    workers: WholeNumber | None = None,
    origin: tuple[str, ...] = (),
    proxy: tuple[str, ...] = (),
    sockets_per_address: WholeNumber = 64,
    unlimited: bool = False,
) -> int:
    """Serve tables until stopped with Ctrl-C or SIGTERM; no acknowledged move is ever lost.

    Parameters
    ----------
    host
        The address to serve on; 0.0.0.0 for every network this machine is on.
    port
        The port; 0 for any free one.
    database
        A file for the embedded database, or postgresql://USER@HOST/NAME. By default a file in the
        user's data folder ($TENBACK_HOME).
    log_level
        How much is logged.
    workers
        Processes in which bots think; by default one less than there are cores, at least two.
    origin
        A web origin besides the server's own from which browsers may connect, such as
        https://example.org. May be given several times.
    proxy
        The address of a reverse proxy whose word on clients' addresses is trusted. May be given
        several times.
    sockets_per_address
        Connections that one address may have open.
    unlimited
        Set no limits to how much clients ask for; for measurements on one machine.
    """
    for one in origin:
        if not re.fullmatch(r"https?://[^/\s]+", one):
            raise CliError(f"origin: {one!r} is not like https://example.org, without a path")
    if workers is not None and workers < 1:
        raise CliError(f"workers: {workers} is not at least 1")
    config = configure(
        host,
        port,
        database or default_database(),
        log_level,
        workers=workers,
        origins=origin,
        proxies=proxy,
    )
    limits = replace(config.limits, sockets_per_address=sockets_per_address)
    return serve_until_stopped(replace(config, limits=type(limits).none() if unlimited else limits))
