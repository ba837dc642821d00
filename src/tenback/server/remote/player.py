"""A bot at a remote table: it receives what its seat may see, and sends turns."""

import asyncio
import itertools
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Final, assert_never, get_args

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tenback.bots import Bot
from tenback.rules import Placement, View
from tenback.server.remote.address import TableLink
from tenback.server.remote.calls import RemoteError, call
from tenback.server.remote.rebuild import rebuild_rules, rebuild_view
from tenback.server.wire.http import NewSeat, Seated
from tenback.server.wire.messages import (
    Bye,
    Change,
    Do,
    Done,
    Hello,
    Hint,
    Moved,
    Pong,
    Presence,
    Refused,
    Resync,
    ServerMessage,
    Update,
    Welcome,
)
from tenback.server.wire.views import OutcomeView, Own, PlayView, TableView
from tenback.table import SeatKind, Stage
from tenback.table.model import Eagerness
from tenback.table.unions import ChooseStarter, OfferStart, PlayTurn, Ready, Rematch, StartGame

__all__ = ["RemoteError", "RemotePlayer", "take_seat"]

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)  # type: ignore[arg-type]
_PATIENCE = 8
_FIRST_WAIT = 0.25
_LONGEST_WAIT = 15.0
#: How long it waits for the words of other bots and programs before it votes who starts.
_HEARING_SECONDS: Final = 2.0
#: From the gladdest word on; who says nothing counts as one who would start if need be.
_WORDS: Final[tuple[Eagerness, ...]] = get_args(Eagerness)
_UNSAID: Final = _WORDS.index("if_need_be")


def take_seat(link: TableLink, name: str) -> Seated:
    """Ask for any free seat, as a program."""
    return call(link.seats, Seated, NewSeat(name, SeatKind.PROGRAM))


