"""Somebody who plays legal moves as fast as the server lets them, through lost connections."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from time import monotonic

from tenback.bots import create_bot
from tenback.rules import SignalKind
from tenback.server.remote.client import ConnectionLostError, Head, TableClient
from tenback.server.remote.rebuild import rebuild_rules, rebuild_view
from tenback.server.wire.http import Seated
from tenback.server.wire.messages import Done, Refused, Resync
from tenback.server.wire.views import Own, PlayView, TableView
from tenback.table import Command, SeatKind, Stage
from tenback.table.unions import (
    ChooseStarter,
    Concede,
    EndTurn,
    GiveSignal,
    Place,
    PlayTurn,
    Ready,
    Rematch,
    StartGame,
    TakeBack,
    WithdrawSignals,
)

from .ledger import Ledger
from .light_socket import LightSocket, open_light

__all__ = ["Person", "watch_table"]

_RETRY_SECONDS = 0.03
_FIRST_WAIT, _LONGEST_WAIT = 0.25, 8.0
#: How long opening a connection may take the first time.
_OPENING = 2.0
#: Refusals that say nothing about the command.
_NOT_NOW = ("STORAGE", "MOVED")
#: How often somebody does something else than laying a card, when it is their turn.
_SIGNAL, _TAKE_BACK, _GIVE_UP, _REPEAT = 0.06, 0.05, 0.004, 0.04


@dataclass(frozen=True, slots=True)
class _Order:
    """A command as it was sent; after a lost connection it is sent again unchanged."""

    id: str
    command: Command
    seen: int


class Waits:
    """How long to wait before connecting again: as browsers do (``web/src/lib/connection.ts``)."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        #: How often it was tried in vain.
        self.attempts = 0

    def next(self) -> float:
        """Return the time before the next attempt."""
        wait = min(_LONGEST_WAIT, _FIRST_WAIT * 2**self.attempts)
        self.attempts += 1
        return wait * self._dice.random()

    def reset(self) -> None:
        """Note that the table was shown."""
        self.attempts = 0


