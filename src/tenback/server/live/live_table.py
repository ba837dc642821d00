"""One table in memory: commands are judged, stored, and only then shown to anybody."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic, time
from typing import Any

from tenback.rules import Refusal
from tenback.rules.view import view
from tenback.server.limits import Bucket
from tenback.server.live.archive import ended_game
from tenback.server.live.audience import Audience
from tenback.server.live.connection import Connection
from tenback.server.live.deeds import Asked, Deed
from tenback.server.live.frames import PONG, encode
from tenback.server.live.memory import Memory, remember
from tenback.server.live.refusing import refuse
from tenback.server.live.rows import row_facts
from tenback.server.live.turn_clock import TurnClock
from tenback.server.live.turnstile import Turnstile
from tenback.server.metrics import Metrics
from tenback.server.refusals import ServerCode
from tenback.server.store import (
    DatabaseUnreachableError,
    FencedError,
    Fold,
    PackedGame,
    SequenceConflictError,
    Store,
    StoredEvent,
    StoreError,
    TableRow,
    UnknownTableError,
)
from tenback.server.store.requests import Append
from tenback.server.thinking import Payer
from tenback.server.wire.happenings import Happening
from tenback.server.wire.messages import Do, Done, Refused
from tenback.server.wire.narrate import narrate
from tenback.table import (
    Command,
    OperatorCommand,
    Stage,
    Table,
    TableCode,
    Transition,
    World,
    decide,
    encode_event,
)
from tenback.table.reasons import explain
from tenback.table.unions import (
    POSITION_COMMANDS,
    SEATING_COMMANDS,
    AskHint,
    GameDealt,
    Say,
    TableFolded,
    WentAway,
)

__all__ = ["LiveTable", "Runtime"]

_LOGGER = logging.getLogger("tenback.server.table")
#: How many events before a game are worth folding.
_MANY_EVENTS = 200
#: How many events between games are folded without waiting for the next game.
_TOO_MANY_EVENTS = 2000
#: How long a command waits for a database that is away, and the time between two attempts.
_OUTAGE_SECONDS, _AGAIN_SECONDS = 10.0, 0.25
#: How often a seat may say something: (burst, per second). Reading what it says takes time, also
#: when it is refused.
_TALK = (20, 1.0)


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

    Commands are handled one at a time: the next may begin when the events of the last are safe on
    disk. They are carried out by callbacks, since a task for each would cost more than the command.
    The acting seat is looked up then, by the key of the connection that sent the command.
    """

    def __init__(self, row: TableRow, stored: Sequence[StoredEvent], runtime: Runtime) -> None:
        self.row = row
        self._runtime = runtime
        self._turnstile = Turnstile()
        self._tasks: set[asyncio.Task[None]] = set()
        #: Called after every change, so that bots play and the clock is set.
        self.on_change: Callable[[], None] = lambda: None
        #: Called when the holder of a key has asked for a hint.
        self.on_hint: Callable[[str], None] = lambda _: None
        #: Called when the table is no longer in the store, or belongs to another node.
        self.on_gone: Callable[[], None] = lambda: None
        self.clock = TurnClock()
        self.last_used = monotonic()
        self._is_gone = False
        #: Whether a write may have happened or not: it is unknown until the log can be read.
        self._is_in_doubt = False
        self._talk: defaultdict[int, Bucket] = defaultdict(partial(Bucket, *_TALK))
        self._memory: Memory = remember(stored)
        self.table: Table = self._memory.table
        self.audience = Audience(
            row.code, self.table, self._memory.journal, self.clock.remaining_ms
        )

    async def _reload(self) -> None:
        """Load the table again after a failed write: the log is right, memory may not be."""
        self._is_in_doubt = True
        stored = await self._runtime.store.log(self.row.id)
        self._is_in_doubt = False
        if not stored:
            self.leave(ServerCode.NO_TABLE)
            return
        self._memory = remember(stored)
        before, self.table = self.table, self._memory.table
        self.audience.reset(self.table, self._memory.journal)
        if self.table.seq != before.seq:  # it was written, and nobody has been told
            self.audience.greet_again(before.seq)
            self.on_change()

    def leave(self, reason: ServerCode) -> None:
        """Leave memory, and close every connection for this reason."""
        self._is_gone = True
        self.audience.dismiss(reason)
        self.on_gone()

    async def settle(self) -> None:
        """Wait until the command under way, if any, is carried out."""
        async with self._turnstile:
            pass

    @property
    def is_idle(self) -> bool:
        """Whether nobody is connected and nothing is running."""
        audience = self.audience
        is_busy = self._turnstile.is_taken or audience.thinking is not None
        return not audience.connections and not is_busy

    # Commands -------------------------------------------------------------------------------

    def take(self, connection: Connection, message: Do, tell: Callable[[bytes], object]) -> None:
        """Carry out a client's command, and ``tell`` the encoded answer.

        It is empty if the client has been told together with the change. A command waits for a
        database that is away for a moment: trying again is safe, since what was written after all
        is found in the log by the command's id.
        """
        asked = Asked(connection, message, tell, monotonic() + _OUTAGE_SECONDS)
        self._turnstile.enter(self._begin, asked)

    async def answer(self, connection: Connection, message: Do) -> bytes:
        """Carry out a client's command and return the answer, as ``take`` does."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.take(connection, message, lambda reply: answer.done() or answer.set_result(reply))
        return await answer

    def _begin(self, asked: Asked) -> None:
        if self._is_in_doubt:
            self._start(self._begin_after_doubt(asked))
            return
        connection, message = asked.connection, asked.message
        try:
            seat = self.audience.seat_of(connection)
            known = self._answer_at_once(connection, seat, message)
            if known is None and seat is not None:
                end = partial(self._end, asked)
                self._do(Deed(seat, message.command, end, connection, message.id))
                return
        except Exception as error:
            self._fail_to(asked, error)
            return
        assert known is not None
        self._tell_answer(asked, *known)

    async def _begin_after_doubt(self, asked: Asked) -> None:
        try:
            await self._reload()
        except Exception as error:
            self._fail_to(asked, error)
        else:
            self._begin(asked)

    def _answer_at_once(
        self, connection: Connection, seat: int | None, message: Do
    ) -> tuple[bytes, str] | None:
        """Answer a command that is not to be carried out; None if it is."""
        if seat is None:
            return encode(refuse(message.id, ServerCode.SPECTATOR)), ServerCode.SPECTATOR
        done = self.audience.journal.answered(connection.key, message.id)
        if done is not None:
            return encode(Done(message.id, done)), "repeated"
        memory, command, seen = self._memory, message.command, message.seen
        if isinstance(command, Say) and not self._talk[seat].take():
            return encode(self._refused(message.id, Refusal(TableCode.ENOUGH))), TableCode.ENOUGH
        if (
            isinstance(command, POSITION_COMMANDS)
            and not memory.position_seq <= seen <= self.table.seq
        ) or (isinstance(command, SEATING_COMMANDS) and seen < memory.seating_seq):
            return self.audience.resync(connection, message.id, seen), "resync"
        return None

    def _end(self, asked: Asked, deed: Deed, error: Exception | None) -> None:
        """Answer a command that was carried out, or failed."""
        if error is not None:
            self._fail_to(asked, error)
            return
        sender = asked.connection
        if isinstance(deed.command, AskHint):
            self.on_hint(sender.key)
        is_told = bool(deed.steps) and sender in self.audience.connections
        reply = b"" if is_told else encode(Done(deed.id, self.table.seq))
        self._tell_answer(asked, reply, "done")

    def _fail_to(self, asked: Asked, error: Exception) -> None:
        """Try a command again a little later, or answer why it was not carried out."""
        is_away = isinstance(error, DatabaseUnreachableError | SequenceConflictError)
        if not is_away or self._is_gone or monotonic() > asked.give_up_at:
            self._tell_answer(asked, *self._excuse(asked.message, error))
            return
        self._turnstile.leave()
        asked.connection.reassure(PONG)  # the line is well
        again = self._turnstile.enter
        asyncio.get_running_loop().call_later(_AGAIN_SECONDS, again, self._begin, asked)

    def _tell_answer(self, asked: Asked, reply: bytes, kind: str) -> None:
        self._turnstile.leave()
        name = type(asked.message.command).__struct_config__.tag
        self._runtime.metrics.commands.add(str(name), kind)
        asked.tell(reply)

    def _excuse(self, message: Do, error: Exception) -> tuple[bytes, str]:
        """Tell why a command was not carried out."""
        match error:
            case Refusal():
                return encode(self._refused(message.id, error)), error.code
            case FencedError():  # nobody hears this: the connection is told to come again
                kind = ServerCode.MOVED
            case StoreError():
                _LOGGER.error("table %s: %s", self.row.code, error)
                self._runtime.metrics.storage_failures.inc()
                kind = ServerCode.STORAGE
            case _:
                told = "table %s: a command failed: %r"
                _LOGGER.error(told, self.row.code, message.command, exc_info=error)
                kind = ServerCode.INTERNAL
        return encode(refuse(message.id, kind)), kind

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
        done: asyncio.Future[tuple[Transition, ...]] = asyncio.get_running_loop().create_future()

        def end(deed: Deed, error: Exception | None) -> None:
            self._turnstile.leave()
            if done.done():  # the caller was cancelled
                return
            if error is None:
                done.set_result(deed.steps)
            else:
                done.set_exception(error)

        def begin() -> None:
            deed = Deed(seat, command, end)
            try:
                if still(self.table):
                    self._do(deed)
                    return
            except Exception as error:
                end(deed, error)
            else:
                end(deed, None)

        async def begin_after_doubt() -> None:
            try:
                await self._reload()
            except Exception as error:
                end(Deed(seat, command, end), error)
            else:
                begin()

        def enter() -> None:
            if self._is_in_doubt:
                self._start(begin_after_doubt())
            else:
                begin()

        self._turnstile.enter(enter)
        return await done

    def _do(self, deed: Deed) -> None:
        """Judge a command and store its events; what follows is told only then.

        It may raise a Refusal. If it does not, ``deed.end`` is called, sooner or later.
        """
        before, sender = self.table, deed.sender
        world, is_operator = self._runtime.world, sender is None
        steps = decide(before, deed.seat, deed.command, world, by_operator=is_operator)
        deed.before, deed.steps = before, steps
        if not steps:
            deed.end(deed, None)
            return
        now, seat = time(), None if is_operator else deed.seat
        stored = [
            StoredEvent(table.seq, now, encode_event(event), seat, deed.id)
            for event, table in steps
        ]
        deed.began = monotonic()
        if _is_face_changed(before, steps[-1][1]):
            self._start(self._append_richly(deed, stored, now))
        else:
            append = Append(self.row.id, stored, epoch=self.row.epoch)
            self._runtime.store.post(append, partial(self._written, deed))

    async def _append_richly(self, deed: Deed, stored: Sequence[StoredEvent], now: float) -> None:
        """Store events that change the table's row as well."""
        error: object = None
        try:
            fold = await self._fold(deed.before, deed.steps, now)
            facts = row_facts(self.row.code, deed.steps[-1][1])
            await self._runtime.store.append(
                self.row.id, stored, **facts._asdict(), fold=fold, epoch=self.row.epoch
            )
            if fold is not None and fold.base is not None:
                self._memory.first_seq = fold.base.seq
        except StoreError as failed:
            error = failed
        except Exception as failed:
            deed.end(deed, failed)
            return
        self._written(deed, error)

    def _written(self, deed: Deed, outcome: object) -> None:
        """Go on with a command whose events are stored, or were not."""
        self._runtime.metrics.commit_seconds.add(monotonic() - deed.began)
        if isinstance(outcome, StoreError):
            self._fail(deed, outcome)
            return
        try:
            self._show(deed)
        except Exception as error:
            deed.end(deed, error)
        else:
            deed.end(deed, None)

    def _fail(self, deed: Deed, error: StoreError) -> None:
        match error:
            case UnknownTableError():
                self.leave(ServerCode.NO_TABLE)
                deed.end(deed, error)
            case FencedError():
                self.leave(ServerCode.MOVED)
                deed.end(deed, error)
            case _:
                self._start(self._fail_after_doubt(deed, error))

    async def _fail_after_doubt(self, deed: Deed, error: Exception) -> None:
        try:
            await self._reload()
        except Exception as worse:
            error = worse
        deed.end(deed, error)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=f"table {self.row.code}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _show(self, deed: Deed) -> None:
        """Show what is stored."""
        before, steps, seat = deed.before, deed.steps, deed.seat
        after = steps[-1][1]
        self._runtime.metrics.events.add(count=len(steps))
        self.last_used = monotonic()
        key = "" if deed.sender is None else before.holder(seat).key
        self.audience.journal.note_command(key, deed.id, after.seq)
        self._tell(before, steps, deed.sender, encode(Done(deed.id, after.seq)))
        if after.seats is not before.seats and key and _has_left(seat, steps):
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
        self.clock.set(self.table)
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
        self.clock.set(self.table)
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


def _has_left(seat: int, steps: tuple[Transition, ...]) -> bool:
    return any(isinstance(event, WentAway) and event.seat == seat for event, _ in steps)


def _is_face_changed(before: Table, after: Table) -> bool:
    """Whether the contents of the table's row may have changed."""
    return (
        before.stage is not after.stage
        or before.seats is not after.seats
        or before.settings is not after.settings
    )
