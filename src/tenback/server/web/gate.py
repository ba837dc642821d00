"""Who may come in: rates by address, origins of web pages, numbers of sockets."""

from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from tenback.server.config import ServerConfig
from tenback.server.limits import AddressLimit
from tenback.server.refusals import ServerCode
from tenback.server.web.problems import ProblemError

__all__ = ["Gate", "address_of"]


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Give the client's address; IPv6 by network, of which everybody has billions."""
    client = connection.client
    if client is None:
        return "unknown"
    host = client.host
    if ":" not in host:
        return host
    return ":".join(host.split(":")[:4])


class Gate:
    """Counts what each address asks for."""

    def __init__(self, config: ServerConfig) -> None:
        limits = config.limits
        self._config = config
        self._requests = AddressLimit(*limits.requests, limits.addresses)
        self._openings = AddressLimit(*limits.openings, limits.addresses)
        self._connects = AddressLimit(*limits.connects, limits.addresses)
        self._guesses = AddressLimit(*limits.guesses, limits.addresses)
        self._sockets: Counter[str] = Counter()

    def verify_request(self, address: str) -> None:
        """Refuse an address that asks too often."""
        if not self._requests.take(address):
            raise ProblemError(ServerCode.RATE)

    def verify_opening(self, address: str) -> None:
        """Refuse an address that opens too many tables."""
        if not self._openings.take(address):
            raise ProblemError(ServerCode.RATE)

    def verify_guess(self, address: str) -> None:
        """Refuse an address that has asked for too many tables that do not exist."""
        if self.has_guessed_enough(address):
            raise ProblemError(ServerCode.RATE)

    def has_guessed_enough(self, address: str) -> bool:
        """Whether an address has asked for too many tables that do not exist."""
        return self._guesses.is_spent(address)

    def note_guess(self, address: str) -> None:
        """Count a table that does not exist, or a token that opens nothing."""
        self._guesses.take(address)

    def admits_socket(self, address: str) -> bool:
        """Whether another connection from this address is accepted."""
        few = self._sockets[address] < self._config.limits.sockets_per_address
        return self._connects.take(address) and few

    def count_socket(self, address: str, change: int) -> None:
        """Count open connections of an address."""
        self._sockets[address] += change
        if self._sockets[address] <= 0:
            del self._sockets[address]

    def admits_origin(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of this origin may connect; programs send none."""
        if origin is None:
            return True
        return origin in self._config.origins or urlsplit(origin).netloc == host
