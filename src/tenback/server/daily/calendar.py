"""Days and their keys. The secret is in the database and leaves it as cards alone."""

import asyncio
import secrets
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from time import time

from tenback.records.daily import DailyDeal, DailyKind, KeyChain, daily_deal
from tenback.server.daily.rows import add_chain, list_chains
from tenback.server.store import Store, StoreError

__all__ = ["Calendar", "end_of"]

#: Ten years; then another chain begins.
_DAYS = 3653


def end_of(day: date) -> float:
    """Return the Unix time at which a day is over, in UTC."""
    return datetime.combine(day + timedelta(days=1), datetime.min.time(), UTC).timestamp()


class Calendar:
    """Knows which day it is, in UTC, and the keys of all days."""

    def __init__(self, store: Store, clock: Callable[[], float] = time) -> None:
        self._store = store
        self.clock = clock
        self._chains: list[KeyChain] = []
        #: Held while a chain is looked for, so that two requests begin only one.
        self._beginning = asyncio.Lock()

    @property
    def today(self) -> date:
        """The day in UTC."""
        return datetime.fromtimestamp(self.clock(), UTC).date()

    @property
    def yesterday(self) -> date:
        """The day before."""
        return self.today - timedelta(days=1)

    async def chain(self, day: date) -> KeyChain | None:
        """Return the chain of a day; one is begun if today has none."""
        found = self._find(day)
        return found if found is not None else await self._look_up(day)

    async def _look_up(self, day: date) -> KeyChain | None:
        async with self._beginning:
            self._chains = await self._store.read(list_chains)
            found = self._find(day)
            if found is None and day == self.today:
                found = await self._begin(KeyChain(day, _DAYS, secrets.token_hex(32)))
            return found

    async def _begin(self, chain: KeyChain) -> KeyChain:
        """Keep a chain, unless another node has begun one."""
        try:
            await self._store.write(partial(add_chain, chain=chain))
        except StoreError:
            self._chains = await self._store.read(list_chains)
            begun = self._find(chain.start)
            if begun is None:
                raise
            return begun
        self._chains.insert(0, chain)
        return chain

    def _find(self, day: date) -> KeyChain | None:
        return next((chain for chain in self._chains if day in chain), None)

    async def deal(self, day: date, kind: DailyKind) -> DailyDeal | None:
        """Return the cards of a day, None if it has none."""
        chain = await self.chain(day)
        return None if chain is None else daily_deal(chain.key(day), day, kind)

    def is_over(self, day: date) -> bool:
        """Whether a day is over, so that its key and its cards may be known."""
        return day < self.today
