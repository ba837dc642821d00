"""``tenback serve``: tables for people and programs, over HTTP and WebSocket."""

import ipaddress
import re
from dataclasses import replace
from typing import Annotated, Literal

from cyclopts import Parameter

from tenback.cli.common import WholeNumber
from tenback.cli.errors import CliError
from tenback.cli.lifetimes import KeepOptions
from tenback.cli.node_options import NodeOptions
from tenback.cli.serving import (
    configure,
    default_database,
    serve_until_stopped,
    verify_names,
)

__all__ = ["serve"]


def serve(  # noqa: PLR0913 - each is an option of the command line
    *,
    host: str = "127.0.0.1",
    port: Annotated[WholeNumber, Parameter(alias="-p")] = 8010,
    database: str = "",
    name: tuple[str, ...] = (),
    origin: tuple[str, ...] = (),
    proxy: tuple[str, ...] = (),
    workers: WholeNumber | None = None,
    log_level: Literal["debug", "info", "warning", "error"] = "info",
    log_format: Literal["text", "json"] = "text",
    metrics_for: tuple[str, ...] = (),
    sockets_per_address: WholeNumber = 64,
    connections_per_address: WholeNumber = 128,
    keep: KeepOptions | None = None,
    keep_events: Annotated[bool, Parameter(negative="")] = False,
    node: NodeOptions | None = None,
    unlimited: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Serve tables until stopped with Ctrl-C or SIGTERM; no acknowledged move is ever lost.

    Parameters
    ----------
    host
        The address to serve on; 0.0.0.0 for every network this machine is on.
    port
        The port; 0 for any free port.
    database
        A file for the embedded database, or postgresql://USER@HOST/NAME. By default a file in the
        user's data folder ($TENBACK_HOME).
    name
        A name the server answers to besides this machine's own and its addresses, such as
        tenback.example.org. May be given several times.
    origin
        A web origin besides the server's own from which browsers may connect, such as
        https://example.org. May be given several times.
    proxy
        The address of a reverse proxy that is trusted to name clients' addresses. May be given
        several times.
    workers
        Processes in which bots think; by default the number of cores less one, at least two.
    log_level
        How much is logged.
    log_format
        Lines for people, or one JSON object on each line.
    metrics_for
        A network, such as 10.0.0.0/8, that may read /metrics besides this machine. May be given
        several times.
    sockets_per_address
        How many WebSockets one address may have open.
    connections_per_address
        How many connections of any kind one address may have open.
    keep_events
        Keep the events of finished games instead of packing them.
    unlimited
        Set no limits on clients; for measurements on one machine.
    """
    verify_names(name)
    for one in origin:
        if not re.fullmatch(r"https?://[^/\s]+", one):
            raise CliError(f"origin: {one!r} is not like https://example.org, without a path")
    for one in metrics_for:
        try:
            ipaddress.ip_network(one, strict=False)
        except ValueError:
            raise CliError(f"metrics-for: {one!r} is no network such as 10.0.0.0/8") from None
    for option, number in (
        ("workers", workers),
        ("sockets-per-address", sockets_per_address),
        ("connections-per-address", connections_per_address),
    ):
        if number is not None and number < 1:
            raise CliError(f"{option}: {number} is not at least 1")
    config = configure(
        host,
        port,
        database or default_database(),
        log_level,
        log_format,
        workers=workers,
        names=name,
        origins=origin,
        proxies=proxy,
        metrics_for=metrics_for,
        lifetimes=(keep or KeepOptions()).lifetimes,
        keep_events=keep_events,
        node=(node or NodeOptions()).config(database),
    )
    limits = replace(
        config.limits,
        sockets_per_address=sockets_per_address,
        connections_per_address=connections_per_address,
    )
    config = replace(config, limits=type(limits).none() if unlimited else limits)
    return serve_until_stopped(config, processes=(node or NodeOptions()).processes)
