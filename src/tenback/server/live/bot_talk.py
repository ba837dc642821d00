"""Lets the bots at a table talk: who would gladly start, and signals while they are allowed.

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
from tenback.table.unions import GiveSignal, OfferStart, WithdrawSignals

__all__ = ["BotTalk"]

_LOGGER = logging.getLogger("tenback.server.bots")

#: A game and its turn.
Moment = tuple[int, int]
#: In place of the turn, as long as nobody has been chosen to start.
_BEFORE_THE_FIRST = -1


class BotTalk:
    """Speaks for the bots of one table: once who starts is to be chosen, then once a turn."""

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
        """Whether a bot is being asked what it says."""
        # One that is being cancelled says no more: somebody may come before it has ended.
        return self._task is not None and not (self._task.done() or self._task.cancelling())

    def wake(self) -> None:
        """Ask the bots what they say if a game or a turn has begun since the last time."""
        if self._live.is_deserted:
            if self._task is not None and self.is_busy:
                self._task.cancel()
                self._spoken = None  # the others are asked when somebody is back
            return
        seats = self._live.table.seats
        if seats is not self._seats:
            self._seats = seats
            self._has_bots = any(seat and seat.kind is SeatKind.BOT for seat in seats)
        if not self._has_bots:
            return
        moment = _moment(self._live.table)
        if moment is None or moment == self._spoken or self.is_busy:
            return
        self._spoken = moment
        if _bots_to_agree(self._live.table) or _talking_seats(self._live.table):
            self._task = asyncio.create_task(self._speak(moment), name="bots talk")

    async def stop(self) -> None:
        """Stop asking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _speak(self, moment: Moment) -> None:
        try:
            if moment[1] == _BEFORE_THE_FIRST:
                await self._offer_start(moment)
            else:
                await self._signal(moment)
        except ThinkersClosedError:
            return
        except (Refusal, StoreError) as error:
            _LOGGER.info("table %s: a bot was not heard: %s", self._live.row.code, error)
        self._task = None  # a turn may have begun meanwhile
        self.wake()

    async def _offer_start(self, moment: Moment) -> None:
        """Let each bot say how gladly it would start; one that fails says nothing."""

        def still(table: Table) -> bool:
            return _moment(table) == moment and seat in _bots_to_agree(table)

        for seat in _bots_to_agree(self._live.table):
            play = self._live.table.play
            if play is None or not still(self._live.table):
                break
            seen, payer = view(play.state, seat, memory=True), self._live.payer or Payer()
            eagerness = await self._thinkers.offer_start(seen, payer)
            if eagerness is not None:
                await self._live.act(seat, OfferStart(eagerness), still)

    async def _signal(self, moment: Moment) -> None:
        for seat, bot in _talking_seats(self._live.table):
            play = self._live.table.play
            if play is None or _moment(self._live.table) != moment:
                break
            seen, payer = view(play.state, seat, memory=True), self._live.payer or Payer()
            wanted = await self._thinkers.speak(bot, play.bot_seed(seat), seen, payer)
            await self._tell(seat, play, wanted, moment)

    async def _tell(
        self, seat: int, play: Play, wanted: tuple[Signal, ...], moment: Moment
    ) -> None:
        standing = [signal for signal in play.state.signals if signal.seat == seat]
        withdrawn = [WithdrawSignals(one.subject) for one in standing if one not in wanted]
        given = [GiveSignal(one.kind, one.subject) for one in wanted if one not in standing]

        def still(table: Table) -> bool:
            return _moment(table) == moment and table.holder(seat).kind is SeatKind.BOT

        for command in (*withdrawn, *given):
            await self._live.act(seat, command, still)


def _moment(table: Table) -> Moment | None:
    """Return the game and the turn if talk is allowed and nothing is laid yet; None otherwise."""
    play = table.play
    if play is None or not table.rules.game.is_team_game:
        return None
    if table.stage is Stage.DEALT:
        return play.number, _BEFORE_THE_FIRST
    if table.stage is not Stage.PLAYING:
        return None
    state = play.state
    if state.laid or table.rules.game.is_silenced(table.rules, state.tops):
        return None
    return play.number, state.turns


def _bots_to_agree(table: Table) -> list[int]:
    """List the bots that have not said how gladly they would start, while that is to be agreed."""
    play = table.play
    if play is None or table.stage is not Stage.DEALT:
        return []
    said = {seat for seat, _ in play.offers}
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat is not None and seat.kind is SeatKind.BOT and number not in said
    ]


def _talking_seats(table: Table) -> list[tuple[int, str]]:
    """List the bots whose signals may matter: all but the mover, who plays now."""
    play = table.play
    if play is None or table.stage is not Stage.PLAYING or len(table.seats) == 1:
        return []
    return [
        (number, seat.bot)
        for number, seat in enumerate(table.seats)
        if seat is not None and seat.kind is SeatKind.BOT and number != play.state.seat
    ]
