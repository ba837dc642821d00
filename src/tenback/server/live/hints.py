"""Gives hints: the best turns are looked for in a worker, and told to the seat that asked alone."""

import asyncio

from tenback.rules.view import view
from tenback.server.live.frames import encode
from tenback.server.live.live_table import LiveTable
from tenback.server.thinking import Thinkers, ThinkersClosedError
from tenback.server.wire.messages import Hint, HintOption
from tenback.server.wire.views import Placed
from tenback.table import Stage

__all__ = ["Hints"]

_MS = 1500


class Hints:
    """Answers one question of a table at a time."""

    def __init__(self, live: LiveTable, thinkers: Thinkers) -> None:
        self._live = live
        self._thinkers = thinkers
        self._task: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether turns are being looked for."""
        return self._task is not None and not self._task.done()

    def ask(self, seat: int) -> None:
        """Look for the best turns of a seat; a question before it is given up."""
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.create_task(self._answer(seat), name="hint")

    async def stop(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _answer(self, seat: int) -> None:
        table = self._live.table
        if table.play is None or table.stage is not Stage.PLAYING:
            return
        state = table.play.state
        try:
            found = await self._thinkers.advise(view(state, seat, memory=True), _MS)
        except ThinkersClosedError:
            return
        now = self._live.table.play
        if now is None or now.state.laid != state.laid or now.state.turns != state.turns:
            return
        options = tuple(
            HintOption(
                tuple(Placed(card, pile) for card, pile in one.placements),
                *(round(100 * share, 1) for share in (one.chance, one.low, one.high)),
            )
            for one in found
        )
        self._live.tell_seat(seat, encode(Hint(self._live.table.seq, options)))
