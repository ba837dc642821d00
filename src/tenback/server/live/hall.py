"""All the tables of a server: opened, loaded from the log, and put to sleep again."""

import asyncio
import gzip
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from time import monotonic, time

from tenback.bots import find_bots
from tenback.records import GameRecord
from tenback.rules import Refusal, Ruleset
from tenback.server.codes import hash_token, new_code, new_token
from tenback.server.config import ServerConfig
from tenback.server.daily import Calendar, Daily
from tenback.server.daily.lines import Lines
from tenback.server.live.bot_driver import BotDriver
from tenback.server.live.bot_talk import BotTalk
from tenback.server.live.errors import TableUnavailableError
from tenback.server.live.hints import HintGiver
from tenback.server.live.history import GameOnError, History, NoSuchGameError
from tenback.server.live.janitor import Janitor
from tenback.server.live.live_table import LiveTable, Runtime
from tenback.server.live.rows import row_facts
from tenback.server.live.upkeep import CLOSED, bring_table_up
from tenback.server.live.watch import Watch
from tenback.server.metrics import Metrics
from tenback.server.nodes.ownership import Alone, Ownership
from tenback.server.offers import is_offered
from tenback.server.refusals import ServerCode
from tenback.server.store import Along, CodeTakenError, Store, StoredEvent, StoreError, TableRow
from tenback.server.thinking import Payer, RetellError, Thinkers
from tenback.table import (
    VOCABULARY,
    Deal,
    Event,
    SeatKind,
    Settings,
    Table,
    TableCode,
    World,
    adopt_record,
    decide,
    encode_event,
    fold,
    open_table,
)
from tenback.table.unions import SeatBot, SeatTaken, Sit, StartGame

__all__ = ["Hall", "SeatTicket"]

_LOGGER = logging.getLogger("tenback.server.hall")
_SWEEP_SECONDS = 5.0
#: How many tables are handed over at the same time.
_HANDS = 8
_PRUNE_SECONDS = 3600.0
#: How many events are read and folded without a thread of their own, in a few milliseconds.
_FEW_EVENTS = 300


def _always(dealt: Deal) -> Callable[[Ruleset], Deal]:
    return lambda _: dealt


@dataclass(frozen=True, slots=True)
class SeatTicket:
    """A seat that was taken, and its token."""

    code: str
    seat: int
    token: str


