"""Group commit: requests that arrive during one flush to disk share the next transaction."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from tenback.server.store.batch import write_batch
from tenback.server.store.database import Database
from tenback.server.store.errors import (
    DatabaseInUseError,
    DatabaseMovedError,
    DatabaseUnreachableError,
    StoreError,
)
from tenback.server.store.requests import Request, WriteResult

__all__ = ["GroupWriter"]

_log = logging.getLogger(__name__)

_MOST_REQUESTS = 512
# A transaction costs this process some 0.2 ms, however few requests share it. If a disk is so fast
# that few requests arrive during a flush, waiting this long leaves CPU time to the tables.
_SECONDS_BETWEEN_SHARED = 0.002


class _Waiting(NamedTuple):
    request: Request
    answer: "asyncio.Future[WriteResult]"


class GroupWriter:
    """The only writer of a database; it must be created in the event loop that will use it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue()
        #: The number of requests that failed in the database.
        self.failures = 0
        self._is_closed = False
        self._task = asyncio.create_task(self._work(), name="store writer")

    async def submit(self, request: Request) -> WriteResult:
        """Write a request and return its result once it is on disk; raises what went wrong.

        The request is written even if the waiting caller is cancelled.
        """
        if self._is_closed:
            raise StoreError("the store is closed")
        answer: asyncio.Future[WriteResult] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Waiting(request, answer))
        return await answer

    async def close(self) -> None:
        """Accept no more requests and wait for those queued."""
        if not self._is_closed:
            self._is_closed = True
            self._queue.put_nowait(None)
        await asyncio.wait([self._task])

    async def _work(self) -> None:
        clock = asyncio.get_running_loop().time
        is_last, earliest = False, clock()
        while not is_last:
            taken = [await self._queue.get()]
            if self._queue.qsize() < _MOST_REQUESTS:
                await asyncio.sleep(earliest - clock())
            while len(taken) < _MOST_REQUESTS and not self._queue.empty():
                taken.append(self._queue.get_nowait())
            waiting = [each for each in taken if each is not None]
            is_last = len(waiting) < len(taken)
            # A lone writer gains nothing from waiting for others.
            earliest = clock() + (_SECONDS_BETWEEN_SHARED if len(waiting) > 1 else 0)
            if waiting:
                await self._write(waiting)

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
        for each, outcome in zip(waiting, outcomes, strict=True):
            self.failures += isinstance(outcome, StoreError)
            _answer(each.answer, outcome)


def _answer(answer: "asyncio.Future[WriteResult]", outcome: WriteResult) -> None:
    if answer.done():  # the caller was cancelled
        return
    if isinstance(outcome, StoreError):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)
