"""All the tables of a server: opened, woken from the log, put to sleep again."""

import asyncio
import hmac
import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic, time

from tenback.bots import find_bots
from tenback.records import GameRecord
from tenback.rules import Refusal, Ruleset
from tenback.server.codes import hash_token, new_code, new_token
from tenback.server.config import ServerConfig
from tenback.server.live.bot_driver import BotDriver
from tenback.server.live.bot_talk import BotTalk
from tenback.server.live.connection import Connection
from tenback.server.live.hints import Hints
from tenback.server.live.live_table import LiveTable, Runtime
from tenback.server.live.watch import Watch
from tenback.server.metrics import Metrics
from tenback.server.offers import is_offered
from tenback.server.store import CodeTakenError, Store, StoredEvent, TableRow
from tenback.server.thinking import Thinkers
from tenback.table import (
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

__all__ = ["House", "Place"]

_LOGGER = logging.getLogger("tenback.server.house")
_SWEEP_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Place:
    """A seat that was taken, and the token that opens it."""

    code: str
    seat: int
    token: str


@dataclass(frozen=True, slots=True)
class _Awake:
    live: LiveTable
    driver: BotDriver
    talk: BotTalk
    hints: Hints
    watch: Watch

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is under way."""
        busy = self.driver.is_busy or self.talk.is_busy or self.hints.is_busy
        return self.live.is_idle and not busy

    async def stop(self) -> None:
        """Stop timers and bots."""
        self.watch.stop()
        await self.hints.stop()
        await self.talk.stop()
        await self.driver.stop()


class House:
    """Holds the tables that are awake; everything else is in the store."""

    def __init__(self, config: ServerConfig, store: Store, thinkers: Thinkers) -> None:
        self.config = config
        self.store = store
        self.thinkers = thinkers
        self.metrics = Metrics()
        self.bots = find_bots()
        self.world = World(date=lambda: datetime.now(UTC).date().isoformat(), knows_bot=self.is_bot)
        self._awake: dict[str, _Awake] = {}
        self._waking: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to put idle tables to sleep."""
        self._sweeper = asyncio.create_task(self._sweep(), name="sweep")

    async def close(self) -> None:
        """Stop bots and timers; every event is in the store already."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        for awake in list(self._awake.values()):
            await awake.stop()
        self._awake.clear()

    @property
    def tables_awake(self) -> int:
        """How many tables are in memory."""
        return len(self._awake)

    @property
    def connections(self) -> int:
        """How many clients are connected."""
        return sum(len(awake.live.connections) for awake in self._awake.values())

    def is_bot(self, specification: str) -> bool:
        """Whether there is such a bot for anybody to seat."""
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
    ) -> Place:
        """Open a table, take the first seat, seat bots, and deal if that was asked for."""
        if settings.stand_in and not self.is_bot(settings.stand_in):
            raise Refusal(TableCode.NO_BOT, bot=settings.stand_in)
        token = new_token()
        events: list[Event] = list(open_table(rules, settings))
        table = fold(events)
        commands = [Sit(name, hash_token(token), kind), *map(SeatBot, bots)]
        for command in [*commands, *([StartGame()] if start else [])]:
            for event, after in decide(table, 0, command, self.world):
                events.append(event)
                table = after
        row = await self._create(table, events)
        return Place(row.code, 0, token)

    async def adopt(self, record: GameRecord, settings: Settings, seat: int) -> Place:
        """Open a table at which a recorded game goes on, with one seat for a person."""
        token = new_token()
        events: list[Event] = []
        for event in adopt_record(record, settings):
            if isinstance(event, SeatTaken) and event.seat == seat:
                events.append(SeatTaken(seat, event.name, SeatKind.PERSON, key=hash_token(token)))
            else:
                events.append(event)
        table = fold(events)
        row = await self._create(table, events)
        return Place(row.code, seat, token)

    async def _create(self, table: Table, events: list[Event]) -> TableRow:
        """Store a new table under a code that is free, and let it live."""
        now = time()
        stored = [StoredEvent(n, now, encode_event(event)) for n, event in enumerate(events, 1)]
        row = None
        while row is None:
            with suppress(CodeTakenError):
                row = await self.store.create_table(
                    new_code(),
                    table.rules.game.id,
                    table.rules.players,
                    table.settings.public,
                    str(table.stage),
                    stored,
                )
        self._keep(LiveTable(row, stored, self._runtime))
        return row

    async def sit(self, live: LiveTable, name: str, kind: SeatKind, seat: int | None) -> Place:
        """Let somebody take a seat."""
        token = new_token()
        steps = await live.act(0, Sit(name, hash_token(token), kind, seat))
        taken = steps[0][0]
        assert isinstance(taken, SeatTaken)
        return Place(live.row.code, taken.seat, token)

    def seat_of(self, live: LiveTable, token: str) -> int | None:
        """Find the seat a token opens, comparing in constant time."""
        key = hash_token(token)
        for number, seat in enumerate(live.table.seats):
            if seat is not None and seat.key and hmac.compare_digest(seat.key, key):
                return number
        return None

    # Waking and sleeping --------------------------------------------------------------------

    @property
    def _runtime(self) -> Runtime:
        return Runtime(self.store, self.world, self.metrics)

    async def find(self, code: str) -> LiveTable | None:
        """Give a table, woken from the log if it sleeps; None if there is none."""
        awake = self._awake.get(code)
        if awake is not None:
            awake.live.last_used = monotonic()
            return awake.live
        task = self._waking.get(code)
        if task is None:
            task = self._waking[code] = asyncio.create_task(self._load(code))
            task.add_done_callback(lambda _: self._waking.pop(code, None))
        return await asyncio.shield(task)

    async def _load(self, code: str) -> LiveTable | None:
        row = await self.store.find(code)
        if row is None:
            return None
        return self._keep(LiveTable(row, await self.store.events(row.id), self._runtime))

    def _keep(self, live: LiveTable) -> LiveTable:
        driver = BotDriver(live, self.thinkers, self.metrics)
        talk = BotTalk(live, self.thinkers)
        hints = Hints(live, self.thinkers)
        watch = Watch(live, self.config.away_seconds)

        def changed() -> None:
            live.drop_unseated()
            watch.look()
            talk.wake()
            driver.wake()

        live.on_change = changed
        live.on_hint = hints.ask
        self._awake[live.row.code] = _Awake(live, driver, talk, hints, watch)
        self.metrics.tables.set(len(self._awake))
        return live

    def attach(self, live: LiveTable, connection: Connection, seen: int) -> None:
        """Let a client watch a table; bots there go on playing."""
        live.attach(connection, seen)
        live.on_change()

    def detach(self, live: LiveTable, connection: Connection) -> None:
        """Let a client go."""
        live.detach(connection)
        live.on_change()

    async def _sweep(self) -> None:
        """Put tables to sleep at which nobody has been for a while."""
        while True:
            await asyncio.sleep(min(_SWEEP_SECONDS, self.config.sleep_seconds))
            oldest = monotonic() - self.config.sleep_seconds
            for code, awake in list(self._awake.items()):
                if awake.is_idle and awake.live.last_used < oldest:
                    del self._awake[code]
                    await awake.stop()
            self.metrics.tables.set(len(self._awake))