class Person:
    """Plays at a seat; a program sends whole turns, a person card by card."""

    def __init__(  # noqa: PLR0913 - what a person may be given
        self,
        server: str,
        seated: Seated,
        ledger: Ledger,
        dice: random.Random,
        pause: float = 0.0,
        *,
        others: Sequence[str] = (),
        patience: float = 0.0,
    ) -> None:
        code, self.seat = seated.code, seated.seat
        self.code = code
        self._ledger = ledger
        self._dice = dice
        self._pause = pause
        self._bot = create_bot("greedy")
        self._open: _Order | None = None
        self._last_done = 0
        self._wanted_at = 0.0

        #: Servers that are tried in turn, as a load balancer would.
        self._servers = cycle([server, *others])
        self._others = len(others)
        self._waits = Waits(dice)
        self._connections = 0

        def note(head: Head, raw: bytes) -> None:
            ledger.note_message(code, self.seat, head, raw)
            ledger.note_owner(
                code, self.client.owner, hash((self.seat, self._connections)), head, monotonic()
            )

        async def dial(url: str) -> LightSocket:
            return await open_light(url, patience, _OPENING * (1 + self._waits.attempts))

        dial_lightly = dial if patience else None
        self.client = TableClient(server, code, seated.token, note, dial=dial_lightly)

    @property
    def is_playing(self) -> bool:
        """Whether cards have been dealt."""
        return self.client.seq > 0 and self.client.table.play is not None

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            try:
                self._connections += 1
                await self._connect()
                await self._send_again()
                while True:
                    await self._go_on()
            except ConnectionLostError:
                await asyncio.sleep(self._waits.next() if self._others else _RETRY_SECONDS)

    async def _connect(self) -> None:
        """Connect to a server; if nobody listens there, try the next one at once."""
        for left in reversed(range(self._others + 1)):
            try:
                await self.client.connect(next(self._servers))
                break
            except ConnectionLostError as lost:
                if lost.code != ConnectionRefusedError.__name__ or not left:
                    raise
        self._waits.reset()

    async def _go_on(self) -> None:
        client = self.client
        seen, command = client.seq, self._choose(client.table, client.own)
        if command is None:
            await client.newer(seen)
            return
        order = self._open = _Order(client.new_id(), command, seen)
        self._wanted_at = self._wanted_at or monotonic()
        if await self._send(order) and self._dice.random() < _REPEAT:
            self._ledger.repeated += 1
            await self._send(order)
        self._open = None
        await asyncio.sleep(self._pause * self._dice.uniform(0.5, 1.5))

    async def _send_again(self) -> None:
        """Send what was not answered before the connection was lost."""
        order = self._open
        if order is not None:
            known = self.client.seq
            self._ledger.resent += 1
            if await self._send(order) and order.seen < self._last_done <= known:
                self._ledger.survived += 1
            self._open = None

    async def _send(self, order: _Order) -> bool:
        """Send a command and write the answer down; return whether it was carried out."""
        reply = await self.client.do(order.command, command_id=order.id, seen=order.seen)
        ledger = self._ledger
        is_answer = not isinstance(reply, Refused) or reply.code not in _NOT_NOW
        if is_answer and self._wanted_at:
            ledger.waits.append((self.code, self._wanted_at, monotonic()))
            self._wanted_at = 0.0
        match reply:
            case Done(seq=seq):
                self._last_done = seq
                # Withdrawing what is gone already changes nothing: there is no event of that id.
                if not isinstance(order.command, WithdrawSignals):
                    ledger.note_done(self.code, self.seat, order.id, seq)
                return True
            case Refused(code=code):
                ledger.refused[code] += 1
            case Resync():
                ledger.resyncs += 1
        return False

    # Choosing -------------------------------------------------------------------------------

    def _choose(self, table: TableView, own: Own | None) -> Command | None:
        sitting = table.seats[self.seat]
        if sitting is None:
            raise RuntimeError(f"{self.code}: seat {self.seat} is not ours any more")
        play = table.play
        if play is None:
            return self._gather(table, sitting.ready)
        if table.stage is Stage.OVER:
            return None if self.seat in table.rematching else Rematch()
        if table.stage is Stage.DEALT:
            voted = any(vote.seat == self.seat for vote in play.votes)
            return None if voted else ChooseStarter(self._dice.randrange(table.rules.players))
        if own is None:
            raise RuntimeError(f"{self.code}: seat {self.seat} is shown nothing of its own")
        if play.conceding and self.seat not in play.conceding:
            return Concede()
        if self.seat in play.conceding or play.to_move != self.seat:
            return None
        if sitting.kind is SeatKind.PROGRAM and not play.laid:
            view = rebuild_view(rebuild_rules(table.rules), play, own)
            return PlayTurn(tuple(self._bot.choose(view)))
        return self._move(table, play, own)

    def _gather(self, table: TableView, ready: bool) -> Command | None:
        if not ready:
            return Ready()
        everybody = all(seat is not None and seat.ready for seat in table.seats)
        return StartGame() if everybody and table.host == self.seat else None

    def _move(self, table: TableView, play: PlayView, own: Own) -> Command:
        dice = self._dice
        if dice.random() < _GIVE_UP:
            return Concede()
        if own.may_take_back and dice.random() < _TAKE_BACK:
            return TakeBack()
        if table.rules.team and not play.silenced and dice.random() < _SIGNAL:
            return self._signal(play)
        sound = [option for option in own.legal if not option.dooms and not option.breach]
        if own.may_end and not own.end_breach and (not sound or dice.random() < 0.6):
            return EndTurn()
        if not own.legal:
            return Concede()
        chosen = dice.choice(sound or own.legal)
        return Place(chosen.card, chosen.pile)

    def _signal(self, play: PlayView) -> Command:
        mine = {one.subject for one in play.signals if one.seat == self.seat}
        free = [pile for pile in range(len(play.piles)) if pile not in mine]
        if not free:
            return WithdrawSignals()
        kind = self._dice.choice((SignalKind.KEEP_OFF, SignalKind.SMALL_STEPS))
        return GiveSignal(kind, self._dice.choice(free))


async def watch_table(server: str, code: str, ledger: Ledger) -> None:
    """Watch a table until cancelled, and write down what is shown."""

    def note(head: Head, raw: bytes) -> None:
        ledger.note_message(code, None, head, raw)

    client = TableClient(server, code, watch=note)
    while True:
        try:
            await client.connect()
            while True:
                await client.newer(client.seq)
        except ConnectionLostError:
            await asyncio.sleep(_RETRY_SECONDS)
