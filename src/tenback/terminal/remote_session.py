"""A game at a server's table on a console: the server is the referee, the keyboard one seat."""

import asyncio
from collections.abc import Iterator

from tenback.records import NotationError
from tenback.records.notation import format_seat
from tenback.rules import CardCommand, PileNameError, View
from tenback.server.remote.client import TableClient
from tenback.server.remote.rebuild import rebuild_rules, rebuild_view
from tenback.server.wire.messages import Refused
from tenback.table import Stage
from tenback.table.unions import Command, Concede, EndTurn, Place, TakeBack
from tenback.terminal.console import Console, InputClosedError
from tenback.terminal.intents import Intent, read_line
from tenback.terminal.tell import Teller
from tenback.texts import Texts, rules_text
from tenback.texts.passages import as_lines

__all__ = ["RemoteSession"]

_HELP = ("place", "end", "undo", "moves", "table", "concede", "rules", "quit")


class RemoteSession:
    """Plays one game; nothing has to be saved, because the server keeps it."""

    def __init__(self, client: TableClient, seat: int, console: Console, texts: Texts) -> None:
        self._client = client
        self._seat = seat
        self._console = console
        self._texts = texts
        #: The turns of others that were told, by seat.
        self._told: dict[int, object] = {}
        #: What the seat saw when it was asked last.
        self.seen: tuple[View, Teller] | None = None
        #: The event after which "concede" was typed first; typed again there, it is done.
        self._asked_at: int | None = None

    async def run(self) -> bool:
        """Play until the game is over (True) or the player leaves (False)."""
        await self._client.connect()
        try:
            rules = self._view().rules
            game, pile = self._texts(f"game.{rules.game.id}"), rules.game.pile_name(0, self._seat)
            self._console.tell(self._texts("session.welcome", game=game, pile=pile))
            return await self._loop()
        except InputClosedError:
            return False
        finally:
            await self._client.close()

    async def _loop(self) -> bool:
        shown = -1
        while self._client.table.stage is not Stage.OVER:
            play = self._client.table.play
            assert play is not None
            self._look()
            self._tell_others()
            if play.to_move != self._seat:
                await self._client.newer(self._client.seq)
                continue
            if shown != play.turns:
                shown = play.turns
                self._console.tell()
                self._show_changes()
            line = await asyncio.to_thread(self._console.ask, self._prompt())
            if not await self._do(line):
                return False
        self._look()
        self._tell_result()
        return True

    def _prompt(self) -> str:
        return self._texts("session.prompt", seat=format_seat(self._seat))

    # What is there ----------------------------------------------------------------------------

    def _view(self) -> View:
        table, own = self._client.table, self._client.own
        assert table.play is not None
        assert own is not None
        return rebuild_view(rebuild_rules(table.rules), table.play, own)

    def _teller(self) -> Teller:
        seats = self._client.table.seats
        names = tuple(seat.name if seat else format_seat(n) for n, seat in enumerate(seats))
        return Teller(self._texts, rebuild_rules(self._client.table.rules), names)

    def _look(self) -> None:
        self.seen = self._view(), self._teller()

    def _tell_others(self) -> None:
        teller = self._teller()
        for closed in self._view().last_turns:
            if self._told.get(closed.seat) != closed:
                self._told[closed.seat] = closed
                self._console.tell(teller.turn(closed))

    def _show_table(self) -> None:
        for line in self._table_lines():
            self._console.tell(line)

    def _show_changes(self) -> None:
        """Show the table, unless it is in sight anyway; then say what the turn owes."""
        if not self._console.shows_table:
            self._show_table()
            return
        for line in self._duty_lines(self._view(), self._teller()):
            self._console.tell(line)

    def _table_lines(self) -> Iterator[str]:
        seen, teller = self._view(), self._teller()
        yield from teller.table(seen)
        yield from self._duty_lines(seen, teller)

    def _duty_lines(self, seen: View, teller: Teller) -> Iterator[str]:
        yield from teller.duties(seen)
        if seen.may_end:
            yield self._texts("session.may_end")

    def _tell_result(self) -> None:
        seen = self._view()
        assert seen.outcome is not None
        self._tell_others()
        for line in self._teller().result(seen.outcome):
            self._console.tell(line)

    # What is typed ----------------------------------------------------------------------------

    async def _do(self, line: str) -> bool:
        """Do what a line says; False if the player leaves."""
        seen, t = self._view(), self._texts
        game = seen.rules.game
        try:
            intent = read_line(line, game, self._seat)
        except NotationError as error:
            pile = game.pile_name(0, self._seat)
            self._console.tell(t("session.unknown", text=error, pile=pile))
            return True
        except PileNameError:
            piles = [game.pile_name(pile, self._seat) for pile in range(len(game.piles))]
            self._console.tell(t("session.no_pile", piles=t.listed(piles)))
            return True
        if intent is not None and intent.word == "quit":
            return False
        if intent is not None:
            await self._carry_out(intent)
        return True

    async def _carry_out(self, intent: Intent) -> None:
        match intent.word:
            case "place":
                for card, pile in intent.placements:
                    if not await self._send(Place(card, pile)):
                        break
                self._tell_turn()
            case "end":
                await self._send(EndTurn())
            case "undo":
                await self._send(TakeBack())
                self._show_changes()
            case "concede":
                await self._concede()
            case "moves":
                for line in self._teller().legal(self._view()):
                    self._console.tell(line)
            case "table":
                self._show_table()
            case "rules":
                game, language = self._view().rules.game.id, self._texts.language
                self._console.tell(as_lines(rules_text(game, language)))
            case _:
                self._help()

    async def _concede(self) -> None:
        """Concede when it is typed a second time: a slip must not end a good game."""
        if self._asked_at == self._client.seq:
            await self._send(Concede())
            return
        self._asked_at = self._client.seq
        self._console.tell(self._texts("session.concede_sure"))

    def _tell_turn(self) -> None:
        seen = self._view()
        if seen.to_move == self._seat and seen.outcome is None and seen.laid:
            for line in self._duty_lines(seen, self._teller()):
                self._console.tell(line)

    def _help(self) -> None:
        pile = self._view().rules.game.pile_name(0, self._seat)
        for key in _HELP:
            usage, about = self._texts(f"session.help.{key}", pile=pile).split("\t")
            self._console.tell(f"  {usage:<20}{about}")

    async def _send(self, command: Command) -> bool:
        """Send a command; say why if it is refused."""
        reply = await self._client.do(command)
        if not isinstance(reply, Refused):
            return True
        details: dict[str, object] = dict(reply.details)
        if details.get("command") in CardCommand.__members__:
            details["command"] = self._texts(f"command.{details['command']}")
        self._console.tell(self._texts(reply.key, **details))
        return False
