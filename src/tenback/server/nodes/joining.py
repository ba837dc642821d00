"""Becoming a node: the inner address, and what others must be able to reach."""

import socket
from dataclasses import dataclass

from tenback.server.config import ServerConfig
from tenback.server.lan import is_loopback
from tenback.server.nodes.lease import Lease
from tenback.server.nodes.member import Member
from tenback.server.nodes.registry import Registry
from tenback.server.store.address import PostgresAddress, read_address

__all__ = ["Joining", "NodeError", "join_nodes", "read_inner"]

_SHORTEST_LEASE = 1.0


class NodeError(Exception):
    """This server cannot be a node as it is configured; the message is one line for people."""


@dataclass(frozen=True, slots=True)
class Joining:
    """A node that has not joined yet, and the socket on which it serves the others."""

    member: Member
    bound: socket.socket

    @property
    def port(self) -> int:
        """The port of that socket."""
        return self.bound.getsockname()[1]


def read_inner(text: str) -> tuple[str, int]:
    """Read HOST:PORT; NodeError if it is none."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise NodeError(f"inner: {text!r} is not like 10.0.0.5:9010; port 0 is any free one")
    return host.strip("[]"), int(port)


async def join_nodes(config: ServerConfig) -> Joining | None:
    """Prepare to join the nodes of the database; None if it can have only one server."""
    address = read_address(config.database)
    if not isinstance(address, PostgresAddress):
        return None
    node = config.node
    if node.lease_seconds < _SHORTEST_LEASE:
        raise NodeError(f"lease: {node.lease_seconds:g} is not at least {_SHORTEST_LEASE:g} s")
    host, port = read_inner(node.inner)
    if host in ("0.0.0.0", "::") and not node.inner_as:
        raise NodeError(
            f"inner: others cannot reach this node at {host}; give one of its addresses, or say "
            "with --inner-as which"
        )
    if node.inner_as:
        read_inner(node.inner_as)
    bound = _bind(host, port)
    shown = f"[{host}]" if ":" in host else host
    told = node.inner_as or f"{shown}:{bound.getsockname()[1]}"
    registry = Registry(address)
    name = node.name or socket.gethostname()
    try:
        await _verify_reachable(registry, told)
    except BaseException:
        bound.close()
        await registry.close()
        raise
    return Joining(Member(registry, name, told, Lease(node.lease_seconds)), bound)


def _bind(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        bound = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise NodeError(f"inner: cannot serve on {host}:{port}: {error.strerror}") from None
    bound.setblocking(False)
    return bound


async def _verify_reachable(registry: Registry, told: str) -> None:
    """Refuse an address of this machine alone where others have real ones, and vice versa."""
    mine = is_loopback(read_inner(told)[0])
    for node in await registry.nodes():
        if node.is_alive and is_loopback(read_inner(node.address)[0]) != mine:
            raise NodeError(
                f"inner: node {node.name} is at {node.address}, this one at {told}: one of them is "
                "known on its own machine only; give each an --inner address that all can reach"
            )
