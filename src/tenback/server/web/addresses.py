"""Addresses of clients, and the names by which they reach the server."""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

__all__ = ["Names", "client_address", "is_in"]

#: With IPv6 everybody has a network of this many bits, with billions of addresses in it.
_NETWORK_BITS = 64


def client_address(host: str) -> str:
    """Return what limits count: the address, or for IPv6 its network."""
    address = _read(host)
    if address is None:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(ipaddress.ip_network((address, _NETWORK_BITS), strict=False))


def is_in(host: str, networks: Iterable[str]) -> bool:
    """Whether an address is in one of the networks."""
    address = _read(host)
    if address is None:
        return False
    return any(address in ipaddress.ip_network(one, strict=False) for one in networks)


def _read(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Read an address, without the zone; IPv4 within IPv6 is IPv4."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


class Names:
    """The names a server answers to.

    A hostile page can point a domain name of its own at this machine and then talk to us as if we
    were its own server (DNS rebinding). Its requests carry that name, so only known names are
    accepted: the name of this machine, the address by which it was reached, and those given.
    """

    def __init__(self, given: Iterable[str]) -> None:
        own = socket.gethostname().lower()
        names = {"localhost", own, f"{own}.local", *(name.lower() for name in given)}
        self._names = {name.rstrip(".") for name in names}

    def knows(self, host: str | None, reached: str | None) -> bool:
        """Whether this Host header, sent to this address of ours, names this server.

        A request without the header is from a program: browsers always send it.
        """
        if host is None:
            return True
        name = _host_name(host)
        if name is None:
            return False
        if name in self._names or name.endswith(".localhost"):
            return True
        address = _read(name)
        if address is None:
            return False
        return address.is_loopback or (reached is not None and address == _read(reached))


def _host_name(host: str) -> str | None:
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname, parts.port
    except ValueError:
        return None
    if not name or parts.netloc != host or "@" in host:
        return None
    return name.rstrip(".")
