"""Rate limits: a token bucket for each connection and for each address."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

__all__ = ["AddressLimit", "Bucket"]


class Bucket:
    """Holds up to ``burst`` tokens and gains ``rate`` tokens a second."""

    __slots__ = ("_burst", "_clock", "_last", "_rate", "_tokens")

    def __init__(self, burst: int, rate: float, clock: Callable[[], float] = monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._clock = clock
        self._tokens = float(burst)
        self._last = clock()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        tokens = self._refilled()
        is_there = tokens >= 1
        self._tokens = tokens - 1 if is_there else tokens
        return is_there

    def reserve(self) -> float:
        """Take the next token, there or still to come; return the seconds until it is there."""
        tokens = self._tokens = self._refilled() - 1
        return 0.0 if tokens >= 0 else -tokens / self._rate

    def _refilled(self) -> float:
        """Return the tokens that are there now, and remember the time."""
        now, before = self._clock(), self._last
        self._last = now
        tokens = self._tokens + (now - before) * self._rate
        return tokens if tokens < self._burst else self._burst

    @property
    def is_empty(self) -> bool:
        """Whether no token is left."""
        now = self._clock()
        return min(self._burst, self._tokens + (now - self._last) * self._rate) < 1


class AddressLimit:
    """A bucket for each address; the least recently used are forgotten if there are too many."""

    def __init__(self, burst: int, rate: float, most: int) -> None:
        self._burst = burst
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        """The number of addresses remembered."""
        return len(self._buckets)

    def _bucket(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._burst, self._rate)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket

    def take(self, address: str) -> bool:
        """Take a token for an address; False if there is none."""
        return self._bucket(address).take()

    def reserve(self, address: str) -> float:
        """Take the next token of an address; return the seconds until it is there."""
        return self._bucket(address).reserve()

    def is_spent(self, address: str) -> bool:
        """Whether an address has no token left."""
        bucket = self._buckets.get(address)
        return bucket is not None and bucket.is_empty
