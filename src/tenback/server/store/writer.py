"""Group commit: requests that arrive during one flush to disk share the next transaction."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from tenback.server.store.batch import write_batch
from tenback.server.store.database import Database
from tenback.server.store.errors import (
    DatabaseInUseError,
    DatabaseMovedError,
    DatabaseUnreachableError,
    StoreError,
)
from tenback.server.store.requests import Request, WriteResult

__all__ = ["GroupWriter", "Told"]

_log = logging.getLogger(__name__)

_MOST_REQUESTS = 512
# A transaction costs this process some 0.3 ms, however few requests share it. If a disk is so fast
# that few requests arrive during a flush, waiting leaves CPU time to the tables. The more requests
# have just come, the more will, so the wait is longer for each of them, up to a bound.
_SECONDS_FOR_EACH, _MOST_SECONDS = 0.0004, 0.008


#: Called with the result of a request once it is on disk, or with the error that it met.
Told: TypeAlias = Callable[[WriteResult], object]


class _Waiting(NamedTuple):
    request: Request
    tell: Told


class GroupWriter:
    """The only writer of a database; it must be created in the event loop that will use it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[_Waiting] = []
        #: What the writer waits for when there is nothing to write.
        self._idle: asyncio.Future[None] | None = None
        #: The number of requests that failed in the database.
        self.failures = 0
        self._is_closed = False
        self._task = asyncio.create_task(self._work(), name="store writer")

    def post(self, request: Request, tell: Told) -> None:
        """Write a request; ``tell`` is called with its result, or error, once it is on disk."""
        if self._is_closed:
            raise StoreError("the store is closed")
        self._waiting.append(_Waiting(request, tell))
        if self._idle is not None:
            self._wake()

    async def submit(self, request: Request) -> WriteResult:
        """Write a request and return its result once it is on disk; raises what went wrong.

        The request is written even if the waiting caller is cancelled.
        """
        answer: asyncio.Future[WriteResult] = asyncio.get_running_loop().create_future()
        self.post(request, partial(_answer, answer))
        return await answer

    async def close(self) -> None:
        """Accept no more requests and wait for those queued."""
        self._is_closed = True
        self._wake()
        await asyncio.wait([self._task])

    def _wake(self) -> None:
        idle, self._idle = self._idle, None
        if idle is not None:
            idle.set_result(None)

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        earliest = loop.time()
        while True:
            if not self._waiting:
                if self._is_closed:
                    return
                self._idle = loop.create_future()
                await self._idle
            if len(self._waiting) < _MOST_REQUESTS:
                await asyncio.sleep(earliest - loop.time())
            taken = self._waiting[:_MOST_REQUESTS]
            del self._waiting[:_MOST_REQUESTS]
            # A lone writer gains nothing from waiting for others.
            pause = min(len(taken) * _SECONDS_FOR_EACH, _MOST_SECONDS) if len(taken) > 1 else 0
            earliest = loop.time() + pause
            if taken:
                await self._write(taken)

    async def _write(self, waiting: Sequence[_Waiting]) -> None:
        try:
            outcomes = await self._database.write(
                partial(write_batch, requests=[each.request for each in waiting])
            )
        except (DatabaseUnreachableError, DatabaseInUseError, DatabaseMovedError) as error:
            outcomes = [type(error)(str(error)) for _ in waiting]
        except StoreError as error:
            if len(waiting) > 1:  # perhaps the others can be written without the faulty one
                for each in waiting:
                    await self._write([each])
                return
            outcomes = [error]
        except Exception as error:  # a bug of ours must not leave everybody waiting for ever
            _log.exception("the store failed unexpectedly")
            outcomes = [StoreError(f"the store failed: {error!r}") for _ in waiting]
        self.failures += sum(isinstance(outcome, StoreError) for outcome in outcomes)
        # Soon, not now: the next requests can be on their way to disk meanwhile.
        asyncio.get_running_loop().call_soon(_tell_all, waiting, outcomes)


def _tell_all(waiting: Sequence[_Waiting], outcomes: Sequence[WriteResult]) -> None:
    for each, outcome in zip(waiting, outcomes, strict=True):
        try:
            each.tell(outcome)
        except Exception:  # whoever waits for the others must be told all the same
            _log.exception("what was written could not be told")


def _answer(answer: "asyncio.Future[WriteResult]", outcome: WriteResult) -> None:
    if answer.done():  # the caller was cancelled
        return
    if isinstance(outcome, StoreError):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)
