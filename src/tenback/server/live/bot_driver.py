"""Lets the bots at a table play: they think elsewhere and lay cards at a pace one can follow."""

import asyncio
import logging
from collections.abc import Callable, Sequence

from tenback.rules import Placement, Refusal
from tenback.rules.view import view
from tenback.server.live.live_table import LiveTable
from tenback.server.metrics import Metrics
from tenback.server.offers import LIGHT_BOT
from tenback.server.store import StoreError
from tenback.server.thinking import Payer, Thinkers, ThinkersClosedError, Thought
from tenback.table import Play, Table
from tenback.table.unions import EndTurn, NoteStumble, Place, PlayTurn

__all__ = ["BotDriver"]

_LOGGER = logging.getLogger("tenback.server.bots")
_RETRY_SECONDS = 2.0


class BotDriver:
    """Plays for the bots of one table, one at a time, for as long as it is a bot's turn.

    A bot whose code is not ready yet is played for by a light one, and the table is told.
    """

    def __init__(self, live: LiveTable, thinkers: Thinkers, metrics: Metrics) -> None:
        self._live = live
        self._thinkers = thinkers
        self._metrics = metrics
        self._task: asyncio.Task[None] | None = None
        #: The seats, and whether nobody was there, when all their bots were last found ready.
        self._all_ready: tuple[object, bool] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a bot is thinking or laying its cards."""
        # One that is being cancelled plays no more: somebody may come before it has ended.
        return self._task is not None and not (self._task.done() or self._task.cancelling())

    def wake(self) -> None:
        """Start playing if a bot is to move, somebody is here, and none plays already."""
        live = self._live
        seats, is_deserted = live.table.seats, live.is_deserted
        found = self._all_ready
        if found is None or found[0] is not seats or found[1] != is_deserted:
            self._look_who_is_ready()  # a bot that is ready stays so
        if is_deserted:
            if self._task is not None:
                self._task.cancel()
        elif live.table.bot_to_move is not None and not self.is_busy:
            self._task = asyncio.create_task(self._play_on(), name=f"bots {self._live.row.code}")

    async def stop(self) -> None:
        """Stop playing."""
        self._thinkers.preparation.unwatch(self._look_who_is_ready)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _look_who_is_ready(self) -> None:
        """Tell the table which of its bots are not ready yet, and want them to be."""
        preparation, live = self._thinkers.preparation, self._live
        seats, is_deserted = live.table.seats, live.is_deserted
        late = {} if is_deserted else _late_bots(live.table, self._thinkers)
        self._all_ready = None if late else (seats, is_deserted)
        for bot in late.values():
            preparation.want(bot)
        audience, percent = live.audience, preparation.percent
        if (audience.preparing, audience.prepared) != (tuple(late), percent):
            is_news = late or audience.preparing
            audience.preparing, audience.prepared = tuple(late), percent
            if is_news:
                audience.tell_presence()
        if late:
            preparation.watch(self._look_who_is_ready)
        else:
            preparation.unwatch(self._look_who_is_ready)

    async def _play_on(self) -> None:
        while self._live.table.bot_to_move is not None:
            try:
                await self._play_turn()
            except ThinkersClosedError:
                return
            except (Refusal, StoreError) as error:
                # The table moved on meanwhile, or the database is away: look again.
                _LOGGER.info(
                    "table %s: a bot's turn was not played: %s", self._live.row.code, error
                )
                await asyncio.sleep(_RETRY_SECONDS)
            except Exception:
                _LOGGER.exception("table %s: playing for a bot failed", self._live.row.code)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _play_turn(self) -> None:
        live = self._live
        play, bot = live.table.play, live.table.bot_to_move
        assert play is not None
        assert bot is not None
        seat = play.state.seat
        thought = await self._think(play, seat, bot)
        now = live.table.play
        if now is None or now.state != play.state or live.table.bot_to_move != bot:
            return
        turn = (play.number, play.state.turns)

        def still(table: Table) -> bool:
            """Whether it is still this bot's move: somebody may be back whom it stood in for."""
            now = table.play
            at = None if now is None else (now.number, now.state.turns)
            return at == turn and table.bot_to_move == bot

        if thought.failure:
            _LOGGER.warning(
                "table %s: bot %s of seat %d %s", live.row.code, bot, seat, thought.failure
            )
            await live.act(seat, NoteStumble(), still)
        await self._lay(seat, thought.placements, still)

    async def _think(self, play: Play, seat: int, bot: str) -> Thought:
        audience = self._live.audience

        def begin(hurried: bool) -> None:
            if hurried:
                audience.hurried = True
                audience.tell_presence()

        audience.thinking = seat
        audience.tell_presence()
        try:
            seen = view(play.state, seat, memory=True)
            payer = self._live.payer or Payer()
            player = bot if self._thinkers.is_ready(bot) else LIGHT_BOT
            thought = await self._thinkers.think(player, play.bot_seed(seat), seen, payer, begin)
        finally:
            audience.thinking, audience.hurried = None, False
            audience.tell_presence()
        self._metrics.decisions.labels("failed" if thought.failure else "chosen").inc()
        self._metrics.decision_seconds.observe(thought.seconds)
        return thought

    async def _lay(
        self, seat: int, placements: Sequence[Placement], still: Callable[[Table], bool]
    ) -> None:
        live = self._live
        pace = live.table.settings.pace / 1000
        if not pace:
            turn = PlayTurn(tuple(placements))
            await live.act(seat, turn, still)
            return
        for placement in placements:
            await asyncio.sleep(pace)
            await live.act(seat, Place(*placement), still)
        await asyncio.sleep(pace)
        await live.act(seat, EndTurn(), still)


def _late_bots(table: Table, thinkers: Thinkers) -> dict[int, str]:
    """Return the bots at the table that are not ready to play, by their seats."""
    bots = {
        number: seat.bot or seat.stand_in
        for number, seat in enumerate(table.seats)
        if seat is not None and (seat.bot or seat.stand_in)
    }
    return {seat: bot for seat, bot in bots.items() if not thinkers.is_ready(bot)}
