"""A worker process as the server holds it: started, asked, ended."""

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from time import perf_counter

import msgspec

from tenback.server.thinking.messages import (
    HEADER_BYTES,
    MOST_BYTES,
    Alive,
    Answer,
    Failed,
    Loaded,
    Prepare,
    Progressed,
    Request,
    WorkerSettings,
    frame,
    pack_request,
    read_answer,
)

__all__ = ["OnProgress", "WorkerProcess"]

OnProgress = Callable[[Progressed], object]
_REAP_SECONDS = 5.0


class WorkerProcess:
    """One process with one request at a time; whoever gets a spent answer must replace it."""

    def __init__(self, process: Process, settings: WorkerSettings) -> None:
        self._process = process
        self._settings = settings
        #: Whether it has ever said anything.
        self._is_loaded = False

    @classmethod
    async def start(cls, settings: WorkerSettings) -> "WorkerProcess":
        """Start a fresh interpreter; OSError if the system refuses.

        Not a fork: that would copy sockets and the threads of compiled code. A session of its own
        keeps the terminal's Ctrl-C away.
        """
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # what lies in the working folder is not imported
            "-m",
            "tenback.server.thinking.worker",
            msgspec.json.encode(settings).decode(),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,
        )
        return cls(process, settings)

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.returncode is None

    async def ask(self, request: Request, on_progress: OnProgress = bool) -> tuple[Answer, float]:
        """Return the last answer to a request, and the seconds since the bot was ready.

        Everything that goes wrong is an answer too. Where progress is told, the limit of time is
        for each step of it.
        """
        began = perf_counter()
        limit, late = self._settings.prepare_seconds, "not ready after"
        try:
            packed = pack_request(request)
        except Exception as error:  # a game whose class cannot be found from another process
            return Failed(f"not sent: {error}"), 0.0
        try:
            async with asyncio.timeout(limit):
                answer = await self._exchange(packed)
            if isinstance(answer, Failed) and answer.is_silent:
                return answer, perf_counter() - began
            if isinstance(answer, Loaded) and not isinstance(request, Prepare):
                began = perf_counter()
                limit, late = self._settings.limit_seconds, "overran"
                answer = await self._finish(limit, on_progress)
        except TimeoutError:
            answer = Failed(f"{late} {limit:g} s", is_spent=True)
        except (EOFError, OSError):
            answer = Failed(await self._tell_end(), is_spent=True)
        except msgspec.DecodeError as error:
            answer = Failed(f"crashed: unreadable answer: {error}", is_spent=True)
        return answer, perf_counter() - began

    async def _finish(self, limit: float, on_progress: OnProgress) -> Answer:
        while True:
            async with asyncio.timeout(limit):
                answer = await self._read()
            if not isinstance(answer, Progressed):
                return answer
            on_progress(answer)

    async def _exchange(self, packed: bytes) -> Answer:
        """Send a request and wait for the first answer that says more than that it is alive."""
        settings = self._settings
        sending: Awaitable[None] | None = self._send(packed)
        while True:
            silence = settings.silent_seconds if self._is_loaded else settings.load_seconds
            try:
                async with asyncio.timeout(silence):
                    if sending is not None:
                        await sending
                        sending = None
                    answer = await self._read()
            except TimeoutError:
                return Failed(f"silent for {silence:g} s", is_spent=True, is_silent=True)
            self._is_loaded = True
            if not isinstance(answer, Alive):
                return answer

    async def _send(self, packed: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(frame(packed))
        await self._process.stdin.drain()

    async def _read(self) -> Answer:
        assert self._process.stdout is not None
        size = int.from_bytes(await self._process.stdout.readexactly(HEADER_BYTES), "big")
        if size > MOST_BYTES:
            raise msgspec.DecodeError(f"it has {size} bytes")
        return read_answer(await self._process.stdout.readexactly(size))

    async def _tell_end(self) -> str:
        with contextlib.suppress(TimeoutError):  # its pipe is closed: it is ending by itself
            async with asyncio.timeout(_REAP_SECONDS):
                await self._process.wait()
        status = self._process.returncode
        if status is not None and status < 0:
            return f"died: signal {-status}"
        return f"died: status {status}"

    async def end(self) -> None:
        """End the process at once, and wait until it is gone."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_REAP_SECONDS):
                await self._process.wait()
