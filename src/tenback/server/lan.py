"""The address by which other machines reach this one."""

import ipaddress
import socket

__all__ = ["is_loopback", "lan_address"]


def lan_address() -> str | None:
    """Find this machine's address in its network; nothing is sent. None if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: any route will do
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if is_loopback(address) else address


def is_loopback(host: str) -> bool:
    """Whether only this machine itself can reach that host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
