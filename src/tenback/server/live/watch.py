"""Watches one table's clock: time per turn, and people who have lost their connection."""

import asyncio
import logging
from time import monotonic

from tenback.rules import Refusal
from tenback.server.live.live_table import LiveTable
from tenback.server.store import StoreError
from tenback.table import HouseCommand, SeatKind
from tenback.table.unions import GoAway, Return, TimeUp

__all__ = ["Watch"]

_LOGGER = logging.getLogger("tenback.server.watch")


class Watch:
    """Timers of one table; each does its work in a task of its own."""

    def __init__(self, live: LiveTable, away_seconds: float) -> None:
        self._live = live
        self._away_seconds = away_seconds
        self._turn: asyncio.TimerHandle | None = None
        self._turn_deadline: float | None = None
        self._absent: dict[int, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def look(self) -> None:
        """Set the timers by what the table is now."""
        self._watch_turn()
        for seat in range(len(self._live.table.seats)):
            self._watch_seat(seat)

    def stop(self) -> None:
        """Stop all timers."""
        for timer in (self._turn, *self._absent.values()):
            if timer is not None:
                timer.cancel()
        self._absent.clear()
        for task in self._tasks:
            task.cancel()

    def _watch_turn(self) -> None:
        deadline = self._live.deadline
        if deadline == self._turn_deadline:
            return
        if self._turn is not None:
            self._turn.cancel()
        self._turn, self._turn_deadline = None, deadline
        play = self._live.table.play
        if deadline is not None and play is not None:
            seat, command = play.state.seat, TimeUp(play.number, play.state.turns)
            loop = asyncio.get_running_loop()
            delay = max(0.0, deadline - monotonic())
            self._turn = loop.call_later(delay, self._start, seat, command)

    def _watch_seat(self, seat: int) -> None:
        sitting = self._live.table.seats[seat]
        timer = self._absent.get(seat)
        here = self._live.is_connected(seat)
        if sitting is None or sitting.kind is SeatKind.BOT or here or sitting.away:
            if timer is not None:
                self._absent.pop(seat).cancel()
            if sitting is not None and sitting.away and here:
                self._start(seat, Return())
        elif timer is None:
            loop = asyncio.get_running_loop()
            self._absent[seat] = loop.call_later(self._away_seconds, self._start, seat, GoAway())

    def _start(self, seat: int, command: HouseCommand) -> None:
        task = asyncio.get_running_loop().create_task(self._act(seat, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, seat: int, command: HouseCommand) -> None:
        self._absent.pop(seat, None) if isinstance(command, GoAway) else None
        if isinstance(command, GoAway) and self._live.is_connected(seat):
            return
        if isinstance(command, Return) and not self._live.is_connected(seat):
            return
        try:
            await self._live.act(seat, command)
        except Refusal:
            return  # the seat was freed meanwhile
        except StoreError as error:
            _LOGGER.error("table %s: %s", self._live.row.code, error)
