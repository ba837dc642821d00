"""Lets the bots at a table give signals, between turns and while talk is allowed.

Cards laid before a signal cannot be taken back, so bots signal only before the first card of a
turn.
"""

import asyncio
import logging

from tenback.rules import Refusal, Signal
from tenback.rules.view import view
from tenback.server.live.live_table import LiveTable
from tenback.server.store import StoreError
from tenback.server.thinking import Payer, Thinkers, ThinkersClosedError
from tenback.table import Play, SeatKind, Stage, Table
from tenback.table.unions import GiveSignal, WithdrawSignals

__all__ = ["BotTalk"]

_LOGGER = logging.getLogger("tenback.server.bots")

Moment = tuple[int, int]


class BotTalk:
    """Gives the signals of the bots of one table, once a turn."""

    def __init__(self, live: LiveTable, thinkers: Thinkers) -> None:
        self._live = live
        self._thinkers = thinkers
        self._task: asyncio.Task[None] | None = None
        self._spoken: Moment | None = None
        #: Whether there are bots among these seats.
        self._seats: object = None
        self._has_bots = False

    @property
    def is_busy(self) -> bool:
        """Whether a bot is being asked for signals."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Ask the bots for signals if a turn has begun since the last time."""
        if self._live.is_deserted:
            if self._task is not None:
                self._task.cancel()
            return
        seats = self._live.table.seats
        if seats is not self._seats:
            self._seats = seats
            self._has_bots = any(seat and seat.kind is SeatKind.BOT for seat in seats)
        if not self._has_bots:
            return
        moment = _fresh_turn(self._live.table)
        if moment is None or moment == self._spoken or self.is_busy:
            return
        self._spoken = moment
        if _talking_seats(self._live.table):
            self._task = asyncio.create_task(self._speak(moment), name="bots talk")

    async def stop(self) -> None:
        """Stop asking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _speak(self, moment: Moment) -> None:
        try:
            for seat, bot in _talking_seats(self._live.table):
                play = self._live.table.play
                if play is None or _fresh_turn(self._live.table) != moment:
                    break
                seen, payer = view(play.state, seat, memory=True), self._live.payer or Payer()
                wanted = await self._thinkers.speak(bot, play.bot_seed(seat), seen, payer)
                await self._tell(seat, play, wanted, moment)
        except ThinkersClosedError:
            return
        except (Refusal, StoreError) as error:
            _LOGGER.info("table %s: a bot was not heard: %s", self._live.row.code, error)
        self.wake()

    async def _tell(
        self, seat: int, play: Play, wanted: tuple[Signal, ...], moment: Moment
    ) -> None:
        standing = [signal for signal in play.state.signals if signal.seat == seat]
        withdrawn = [WithdrawSignals(one.subject) for one in standing if one not in wanted]
        given = [GiveSignal(one.kind, one.subject) for one in wanted if one not in standing]

        def still(table: Table) -> bool:
            return _fresh_turn(table) == moment and table.holder(seat).kind is SeatKind.BOT

        for command in (*withdrawn, *given):
            await self._live.act(seat, command, still)


def _fresh_turn(table: Table) -> Moment | None:
    """Return the turn if nothing is laid yet and talk is allowed; None otherwise."""
    play = table.play
    if play is None or table.stage is not Stage.PLAYING or not table.rules.game.is_team_game:
        return None
    state = play.state
    if state.laid or table.rules.game.is_silenced(table.rules, state.tops):
        return None
    return play.number, state.turns


def _talking_seats(table: Table) -> list[tuple[int, str]]:
    """List the bots whose signals may matter: all but the mover, who plays now."""
    play = table.play
    if play is None or len(table.seats) == 1:
        return []
    return [
        (number, seat.bot)
        for number, seat in enumerate(table.seats)
        if seat is not None and seat.kind is SeatKind.BOT and number != play.state.seat
    ]
