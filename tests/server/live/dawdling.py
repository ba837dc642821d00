"""A table on a slow store, and connections that keep what they are sent."""

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tenback.rules import Ruleset
from tenback.server.config import Limits
from tenback.server.live.connection import Connection
from tenback.server.live.live_table import LiveTable, Runtime
from tenback.server.metrics import Metrics
from tenback.server.store import Fold, StoredEvent, TableRow
from tenback.server.store.requests import Append
from tenback.server.wire.changes import with_change
from tenback.server.wire.messages import Change
from tenback.table import Deal, Settings, World, encode_event, fold, open_table

__all__ = ["DawdlingStore", "Kept", "live_table"]


@dataclass
class DawdlingStore:
    """A store that yields to other tasks before and after it writes."""

    chance: random.Random
    stored: list[StoredEvent] = field(default_factory=list[StoredEvent])
    #: Everything that was ever stored, even what was folded away since.
    log: list[StoredEvent] = field(default_factory=list[StoredEvent])
    _tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    async def append(
        self, table_id: int, events: Sequence[StoredEvent], *, fold: Fold | None = None, **_: Any
    ) -> None:
        del table_id
        await self._dawdle()
        assert events[0].seq == self.stored[-1].seq + 1
        self.stored += events
        self.log += events
        if fold is not None and fold.base is not None:
            base = fold.base
            self.stored = [base, *(one for one in self.stored if one.seq > base.seq)]
        await self._dawdle()

    def post(self, request: Append, tell: Callable[[object], object]) -> None:
        task = asyncio.create_task(self.append(request.table_id, request.events))
        task.add_done_callback(lambda done: tell(done.exception()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def events(self, table_id: int, after: int = 0) -> list[StoredEvent]:
        del table_id
        await self._dawdle()
        return [one for one in self.stored if one.seq > after]

    async def _dawdle(self) -> None:
        for _ in range(self.chance.randrange(6)):
            await asyncio.sleep(0)


class Kept(Connection):
    """A connection that keeps what it is sent; ``proof`` is the key it came with."""

    __slots__ = ("changes", "finished", "frames", "proof", "sent", "view")

    def __init__(self, key: str, *, takes_changes: bool = False) -> None:
        super().__init__(key, "127.0.0.1", Limits.none(), takes_changes=takes_changes)
        self.view: dict[str, Any] = {}
        self.changes = 0
        self.proof = key
        self.frames: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.finished = ""

    def push(self, *messages: bytes) -> None:
        if not self.finished:
            self.frames += [self._as_whole(message).decode() for message in messages]

    def _as_whole(self, message: bytes) -> bytes:
        """Apply a change to the last view, as a client does."""
        read = msgspec.json.decode(message)
        if read["type"] == "change":
            change = msgspec.json.decode(message, type=Change)
            assert self.takes_changes
            assert change.since == self.view["seq"]
            table, own = with_change(self.view["table"], self.view["own"], change)
            told = {"happenings": read.get("happenings", []), "seq": change.seq}
            time = {"remaining_ms": change.remaining_ms}
            read = {"type": "update", **told, "table": table, "own": own, **time}
            self.changes += 1
        if "table" in read:
            self.view = read
        return msgspec.json.encode(read)

    def finish(self, reason: str) -> None:
        self.finished = self.finished or reason


def live_table(
    rules: Ruleset, settings: Settings, chance: random.Random
) -> tuple[LiveTable, DawdlingStore]:
    """Open a table on a slow store."""

    def deal(rules: Ruleset) -> Deal:
        decks = (chance.sample(deck, len(deck)) for deck in rules.game.decks(rules))
        return Deal(tuple(map(tuple, decks)), f"{chance.getrandbits(256):064x}")

    events = open_table(rules, settings)
    stored = [StoredEvent(n, 0.0, encode_event(event)) for n, event in enumerate(events, 1)]
    store = DawdlingStore(chance, list(stored), list(stored))
    stage = str(fold(events).stage)
    row = TableRow(1, "TABLEXY", rules.game.id, rules.players, stage, False, 0.0, 0.0)
    world = World(deal, lambda: "2026-11-16", lambda bot: bot in ("greedy", settings.stand_in))
    runtime = Runtime(store, world, Metrics())  # type: ignore[arg-type]
    return LiveTable(row, stored, runtime), store