@dataclass(frozen=True, slots=True)
class _Awake:
    live: LiveTable
    driver: BotDriver
    talk: BotTalk
    hints: HintGiver
    watch: Watch

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected and nothing is running."""
        busy = self.driver.is_busy or self.talk.is_busy or self.hints.is_busy
        return self.live.is_idle and not busy

    async def stop(self) -> None:
        """Stop timers and bots."""
        self.watch.stop()
        await self.hints.stop()
        await self.talk.stop()
        await self.driver.stop()


class Hall:
    """Holds the tables that are awake; all others are in the store."""

    def __init__(
        self,
        config: ServerConfig,
        store: Store,
        thinkers: Thinkers,
        metrics: Metrics | None = None,
        ownership: Ownership | None = None,
    ) -> None:
        self.config = config
        self.store = store
        self.thinkers = thinkers
        self.ownership = ownership or Alone(store)
        self.metrics = metrics or Metrics()
        self._watch_thinkers()
        self.history = History(store, thinkers)
        self.bots = find_bots()
        self.world = World(date=lambda: datetime.now(UTC).date().isoformat(), knows_bot=self.is_bot)
        self.daily = Daily(store, Calendar(store), Lines(store, thinkers, self._first_record))
        self.janitor = Janitor(store, config.lifetimes, lambda code: code in self._awake)
        self._runtime = Runtime(store, self.world, self.metrics, config.keep_events)
        self._awake: dict[str, _Awake] = {}
        self._waking: dict[str, asyncio.Task[LiveTable | None]] = {}
        #: Tables that cannot be read; each is logged once.
        self._set_aside: set[str] = set()
        self._rebuilding = asyncio.Semaphore(1)
        self._chores: list[asyncio.Task[None]] = []
        self._stopping: set[asyncio.Task[None]] = set()

    def _watch_thinkers(self) -> None:
        crew, watch = self.thinkers, self.metrics
        watch.watch_gauge("tenback_bot_queue", "Decisions waiting", lambda: crew.waiting)
        watch.watch_gauge("tenback_bots_thinking", "Decisions begun", lambda: crew.thinking)
        watch.watch_count(
            "tenback_worker_restarts", "Worker processes replaced", lambda: crew.restarts
        )

    async def start(self) -> None:
        """Start putting idle tables to sleep and maintaining those that sleep."""
        await self.daily.start()
        self._chores = [
            asyncio.create_task(self._sweep(), name="sweep"),
            asyncio.create_task(self._look_after(), name="look after"),
        ]

    async def close(self) -> None:
        """Stop bots and timers; every event is in the store already."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        for awake in list(self._awake.values()):
            await awake.stop()
        await asyncio.gather(*self._stopping, return_exceptions=True)
        await self.daily.close()
        with suppress(StoreError):
            await self._touch([awake.live for awake in self._awake.values()])
        self._awake.clear()

    def drop_all(self) -> None:
        """Drop every table from memory: this node may not own them any more."""
        for awake in list(self._awake.values()):
            awake.live.leave(ServerCode.MOVED)

    async def hand_over(self) -> None:
        """Give tables up, some at a time; whichever node is asked for one next takes it."""
        tables = iter(list(self._awake.values()))

        async def hand_over_one_by_one() -> None:
            for awake in tables:
                await awake.stop()
                await awake.live.settle()
                with suppress(StoreError):
                    await self.ownership.release(awake.live.row)
                awake.live.leave(ServerCode.MOVED)

        await asyncio.gather(*(hand_over_one_by_one() for _ in range(_HANDS)))

    @property
    def tables_awake(self) -> int:
        """The number of tables in memory."""
        return len(self._awake)

    @property
    def connections(self) -> int:
        """The number of connected clients."""
        return sum(len(awake.live.audience.connections) for awake in self._awake.values())

    def is_bot(self, specification: str) -> bool:
        """Whether such a bot exists and anybody may seat it."""
        return is_offered(specification, self.bots)

    # Opening and sitting down ---------------------------------------------------------------

    async def open(  # noqa: PLR0913 - what a table is opened with
        self,
        rules: Ruleset,
        settings: Settings,
        name: str,
        kind: SeatKind,
        bots: tuple[str, ...] = (),
        *,
        start: bool = False,
        dealt: Deal | None = None,
        along: Along | None = None,
    ) -> SeatTicket:
        """Open a table, take the first seat, seat bots, and deal if requested.

        ``dealt`` are the cards of the first game, if they are not to be shuffled. ``along`` is
        written together with the table, or refuses it.
        """
        if settings.stand_in and not self.is_bot(settings.stand_in):
            raise Refusal(TableCode.NO_BOT, bot=settings.stand_in)
        token = new_token()
        events: list[Event] = list(open_table(rules, settings))
        table = fold(events)
        world = self.world if dealt is None else replace(self.world, deal=_always(dealt))
        commands = [Sit(name, hash_token(token), kind), *map(SeatBot, bots)]
        for command in [*commands, *([StartGame()] if start else [])]:
            for event, after in decide(table, 0, command, world):
                events.append(event)
                table = after
        row = await self._create(table, events, along)
        return SeatTicket(row.code, 0, token)

    async def adopt(self, record: GameRecord, settings: Settings, seat: int) -> SeatTicket:
        """Open a table where a recorded game goes on, with one seat for a person."""
        token = new_token()
        events: list[Event] = []
        for event in adopt_record(record, settings):
            if isinstance(event, SeatTaken) and event.seat == seat:
                events.append(SeatTaken(seat, event.name, SeatKind.PERSON, key=hash_token(token)))
            else:
                events.append(event)
        table = fold(events)
        row = await self._create(table, events)
        return SeatTicket(row.code, seat, token)

    async def _create(
        self, table: Table, events: list[Event], along: Along | None = None
    ) -> TableRow:
        """Store a new table under a free code, and wake it."""
        now = time()
        stored = [StoredEvent(n, now, encode_event(event)) for n, event in enumerate(events, 1)]
        row = None
        while row is None:
            code = new_code()
            facts = row_facts(code, table)
            with suppress(CodeTakenError):
                row = await self.store.create_table(
                    code,
                    table.rules.game.id,
                    table.rules.players,
                    facts.public,
                    facts.status,
                    stored,
                    listed=facts.listed,
                    summary=facts.summary,
                    owner=self.ownership.node_id,
                    along=along,
                )
        if self.ownership.owns(row):
            self._keep(LiveTable(row, stored, self._runtime))
        return row

    async def sit(self, live: LiveTable, name: str, kind: SeatKind, seat: int | None) -> SeatTicket:
        """Let somebody take a seat."""
        token = new_token()
        steps = await live.act(0, Sit(name, hash_token(token), kind, seat))
        taken = steps[0][0]
        assert isinstance(taken, SeatTaken)
        return SeatTicket(live.row.code, taken.seat, token)

    # Waking and sleeping --------------------------------------------------------------------

    async def find_row(self, code: str) -> TableRow | None:
        """Return the row of a table, without waking it."""
        awake = self._awake.get(code)
        return awake.live.row if awake is not None else await self.store.find(code)

    async def find(self, code: str) -> LiveTable | None:
        """Return a table, loaded from the log if it sleeps; None if there is none.

        A TableUnavailableError says why an existing table is not available, an ElsewhereError which
        node has it.
        """
        if not self.ownership.is_held:
            await self.ownership.hold()
        awake = self._awake.get(code)
        if awake is not None:
            awake.live.last_used = monotonic()
            return awake.live
        task = self._waking.get(code)
        if task is None:
            task = self._waking[code] = asyncio.create_task(self._wake(code))
            task.add_done_callback(partial(self._note_awake, code))
        return await asyncio.shield(task)

    def _note_awake(self, code: str, task: "asyncio.Task[LiveTable | None]") -> None:
        self._waking.pop(code, None)
        if not task.cancelled():
            task.exception()  # whoever asked may be gone

    async def _wake(self, code: str) -> LiveTable | None:
        row = await self.ownership.own(code)
        if row is None:
            return None
        if row.status == CLOSED:
            raise TableUnavailableError(ServerCode.CLOSED)
        await self.daily.learn(code)
        try:
            if row.vocabulary < VOCABULARY:
                await bring_table_up(self.store, row)
            stored = await self.store.log(row.id)
            if not stored:  # deleted meanwhile
                return None
            live = await self._rebuild(row, stored)
        except StoreError:
            raise
        except Exception as error:
            self._put_aside(code, error)
            raise TableUnavailableError(ServerCode.UNREADABLE) from None
        if not self.ownership.owns(row):  # the lease was lost meanwhile
            raise TableUnavailableError(ServerCode.MOVED)
        return self._keep(live)

    async def _rebuild(self, row: TableRow, stored: list[StoredEvent]) -> LiveTable:
        """Rebuild a table from its log; a long one in a thread, and one at a time.

        A thread that computes holds the GIL as much as the event loop does. With several of them
        everybody would wait when many tables change hands.
        """
        if len(stored) <= _FEW_EVENTS:
            return LiveTable(row, stored, self._runtime)
        async with self._rebuilding:
            return await asyncio.to_thread(LiveTable, row, stored, self._runtime)

    def _put_aside(self, code: str, error: Exception) -> None:
        if code not in self._set_aside:
            self._set_aside.add(code)
            _LOGGER.error("table %s cannot be read and is set aside: %r", code, error)
            self.metrics.set_aside.set(len(self._set_aside))

    def _keep(self, live: LiveTable) -> LiveTable:
        driver = BotDriver(live, self.thinkers, self.metrics)
        talk = BotTalk(live, self.thinkers)
        hints = HintGiver(live, self.thinkers)
        watch = Watch(live, self.config.away_seconds)

        def changed() -> None:
            self.daily.look(live.row.code, live.table)
            watch.look()
            talk.wake()
            driver.wake()

        live.on_change = changed
        live.on_hint = hints.ask
        live.on_gone = lambda: self._forget(live)
        self._awake[live.row.code] = _Awake(live, driver, talk, hints, watch)
        self.metrics.tables.set(len(self._awake))
        self.daily.look(live.row.code, live.table)
        return live

    async def _first_record(self, code: str) -> str | None:
        """Return the record of the first game of a table; None if there is none, or not yet."""
        row = await self.find_row(code)
        if row is None:
            return None

        async def find() -> LiveTable | None:
            return None if row.status == CLOSED else await self.find(code)

        try:
            told = await self.history.tell(row, 1, "record", find, Payer())
        except (GameOnError, NoSuchGameError, RetellError, TableUnavailableError):
            return None
        return gzip.decompress(told).decode()

    def _forget(self, live: LiveTable) -> None:
        """Drop a table that is no longer in the store, or not ours any more."""
        awake = self._awake.get(live.row.code)
        if awake is not None and awake.live is live:
            del self._awake[live.row.code]
            self.metrics.tables.set(len(self._awake))
            task = asyncio.create_task(awake.stop(), name=f"stop {live.row.code}")
            self._stopping.add(task)
            task.add_done_callback(self._stopping.discard)

    async def _sweep(self) -> None:
        """Put tables to sleep that nobody has used for a while."""
        while True:
            await asyncio.sleep(min(_SWEEP_SECONDS, self.config.sleep_seconds))
            oldest = monotonic() - self.config.sleep_seconds
            asleep: list[LiveTable] = []
            for code, awake in list(self._awake.items()):
                if awake.is_idle and awake.live.last_used < oldest:
                    del self._awake[code]
                    await awake.stop()
                    with suppress(StoreError):  # it stays ours, and can be woken here
                        await self.ownership.release(awake.live.row)
                    asleep.append(awake.live)
            self.metrics.tables.set(len(self._awake))
            try:
                await self._touch(asleep)
            except StoreError as error:
                _LOGGER.error("visits were not noted: %s", error)

    async def _touch(self, lives: list[LiveTable]) -> None:
        """Store when tables were last visited, because not every visit causes an event."""
        if lives:
            used = max(live.last_used for live in lives)
            await self.store.touch([live.row.id for live in lives], time() - (monotonic() - used))

    async def _look_after(self) -> None:
        """Migrate tables of earlier versions, then close and delete unused tables every hour."""
        while True:
            try:
                brought_up = await self.janitor.bring_up_all()
                if brought_up:
                    _LOGGER.info("%d tables of an earlier version were brought up", brought_up)
                ended = await self.janitor.prune()
                if ended.total():
                    _LOGGER.info("unvisited tables were closed or deleted: %s", dict(ended))
            except StoreError as error:
                _LOGGER.error("tables were not looked after: %s", error)
            await asyncio.sleep(_PRUNE_SECONDS)
