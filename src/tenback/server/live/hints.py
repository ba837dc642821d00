"""Gives hints: a worker finds the best turns, and only the client that asked is told."""

import asyncio

from tenback.records.placed import show_placements
from tenback.rules.view import view
from tenback.server.live.frames import encode
from tenback.server.live.live_table import LiveTable
from tenback.server.thinking import Payer, Thinkers, ThinkersClosedError
from tenback.server.wire.messages import Hint, HintedTurn
from tenback.table import Play, Stage

__all__ = ["HintGiver"]

_MS = 1500
#: The game, the turn and the number of cards laid in it: advice depends on nothing else.
_Position = tuple[int, int, int]


class HintGiver:
    """Answers one question of a table at a time; a repeated question is answered from memory."""

    def __init__(self, live: LiveTable, thinkers: Thinkers) -> None:
        self._live = live
        self._thinkers = thinkers
        self._task: asyncio.Task[None] | None = None
        self._asked: tuple[_Position, str] | None = None
        self._known: tuple[_Position, tuple[HintedTurn, ...]] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a worker is looking for turns."""
        return self._task is not None and not self._task.done()

    def ask(self, key: str) -> None:
        """Find the best turns for the holder of a key; an earlier question is abandoned."""
        table = self._live.table
        if table.play is None or table.stage is not Stage.PLAYING:
            return
        asked = (_position(table.play), key)
        if self.is_busy and self._asked == asked:
            return
        if self._task is not None:
            self._task.cancel()
        self._asked = asked
        self._task = asyncio.create_task(self._answer(key, table.play), name="hint")

    async def stop(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _answer(self, key: str, play: Play) -> None:
        position = _position(play)
        known_position, turns = self._known or (None, ())
        if known_position != position:
            turns = await self._look(play)
            if turns:  # else it may be asked for again
                self._known = position, turns
        now = self._live.table.play
        if now is not None and _position(now) == position:
            hint = Hint(self._live.table.seq, turns)
            self._live.audience.tell_holder(key, encode(hint))

    async def _look(self, play: Play) -> tuple[HintedTurn, ...]:
        audience = self._live.audience

        def begin(hurried: bool) -> None:
            audience.hurried = hurried
            audience.tell_presence()

        seen = view(play.state, play.state.seat, memory=True)
        try:
            found = await self._thinkers.advise(seen, _MS, self._live.payer or Payer(), begin)
        except ThinkersClosedError:
            return ()
        finally:
            audience.hurried = False
            audience.tell_presence()
        return tuple(
            HintedTurn(
                show_placements(one.placements),
                *(round(100 * share, 1) for share in (one.chance, one.low, one.high)),
                close=one.close,
                reasons=one.reasons,
            )
            for one in found
        )


def _position(play: Play) -> _Position:
    return play.number, play.state.turns, len(play.state.laid)
