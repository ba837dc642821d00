"""Finished games: prepared by a worker and cached."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import msgspec

from tenback.server.live.archive import unpack
from tenback.server.live.live_table import LiveTable
from tenback.server.store import Store, TableRow
from tenback.server.thinking import Payer, Thinkers
from tenback.server.wire.http import GameSummary
from tenback.server.wire.project import summarise_game
from tenback.table import VOCABULARY, encode_event
from tenback.table.unions import TableFolded

__all__ = ["GameOnError", "History", "NoSuchGameError"]

_MOST_BYTES = 32 << 20
_read_summary = msgspec.json.Decoder(GameSummary).decode
_Key = tuple[str, int, str]
Find = Callable[[], Awaitable[LiveTable | None]]


class NoSuchGameError(Exception):
    """The table has no game of that number."""


class GameOnError(Exception):
    """The game is not over yet."""


class History:
    """Finished games never change, so each form of them is made only once.

    ``find`` returns the table if it must be asked, None if only its games are left.
    """

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self._store = store
        self._thinkers = thinkers
        self._kept: OrderedDict[_Key, bytes] = OrderedDict()
        self._kept_bytes = 0
        self._making: dict[_Key, asyncio.Task[bytes]] = {}

    async def summaries(self, row: TableRow, find: Find) -> list[GameSummary]:
        """Return a summary of every game of a table, including the running one."""
        live = await find()
        told = [_read_summary(one) for one in await self._store.game_summaries(row.id)]
        play = live.table.play if live is not None else None
        if play is not None:
            told = [one for one in told if one.number != play.number]
            told.append(summarise_game(play))
        return told

    async def tell(self, row: TableRow, number: int, form: str, find: Find, payer: Payer) -> bytes:
        """Return a finished game in a form, compressed; raises NoSuchGameError or GameOnError."""
        key = (row.code, number, form)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        task = self._making.get(key)
        if task is None:
            bodies, vocabulary = await self._events(row, number, find)
            asking = self._thinkers.retell(form, row.code, bodies, vocabulary, payer)
            task = self._making[key] = asyncio.create_task(asking, name="retell")
            task.add_done_callback(lambda _: self._making.pop(key, None))
        told = await asyncio.shield(task)
        self._keep(key, told)
        return told

    async def _events(self, row: TableRow, number: int, find: Find) -> tuple[list[bytes], int]:
        live = await find()
        play = live.table.play if live is not None else None
        is_on_table = play is not None and play.number == number
        if is_on_table and play is not None and play.state.outcome is None:
            raise GameOnError
        if live is not None and is_on_table:
            base = encode_event(TableFolded.up_to(live.table_before_deal))
            stored = await live.game_events()
            if stored:  # unless another game was dealt just now, which packed this one
                return [base, *(one.body for one in stored)], VOCABULARY
        packed = await self._store.game(row.id, number)
        if packed is None:
            raise NoSuchGameError
        return unpack(packed.body), packed.vocabulary

    def _keep(self, key: _Key, told: bytes) -> None:
        if key in self._kept or len(told) > _MOST_BYTES // 4:
            return
        self._kept[key] = told
        self._kept_bytes += len(told)
        while self._kept_bytes > _MOST_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest)