class RemotePlayer:
    """Plays at a table until it is told to stop, through lost connections."""

    def __init__(
        self,
        link: TableLink,
        seated: Seated,
        bot: Bot,
        tell: Callable[[str], None],
        games: int = 0,
    ) -> None:
        """Play ``games`` games, 0 for as long as the table does."""
        self._link = link
        self._seated = seated
        self._bot = bot
        self._tell = tell
        self._games = games
        self._played = 0
        self._seen = 0
        self._last_over = 0
        #: The last game in which it has said how gladly it would start.
        self._offered = 0
        #: Waits a moment for the words of other bots and programs before it votes.
        self._hearing: asyncio.Task[None] | None = None
        self._table: TableView | None = None
        #: Connections in a row that ended before a welcome.
        self._failures = 0
        #: Unanswered commands by (stage, turn), so that none is sent twice.
        self._asked: object = None
        self._ids = (f"{random.randrange(1 << 32):x}-{n}" for n in itertools.count())

    async def play(self) -> None:
        """Play; after a lost connection reconnect with exponential back-off."""
        while True:
            told = "the server closed it"
            try:
                async with connect(self._link.socket, max_size=2**20) as socket:
                    try:
                        if await self._converse(socket):
                            return
                    finally:
                        self._stop_hearing()
                        self._offered = 0  # it says its word again over the next connection
            except (OSError, ConnectionClosed, InvalidHandshake) as error:
                told = str(error)
            self._failures += 1
            if self._failures > _PATIENCE:
                raise RemoteError(f"the connection is lost for good: {told}")
            self._tell("the connection is lost; trying again")
            self._asked = None
            longest = min(_FIRST_WAIT * 2 ** (self._failures - 1), _LONGEST_WAIT)
            await asyncio.sleep(longest * random.random())  # not everybody at once

    async def _converse(self, socket: ClientConnection) -> bool:
        """Play over one connection; True when the last game is over."""
        await socket.send(_encoder.encode(Hello(self._seated.token, self._seen)).decode())
        async for raw in socket:
            try:
                message = _decoder.decode(raw)
            except msgspec.DecodeError:
                continue  # a newer server may send messages that we do not know
            match message:
                case Welcome(you=seat) if seat != self._seated.seat:
                    raise RemoteError("the seat is not ours any more")
                case Welcome() | Update() | Resync():
                    self._failures = 0
                    self._seen = message.seq
                    if isinstance(message, Resync):
                        self._asked = None
                    if await self._look(socket, message.table, message.own):
                        return True
                case Refused(code=code):
                    self._tell(f"refused: {code}")
                case Bye(code=code, again=False):
                    raise RemoteError(f"the server closes the connection: {code}")
                case Bye() | Change() | Done() | Hint() | Moved() | Pong() | Presence():
                    pass  # the server may come back; the others are not for a bot, or not asked for
                case _:
                    assert_never(message)
        return False

    async def _look(self, socket: ClientConnection, table: TableView, own: Own | None) -> bool:
        """Do what the table is waiting for; True when the last game is over."""
        self._table, seat, play = table, self._seated.seat, table.play
        sitting = table.seats[seat]
        if table.stage is Stage.GATHERING:
            if sitting is not None and not sitting.ready:
                await self._ask(socket, ("ready",), Ready())
            elif table.host == seat and all(other and other.ready for other in table.seats):
                await self._ask(socket, ("start",), StartGame())
            return False
        assert play is not None
        assert own is not None
        if table.stage is Stage.OVER:
            self._note_end(play.number, play.outcome)
            if self._games and self._played >= self._games:
                return True
            await self._ask(socket, ("rematch", play.number), Rematch())
        elif table.stage is Stage.DEALT:
            await self._agree(socket, table, play, own)
        elif play.to_move == seat and not play.helped:
            turn = ("turn", play.number, play.turns, len(play.laid))
            if self._asked != turn:
                view = rebuild_view(rebuild_rules(table.rules), play, own)
                chosen = await asyncio.to_thread(self._bot.choose, view)
                laid = tuple(Placement(card, pile) for card, pile in chosen)
                await self._ask(socket, turn, PlayTurn(laid))
        return False

    async def _agree(
        self, socket: ClientConnection, table: TableView, play: PlayView, own: Own
    ) -> None:
        """Say how gladly this seat would start, hear what the others say, and vote."""
        if self._offered != play.number:
            self._offered = play.number
            seen = rebuild_view(rebuild_rules(table.rules), play, own)
            said = await asyncio.to_thread(_eagerness, seen)
            await self._ask(socket, ("offer", play.number), OfferStart(said))
            self._stop_hearing()
            self._hearing = asyncio.create_task(self._hear_out(socket))
        elif self._hearing is None or self._hearing.done() or not _is_somebody_silent(table, play):
            await self._vote(socket, table, play)

    def _stop_hearing(self) -> None:
        if self._hearing is not None:
            self._hearing.cancel()
            self._hearing = None

    async def _hear_out(self, socket: ClientConnection) -> None:
        """Vote after a moment even if somebody has said nothing: no more may come."""
        await asyncio.sleep(_HEARING_SECONDS)
        table = self._table
        if table is not None and table.stage is Stage.DEALT and table.play is not None:
            with suppress(ConnectionClosed):
                await self._vote(socket, table, table.play)

    async def _vote(self, socket: ClientConnection, table: TableView, play: PlayView) -> None:
        if self._may_choose(table):
            choice = _wanted_starter(play)
            await self._ask(socket, ("starter", play.number, choice), ChooseStarter(choice))

    def _may_choose(self, table: TableView) -> bool:
        return table.settings.starter != "host" or table.host == self._seated.seat

    async def _ask(
        self,
        socket: ClientConnection,
        what: object,
        command: Ready | StartGame | Rematch | OfferStart | ChooseStarter | PlayTurn,
    ) -> None:
        if self._asked != what:
            self._asked = what
            message = Do(next(self._ids), command, self._seen)
            await socket.send(_encoder.encode(message).decode())

    def _note_end(self, number: int, outcome: OutcomeView | None) -> None:
        if number != self._last_over and outcome is not None:
            self._last_over = number
            self._played += 1
            won = "won" if self._seated.seat in outcome.winners else "lost"
            self._tell(f"game {number}: {won}, {outcome.termination}, {outcome.score} card(s) left")


def _is_somebody_silent(table: TableView, play: PlayView) -> bool:
    """Whether a bot or a program has not said yet how gladly it would start."""
    said = {one.seat for one in play.offers}
    return any(
        seat is not None and seat.kind is not SeatKind.PERSON and number not in said
        for number, seat in enumerate(table.seats)
    )


def _wanted_starter(play: PlayView) -> int:
    """Choose who would start most gladly; among equals whom somebody has voted for first."""
    said = {one.seat: _WORDS.index(one.eagerness) for one in play.offers}
    words = [said.get(seat, _UNSAID) for seat in range(len(play.hand_counts))]
    gladdest = [seat for seat, word in enumerate(words) if word == min(words)]
    voted = play.votes[0].choice if play.votes else gladdest[0]
    return voted if voted in gladdest else gladdest[0]


def _eagerness(seen: View) -> Eagerness:
    from tenback.bots.starting import eagerness  # noqa: PLC0415 - it loads compiled code

    return msgspec.convert(eagerness(seen).name.lower(), Eagerness)
