"""One table in memory: commands are judged, stored, and only then shown to anybody."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic, time

from tenback.rules import Refusal
from tenback.rules.view import view
from tenback.server.live.archive import ended_game
from tenback.server.live.audience import Audience
from tenback.server.live.connection import Connection
from tenback.server.live.frames import encode
from tenback.server.live.memory import Memory, remember
from tenback.server.live.rows import row_facts
from tenback.server.metrics import Metrics
from tenback.server.refusals import ServerCode
from tenback.server.store import (
    FencedError,
    Fold,
    PackedGame,
    Store,
    StoredEvent,
    StoreError,
    TableRow,
    UnknownTableError,
)
from tenback.server.thinking import Payer
from tenback.server.wire.happenings import Happening
from tenback.server.wire.messages import Do, Done, Refused
from tenback.server.wire.narrate import narrate
from tenback.table import (
    Command,
    OperatorCommand,
    Stage,
    Table,
    Transition,
    World,
    decide,
    encode_event,
)
from tenback.table.reasons import Reason, explain
from tenback.table.unions import (
    POSITION_COMMANDS,
    SEATING_COMMANDS,
    AskHint,
    GameDealt,
    TableFolded,
    WentAway,
)

__all__ = ["LiveTable", "Runtime", "refuse"]

_LOGGER = logging.getLogger("tenback.server.table")
#: How many events before a game are worth folding.
_MANY_EVENTS = 200
#: How many events between games are folded without waiting for the next game.
_TOO_MANY_EVENTS = 2000


@dataclass(frozen=True, slots=True)
class Runtime:
    """What all tables of a server share."""

    store: Store
    world: World
    metrics: Metrics
    #: Keep the events of finished games instead of packing them.
    keep_events: bool = False


class LiveTable:
    """Holds a table and its recent past.

    Commands are handled one at a time: the lock is held until their events are safe on disk. The
    acting seat is looked up under the lock, by the key of the connection that sent the command.
    """

    def __init__(self, row: TableRow, stored: Sequence[StoredEvent], runtime: Runtime) -> None:
        self.row = row
        self._runtime = runtime
        self._lock = asyncio.Lock()
        #: Called after every change, so that bots play and the clock is set.
        self.on_change: Callable[[], None] = lambda: None
        #: Called when the holder of a key has asked for a hint.
        self.on_hint: Callable[[str], None] = lambda _: None
        #: Called when the table is no longer in the store, or belongs to another node.
        self.on_gone: Callable[[], None] = lambda: None
        self.deadline: float | None = None
        self._clocked: tuple[int, int, int] | None = None
        self.last_used = monotonic()
        self._memory: Memory = remember(stored)
        self.table: Table = self._memory.table
        self.audience = Audience(
            row.code, self.table, self._memory.journal, lambda: self.remaining_ms
        )

    async def _reload(self) -> None:
        """Load the table again after a failed write: the log is right, memory may not be."""
        try:
            stored = await self._runtime.store.events(self.row.id)
        except StoreError:
            self.leave(ServerCode.STORAGE)  # what is in memory may not be so
            raise
        if not stored:
            self.leave(ServerCode.NO_TABLE)
            return
        self._memory = remember(stored)
        self.table = self._memory.table
        self.audience.reset(self.table, self._memory.journal)

    def leave(self, reason: ServerCode) -> None:
        """Leave memory, and close every connection for this reason."""
        self.audience.dismiss(reason)
        self.on_gone()

    async def settle(self) -> None:
        """Wait until the command under way, if any, is carried out."""
        async with self._lock:
            pass

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected and nothing is running."""
        audience = self.audience
        return not audience.connections and not self._lock.locked() and audience.thinking is None

    # Commands -------------------------------------------------------------------------------

    async def answer(self, connection: Connection, message: Do) -> bytes:
        """Carry out a client's command and return the encoded answer.

        It is empty if the client has been told together with the change.
        """
        name = type(message.command).__struct_config__.tag
        try:
            async with self._lock:
                reply, kind = await self._carry_out(connection, message)
        except Refusal as refusal:
            reply, kind = encode(self._refused(message.id, refusal)), refusal.code
        except FencedError:  # nobody hears this: the connection is told to come again
            reply, kind = encode(refuse(message.id, ServerCode.MOVED)), ServerCode.MOVED
        except StoreError as error:
            _LOGGER.error("table %s: %s", self.row.code, error)
            self._runtime.metrics.storage_failures.inc()
            reply, kind = encode(refuse(message.id, ServerCode.STORAGE)), ServerCode.STORAGE
        except Exception:
            _LOGGER.exception("table %s: a command failed: %r", self.row.code, message.command)
            reply, kind = encode(refuse(message.id, ServerCode.INTERNAL)), ServerCode.INTERNAL
        self._runtime.metrics.commands.add(str(name), kind)
        return reply

    async def _carry_out(self, connection: Connection, message: Do) -> tuple[bytes, str]:
        key, command = connection.key, message.command
        seat = self.audience.seat_of(connection)
        if seat is None:
            return encode(refuse(message.id, ServerCode.SPECTATOR)), ServerCode.SPECTATOR
        journal, memory = self.audience.journal, self._memory
        done = journal.answered(key, message.id)
        if done is not None:
            return encode(Done(message.id, done)), "repeated"
        is_late = (
            isinstance(command, POSITION_COMMANDS)
            and not memory.position_seq <= message.seen <= self.table.seq
        ) or (isinstance(command, SEATING_COMMANDS) and message.seen < memory.seating_seq)
        if is_late:
            return self.audience.resync(connection, message.id, message.seen), "resync"
        steps = await self._do(seat, command, message.id, connection)
        if isinstance(command, AskHint):
            self.on_hint(key)
        is_told = bool(steps) and connection in self.audience.connections
        return b"" if is_told else encode(Done(message.id, self.table.seq)), "done"

    async def act(
        self,
        seat: int,
        command: Command | OperatorCommand,
        still: Callable[[Table], bool] = lambda _: True,
    ) -> tuple[Transition, ...]:
        """Carry out a command of the server itself, or for a bot; may raise a Refusal.

        Nothing is done if ``still``, called under the lock, says that it no longer applies. The
        command is carried out even if the waiting caller is cancelled.
        """

        async def do() -> tuple[Transition, ...]:
            async with self._lock:
                if not still(self.table):
                    return ()
                return await self._do(seat, command)

        return await asyncio.shield(asyncio.create_task(do()))

    async def _do(
        self,
        seat: int,
        command: Command | OperatorCommand,
        command_id: str = "",
        sender: Connection | None = None,
    ) -> tuple[Transition, ...]:
        """Carry out a command for whoever sent it, or for the server itself."""
        before, by_operator = self.table, sender is None
        steps = decide(before, seat, command, self._runtime.world, by_operator=by_operator)
        if steps:
            await self._commit(before, steps, None if by_operator else seat, command_id, sender)
        return steps

    async def _commit(
        self,
        before: Table,
        steps: tuple[Transition, ...],
        seat: int | None,
        command_id: str,
        sender: Connection | None,
    ) -> None:
        """Store events, and only then show them."""
        now, (_, after) = time(), steps[-1]
        stored = [
            StoredEvent(table.seq, now, encode_event(event), seat, command_id)
            for event, table in steps
        ]
        store = self._runtime.store
        began = monotonic()
        try:
            if _is_face_changed(before, after):
                fold = await self._fold(before, steps, now)
                facts = row_facts(self.row.code, after)
                await store.append(
                    self.row.id, stored, **facts._asdict(), fold=fold, epoch=self.row.epoch
                )
                if fold is not None and fold.base is not None:
                    self._memory.first_seq = fold.base.seq
            else:
                await store.append(self.row.id, stored, epoch=self.row.epoch)
        except UnknownTableError:
            self.leave(ServerCode.NO_TABLE)
            raise
        except FencedError:
            self.leave(ServerCode.MOVED)
            raise
        except StoreError:
            await self._reload()
            raise
        finally:
            self._runtime.metrics.commit_seconds.add(monotonic() - began)
        self._runtime.metrics.events.add(count=len(stored))
        self.last_used = monotonic()
        key = "" if seat is None else before.holder(seat).key
        self.audience.journal.note_command(key, command_id, after.seq)
        self._tell(before, steps, sender, encode(Done(command_id, after.seq)))
        if key and any(isinstance(event, WentAway) and event.seat == seat for event, _ in steps):
            self.audience.let_go(key)
        self.on_change()

    def _tell(
        self, before: Table, steps: tuple[Transition, ...], sender: Connection | None, answer: bytes
    ) -> None:
        told: list[Happening] = []
        for event, after in steps:
            happenings = narrate(before, event, after)
            self._memory.note(before, event, after)
            self.audience.journal.note(after.seq, happenings)
            told += happenings
            before = after
        self.table = before
        self._set_deadline()
        self.audience.show(self.table, told, sender, answer)

    # Folding the past away --------------------------------------------------------------------

    async def _fold(self, before: Table, steps: tuple[Transition, ...], now: float) -> Fold | None:
        """Fold what the table no longer needs: events of games before the one being dealt."""
        first_seq, keeps = self._memory.first_seq, self._runtime.keep_events
        for event, after in steps:
            if isinstance(event, GameDealt):
                games = await self.packed_games()
                if games or before.seq - first_seq > _MANY_EVENTS:
                    return Fold(None if keeps else _base(before, now), games)
            before = after
        is_long = self.table.play is None and self.table.seq - first_seq > _TOO_MANY_EVENTS
        return Fold(_base(self.table, now)) if is_long and not keeps else None

    async def packed_games(self) -> tuple[PackedGame, ...]:
        """Pack the game on the table, if it is over."""
        play = self.table.play
        if play is None or self.table.stage is not Stage.OVER:
            return ()
        stored = await self.game_events()
        bodies = [one.body for one in stored]
        return (ended_game(self._memory.before_deal, play, bodies, stored[-1].at),)

    async def game_events(self) -> list[StoredEvent]:
        """Read the events of the game on the table, which is over."""
        first, last = self._memory.dealt_seq, self._memory.ended_seq
        stored = await self._runtime.store.events(self.row.id, after=first - 1)
        return [one for one in stored if one.seq <= last]

    @property
    def table_before_deal(self) -> Table:
        """The table as it was when the game on it was dealt."""
        return self._memory.before_deal

    # Time -----------------------------------------------------------------------------------

    def _set_deadline(self) -> None:
        """Restart the clock if another turn has begun or the time for turns has changed."""
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
        """The time left for this turn, in milliseconds."""
        if self.deadline is None:
            return None
        return max(0, round((self.deadline - monotonic()) * 1000))

    # Coming and going -------------------------------------------------------------------------

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is connected."""
        return not self.audience.connections

    @property
    def payer(self) -> Payer | None:
        """The address whose share of the workers this table uses; None if nobody is connected."""
        addresses = self.audience.addresses()
        return Payer(addresses[0], self.row.code) if addresses else None

    def attach(self, connection: Connection, seen: int) -> None:
        """Connect a client: as a player if it holds the key of a seat, else as a spectator."""
        self.last_used = monotonic()
        self._set_deadline()
        self.audience.attach(connection, seen)
        self.on_change()

    def detach(self, connection: Connection) -> None:
        """Disconnect a client."""
        self.audience.detach(connection)
        self.last_used = monotonic()
        self.on_change()

    def _refused(self, command_id: str, refusal: Refusal) -> Refused:
        play = self.table.play
        seen = None if play is None else view(play.state, None)
        return refuse(command_id, explain(refusal, self.table.rules, seen))


def _base(table: Table, now: float) -> StoredEvent:
    return StoredEvent(table.seq, now, encode_event(TableFolded.up_to(table)))


def _is_face_changed(before: Table, after: Table) -> bool:
    """Whether the contents of the table's row may have changed."""
    return (
        before.stage is not after.stage
        or before.seats is not after.seats
        or before.settings is not after.settings
    )


def refuse(command_id: str, reason: Reason | str) -> Refused:
    """Return the answer to a command that is not carried out."""
    if isinstance(reason, str):
        reason = Reason(reason, f"refusal.{reason}", {}, "")
    return Refused(command_id, reason.code, reason.key, reason.details, reason.rule)
