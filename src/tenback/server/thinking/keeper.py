"""Keeps one worker process running: starts it, and replaces it when it is spent."""

import logging

from tenback.server.thinking.messages import Answer, Failed, Request, WorkerSettings
from tenback.server.thinking.process import OnProgress, WorkerProcess

__all__ = ["Keeper"]

_LOGGER = logging.getLogger("tenback.server.thinking")


class Keeper:
    """A place in the crew; the process in it changes."""

    def __init__(self, settings: WorkerSettings) -> None:
        self.restarts = 0
        self._settings = settings
        self._process: WorkerProcess | None = None

    @property
    def process_id(self) -> int | None:
        """The id of the process that runs now, None if there is none."""
        process = self._process
        return process.pid if process is not None and process.is_running else None

    async def start(self) -> None:
        """Start a process; if the system refuses, the next request tries again."""
        try:
            self._process = await WorkerProcess.start(self._settings)
        except OSError as error:
            _LOGGER.warning("a worker process cannot be started: %s", error)

    async def ask(self, request: Request, on_progress: OnProgress = bool) -> tuple[Answer, float]:
        """Ask the process; everything that goes wrong is an answer too."""
        if self._process is not None and not self._process.is_running:  # died while idle
            await self._replace()
        if self._process is None:
            await self.start()
        answer, seconds = await self._ask_process(request, on_progress)
        if isinstance(answer, Failed) and answer.is_silent:  # stopped, perhaps for long
            _LOGGER.warning("a worker process is replaced: %s", answer.reason)
            await self._replace()
            answer, seconds = await self._ask_process(request, on_progress)
        if isinstance(answer, Failed) and answer.is_spent:
            await self._replace()
        return answer, seconds

    async def _ask_process(self, request: Request, on_progress: OnProgress) -> tuple[Answer, float]:
        if self._process is None:
            return Failed("no worker process can be started"), 0.0
        return await self._process.ask(request, on_progress)

    async def _replace(self) -> None:
        self.restarts += 1
        await self.close()
        await self.start()

    async def close(self) -> None:
        """End the process."""
        if self._process is not None:
            await self._process.end()
            self._process = None
