"""Watches one table's clock: time per turn, and people who have lost their connection."""

import asyncio
import logging
from time import monotonic

from tenback.rules import Refusal
from tenback.server.live.live_table import LiveTable
from tenback.server.store import FencedError, StoreError
from tenback.table import OperatorCommand, SeatKind, Table
from tenback.table.unions import GoAway, Return, TimeUp

__all__ = ["Watch"]

_LOGGER = logging.getLogger("tenback.server.watch")
#: How long after a failed write the timers are looked at again.
_AGAIN_SECONDS = 1.0


class Watch:
    """The timers of one table; each works in its own task."""

    def __init__(self, live: LiveTable, away_seconds: float) -> None:
        self._live = live
        self._away_seconds = away_seconds
        self._turn: asyncio.TimerHandle | None = None
        self._turn_deadline: float | None = None
        self._absent: dict[int, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopped = False
        #: The seats that were last looked at, and how many had come and gone by then.
        self._seen: tuple[object, int] | None = None

    def look(self) -> None:
        """Set the timers for the current state of the table."""
        if self._is_stopped:  # those who leave a table that was given up are not away
            return
        live = self._live
        if live.clock.deadline != self._turn_deadline:
            self._watch_turn()
        seats, comings = live.table.seats, live.audience.comings
        if self._seen is not None and seats is self._seen[0] and comings == self._seen[1]:
            return  # the same people sit, and the same are here
        self._seen = seats, comings
        connected = self._live.audience.connected
        for seat in range(len(self._live.table.seats)):
            self._watch_seat(seat, seat in connected)

    def stop(self) -> None:
        """Stop all timers for good."""
        self._is_stopped = True
        for timer in (self._turn, *self._absent.values()):
            if timer is not None:
                timer.cancel()
        self._absent.clear()
        for task in self._tasks:
            task.cancel()

    def _watch_turn(self) -> None:
        deadline = self._live.clock.deadline
        if self._turn is not None:
            self._turn.cancel()
        self._turn, self._turn_deadline = None, deadline
        play = self._live.table.play
        if deadline is not None and play is not None:
            seat, command = play.state.seat, TimeUp(play.number, play.state.turns)
            loop = asyncio.get_running_loop()
            delay = max(0.0, deadline - monotonic())
            self._turn = loop.call_later(delay, self._start, seat, command)

    def _watch_seat(self, seat: int, here: bool) -> None:
        sitting = self._live.table.seats[seat]
        timer = self._absent.get(seat)
        if sitting is None or sitting.kind is SeatKind.BOT or here or sitting.away:
            if timer is not None:
                self._absent.pop(seat).cancel()
            if sitting is not None and sitting.away and here:
                self._start(seat, Return())
        elif timer is None:
            loop = asyncio.get_running_loop()
            self._absent[seat] = loop.call_later(self._away_seconds, self._start, seat, GoAway())

    def _start(self, seat: int, command: OperatorCommand) -> None:
        task = asyncio.get_running_loop().create_task(self._act(seat, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, seat: int, command: OperatorCommand) -> None:
        self._seen = None  # whatever comes of it, look again
        audience = self._live.audience
        is_leaving = isinstance(command, GoAway)
        if is_leaving:
            self._absent.pop(seat, None)

        def still(table: Table) -> bool:
            """Whether the holder is still away, or back; the seat may have changed hands."""
            if isinstance(command, GoAway | Return):
                is_held = table.seats[seat] is not None
                return is_held and (seat in audience.connected) != is_leaving
            return True

        try:
            await self._live.act(seat, command, still)
        except (Refusal, FencedError):
            return
        except StoreError as error:
            _LOGGER.error("table %s: %s", self._live.row.code, error)
            # The time is still up, or the holder still away: nothing else may ever say so again.
            self._turn_deadline = None
            if not self._is_stopped:
                asyncio.get_running_loop().call_later(_AGAIN_SECONDS, self.look)
