"""One table in memory: commands are judged, stored, and only then told to anybody."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic, time

from tenback import __version__
from tenback.rules import Refusal
from tenback.rules.view import view
from tenback.server.live.connection import Connection
from tenback.server.live.frames import Frames, encode
from tenback.server.live.journal import Journal
from tenback.server.metrics import Metrics
from tenback.server.refusals import ServerCode
from tenback.server.store import Store, StoredEvent, StoreError, TableRow
from tenback.server.wire.happenings import Happening
from tenback.server.wire.messages import Do, Done, Presence, Refused
from tenback.server.wire.narrate import narrate
from tenback.table import (
    POSITION_EVENTS,
    Command,
    HouseCommand,
    Stage,
    Step,
    Table,
    World,
    decide,
    decode_event,
    encode_event,
    recent,
)
from tenback.table.reasons import Reason, explain
from tenback.table.unions import POSITION_COMMANDS, AskHint, WentAway

__all__ = ["LiveTable", "Runtime", "refuse"]

_LOGGER = logging.getLogger("tenback.server.table")


@dataclass(frozen=True, slots=True)
class Runtime:
    """What every table of a server shares."""

    store: Store
    world: World
    metrics: Metrics


class LiveTable:
    """Holds a table, its connections and its recent past.

    One command at a time: the lock is held until its events are safe on disk.
    """

    def __init__(self, row: TableRow, stored: Sequence[StoredEvent], runtime: Runtime) -> None:
        self.row = row
        self._runtime = runtime
        self._lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        #: Called after every change, by whoever lets bots play and watches the clock.
        self.on_change: Callable[[], None] = lambda: None
        #: Called when a seat has asked for a hint.
        self.on_hint: Callable[[int], None] = lambda _: None
        self.thinking: int | None = None
        self.deadline: float | None = None
        self._clocked: tuple[int, int, int] | None = None
        self.last_used = monotonic()
        self._load(stored)

    # Memory ---------------------------------------------------------------------------------

    def _load(self, stored: Sequence[StoredEvent]) -> None:
        events = [decode_event(one.body) for one in stored]
        self.table = recent(events)
        self._frames = Frames(self.row.code, self.table)
        self._journal = Journal()
        self._journal.complete_from = len(stored)
        self._position_seq = 0
        for one, event in zip(stored, events, strict=True):
            self._journal.note_command(one.seat, one.command_id, one.seq)
            if isinstance(event, POSITION_EVENTS):
                self._position_seq = one.seq

    async def _reload(self) -> None:
        """Read the table again after a failed write: the log is right, memory may not be."""
        self._load(await self._runtime.store.events(self.row.id))

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is under way."""
        return not self.connections and not self._lock.locked() and self.thinking is None

    # Commands -------------------------------------------------------------------------------

    async def answer(self, seat: int, message: Do) -> str:
        """Carry out a client's command; the answer to it, as text."""
        name = type(message.command).__struct_config__.tag
        try:
            async with self._lock:
                reply, kind = await self._carry_out(seat, message)
        except Refusal as refusal:
            reply, kind = encode(self._refused(message.id, refusal)), refusal.code
        except StoreError:
            reply, kind = encode(refuse(message.id, ServerCode.STORAGE)), ServerCode.STORAGE
        except Exception:
            _LOGGER.exception("table %s: a command failed: %r", self.row.code, message.command)
            reply, kind = encode(refuse(message.id, ServerCode.INTERNAL)), ServerCode.INTERNAL
        self._runtime.metrics.commands.labels(name, kind).inc()
        return reply

    async def _carry_out(self, seat: int, message: Do) -> tuple[str, str]:
        done = self._journal.answered(seat, message.id)
        if done is not None:
            return encode(Done(message.id, done)), "repeated"
        stale = message.seen < self._position_seq or message.seen > self.table.seq
        if stale and isinstance(message.command, POSITION_COMMANDS):
            return self._resync(seat, message), "resync"
        await self._do(seat, message.command, message.id)
        if isinstance(message.command, AskHint):
            self.on_hint(seat)
        return encode(Done(message.id, self.table.seq)), "done"

    async def act(self, seat: int, command: Command | HouseCommand) -> tuple[Step, ...]:
        """Carry out a command of the house, or for a bot at a seat; may raise a Refusal."""
        async with self._lock:
            return await self._do(seat, command, "", by_house=True)

    async def _do(
        self,
        seat: int,
        command: Command | HouseCommand,
        command_id: str,
        *,
        by_house: bool = False,
    ) -> tuple[Step, ...]:
        before = self.table
        steps = decide(before, seat, command, self._runtime.world, by_house=by_house)
        if steps:
            await self._commit(before, steps, None if by_house else seat, command_id)
        return steps

    async def _commit(
        self, before: Table, steps: tuple[Step, ...], seat: int | None, command_id: str
    ) -> None:
        """Store events, and only then let them be seen."""
        now, after = time(), steps[-1][1]
        stored = [
            StoredEvent(table.seq, now, encode_event(event), seat, command_id)
            for event, table in steps
        ]
        status = None if after.stage is before.stage else str(after.stage)
        with self._runtime.metrics.commit_seconds.time():
            try:
                await self._runtime.store.append(self.row.id, stored, status=status)
            except StoreError:
                await self._reload()
                raise
        self._runtime.metrics.events.inc(len(stored))
        self.table = after
        self.last_used = monotonic()
        self._journal.note_command(seat, command_id, after.seq)
        self._tell(before, steps)
        for event, _ in steps:
            if isinstance(event, WentAway) and event.seat == seat:
                self._let_go(event.seat)
        self.on_change()

    def _tell(self, before: Table, steps: tuple[Step, ...]) -> None:
        happenings: list[Happening] = []
        for event, after in steps:
            told = narrate(before, event, after)
            self._journal.note(after.seq, told)
            happenings += told
            if isinstance(event, POSITION_EVENTS):
                self._position_seq = after.seq
            before = after
        self._set_deadline()
        seats = {connection.seat for connection in self.connections}
        frames = self._frames.updates(self.table, happenings, seats, self.remaining_ms)
        for connection in self.connections:
            connection.push(frames[connection.seat])

    # Time -----------------------------------------------------------------------------------

    def _set_deadline(self) -> None:
        """Start the clock anew when another turn has begun or the time for turns has changed."""
        seconds, play = self.table.settings.turn_seconds, self.table.play
        on = self.table.stage is Stage.PLAYING and self.table.bot_to_move is None
        if not seconds or play is None or not on:
            self._clocked, self.deadline = None, None
            return
        clocked = (play.number, play.state.turns, seconds)
        if clocked != self._clocked:
            self._clocked, self.deadline = clocked, monotonic() + seconds

    @property
    def remaining_ms(self) -> int | None:
        """What is left of the time for this turn."""
        if self.deadline is None:
            return None
        return max(0, round((self.deadline - monotonic()) * 1000))

    # Answers --------------------------------------------------------------------------------

    def _refused(self, command_id: str, refusal: Refusal) -> Refused:
        play = self.table.play
        seen = None if play is None else view(play.state, None)
        return refuse(command_id, explain(refusal, self.table.rules, seen))

    def _resync(self, seat: int, message: Do) -> str:
        told = self._journal.since(message.seen)
        return self._frames.welcome(
            self.table, seat, told, self.remaining_ms, command_id=message.id
        )

    def welcome(self, seat: int | None, seen: int) -> str:
        """Greet a client that has seen events up to a number."""
        if seen > self.table.seq:
            seen = 0
        told, complete = self._journal.since(seen)
        if not seen and not self.table.settings.memory:
            # A log of covered cards is an aid: somebody new hears of the last round only.
            told, complete = self._journal.last_turns(len(self.table.seats)), False
        return self._frames.welcome(
            self.table, seat, (told, complete), self.remaining_ms, version=__version__
        )

    # Connections ----------------------------------------------------------------------------

    def attach(self, connection: Connection, seen: int) -> None:
        """Let a client watch; it is greeted first, so that it misses nothing."""
        self.last_used = monotonic()
        self._set_deadline()
        connection.push(self.welcome(connection.seat, seen))
        self.connections.add(connection)
        self.tell_presence()

    def detach(self, connection: Connection) -> None:
        """Let a client go."""
        self.connections.discard(connection)
        self.last_used = monotonic()
        self.tell_presence()

    def is_connected(self, seat: int) -> bool:
        """Whether somebody is connected at a seat."""
        return any(connection.seat == seat for connection in self.connections)

    def tell_presence(self) -> None:
        """Tell who is here; this is not stored."""
        connected = {connection.seat for connection in self.connections}
        watching = sum(connection.seat is None for connection in self.connections)
        seats = tuple(number in connected for number in range(len(self.table.seats)))
        message = encode(Presence(seats, watching, self.thinking))
        for connection in self.connections:
            connection.push(message)

    def tell_seat(self, seat: int, message: str) -> None:
        """Tell something to those connected at one seat alone."""
        for connection in self.connections:
            if connection.seat == seat:
                connection.push(message)

    def drop_unseated(self) -> None:
        """Make spectators of those whose seat was freed."""
        for connection in self.connections:
            seat = connection.seat
            if seat is not None and self.table.seats[seat] is None:
                self._let_go(seat)

    def _let_go(self, left: int) -> None:
        """Make spectators of those who were connected at a seat; a new hello brings them back."""
        for connection in self.connections:
            if connection.seat == left:
                connection.seat = None
                connection.push(self.welcome(None, self.table.seq))

    async def history(self) -> list[StoredEvent]:
        """Read all events of this table."""
        return await self._runtime.store.events(self.row.id)


def refuse(command_id: str, reason: Reason | str) -> Refused:
    """Make the answer to a command that is not carried out."""
    if isinstance(reason, str):
        reason = Reason(reason, f"refusal.{reason}", {}, "")
    return Refused(command_id, reason.code, reason.key, reason.details, reason.rule)
