"""Access control: rates by address, host names, origins of web pages, numbers of sockets."""

from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State

from tenback.server.config import ServerConfig
from tenback.server.limits import AddressLimit
from tenback.server.nodes.inner import IS_INNER
from tenback.server.refusals import ServerCode
from tenback.server.web.addresses import Names, client_address, is_in
from tenback.server.web.problems import ProblemError

__all__ = ["Gate", "address_of"]

AnyConnection = ASGIConnection[Any, Any, Any, Any]
_JSON = "application/json"
_LOOPBACK = ("127.0.0.0/8", "::1")
#: Headers that a proxy adds. From a proxy that is not trusted they only show that it exists.
_PROXY_HEADERS = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


def address_of(connection: AnyConnection) -> str:
    """Return the client's address; for IPv6 its network, because everybody has billions."""
    client = connection.client
    return "unknown" if client is None else client_address(client.host)


class Gate:
    """Limits the requests of each address, and refuses those from pages of other sites."""

    def __init__(self, config: ServerConfig) -> None:
        limits = config.limits
        self._config = config
        self._names = Names(config.names)
        self._requests = AddressLimit(*limits.requests, limits.addresses)
        self._openings = AddressLimit(*limits.openings, limits.addresses)
        self._reviews = AddressLimit(*limits.reviews, limits.addresses)
        self._connects = AddressLimit(*limits.connects, limits.addresses)
        self._guesses = AddressLimit(*limits.guesses, limits.addresses)
        self._messages = AddressLimit(*limits.messages_per_address, limits.addresses)
        self._sockets: Counter[str] = Counter()

    # Every request --------------------------------------------------------------------------

    def verify_request(self, request: Request[Any, Any, State]) -> None:
        """Refuse requests that are too frequent, for another host, or from pages of other sites."""
        if IS_INNER in request.scope:
            return  # it was judged where it arrived
        if not self._requests.take(address_of(request)):
            raise ProblemError(ServerCode.RATE)
        if not self.answers_to(request):
            raise ProblemError(ServerCode.HOST, host=request.headers.get("host", "")[:80])
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            self._verify_change(request)

    def _verify_change(self, request: Request[Any, Any, State]) -> None:
        if not self.admits_origin(request):
            raise ProblemError(ServerCode.ORIGIN)
        # Pages of other sites can send other media types without a preflight request.
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != _JSON:
            raise ProblemError(ServerCode.MEDIA_TYPE)

    def answers_to(self, connection: AnyConnection) -> bool:
        """Whether the Host of a request is a name of this server."""
        server = connection.scope["server"]
        reached = server[0] if server else None
        return self._names.knows(connection.headers.get("host"), reached)

    def admits_origin(self, connection: AnyConnection) -> bool:
        """Whether the page that sent a request may change something; programs have no page."""
        headers = connection.headers
        origin, host = headers.get("origin"), headers.get("host")
        if origin in self._config.origins:
            return True
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return False
        return origin is None or (host is not None and urlsplit(origin).netloc == host)

    def admits_metrics(self, request: Request[Any, Any, State]) -> bool:
        """Whether a client may read the metrics: this machine itself, and networks that were named.

        A request through a proxy that is not trusted may come from anywhere.
        """
        client = request.client
        if client is None:
            return False
        if is_in(client.host, self._config.metrics_for):
            return True
        through_proxy = any(name in request.headers for name in _PROXY_HEADERS)
        host = Names(()).knows(request.headers.get("host"), None)
        return host and not through_proxy and is_in(client.host, _LOOPBACK)

    # Tables ---------------------------------------------------------------------------------

    def verify_opening(self, address: str) -> None:
        """Refuse an address that opens too many tables."""
        if not self._openings.take(address):
            raise ProblemError(ServerCode.RATE)

    def verify_review(self, address: str) -> None:
        """Refuse an address that has too many games reviewed or read."""
        if not self._reviews.take(address):
            raise ProblemError(ServerCode.RATE)

    def verify_guess(self, address: str) -> None:
        """Refuse an address that has asked for too many tables that do not exist."""
        if self.has_guessed_enough(address):
            raise ProblemError(ServerCode.RATE)

    def has_guessed_enough(self, address: str) -> bool:
        """Whether an address has asked for too many tables that do not exist."""
        return self._guesses.is_spent(address)

    def note_guess(self, address: str) -> None:
        """Count a code of no table, or a token of no seat."""
        self._guesses.take(address)

    # Sockets --------------------------------------------------------------------------------

    @property
    def sockets(self) -> int:
        """The number of sockets of clients."""
        return self._sockets.total()

    def admits_socket(self, address: str) -> bool:
        """Whether another connection from this address is accepted."""
        few = self._sockets[address] < self._config.limits.sockets_per_address
        return self._connects.take(address) and few

    def reserve_message(self, address: str) -> float:
        """Return how long the connections of an address must wait before another message."""
        return self._messages.reserve(address)

    def count_socket(self, address: str, change: int) -> None:
        """Count open connections of an address."""
        self._sockets[address] += change
        if self._sockets[address] <= 0:
            del self._sockets[address]
