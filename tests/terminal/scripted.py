"""A scripted person at the terminal, and games to put in front of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tenback.records import (
    GameRecord,
    build_ruleset,
)
from tenback.rules import CardCommand, Layout, Ruleset, State
from tenback.terminal.console import InputClosedError
from tenback.terminal.session import Session
from tenback.terminal.storage import games_folder, read_record
from tenback.texts import Texts

Typed = str | type[BaseException] | Callable[[], str]


class ScriptedConsole:
    """A console that types the lines it is given and notes what it is told after each."""

    shows_table = False

    def __init__(self, lines: Iterable[Typed]) -> None:
        self._lines = iter(lines)
        self.prompts: list[str] = []
        #: What was told before the first question, then after each line.
        self.replies: list[list[str]] = [[]]

    @property
    def told(self) -> list[str]:
        return [line for reply in self.replies for line in reply]

    def tell(self, line: str = "") -> None:
        self.replies[-1].append(line)

    def hide(self) -> None:
        """Nothing is on a screen here."""

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        line = next(self._lines, None)
        self.replies.append([])
        if line is None:
            raise InputClosedError
        if isinstance(line, str):
            return line
        if isinstance(line, type) and issubclass(line, BaseException):
            raise line
        return line()


@dataclass
class Played:
    """A session that has been left, or whose game is over."""

    session: Session
    console: ScriptedConsole

    @property
    def told(self) -> list[str]:
        return self.console.told

    @property
    def state(self) -> State:
        return self.session.game.state

    @property
    def kept(self) -> GameRecord:
        return read_record(self.session.file)

    def reply(self, number: int) -> list[str]:
        """Return what was told after the line of this number, counted from 1."""
        return self.console.replies[number]


def commands(**cards: Sequence[int]) -> Layout:
    """Make a layout in which only these cards carry commands."""
    return Layout.partial({card: CardCommand[kind] for kind in cards for card in cards[kind]})


def record_of(rules: Ruleset, *first: int, bots: Sequence[str] = ()) -> GameRecord:
    """Make a record whose first deck begins with these cards."""
    decks = rules.game.decks(rules)
    deck = (*first, *(card for card in decks[0] if card not in first))
    humans = rules.players - len(bots)
    names = [f"Name{number}" for number in range(1, rules.players + 1)]
    seated = tuple((humans + number, bot) for number, bot in enumerate(bots))
    return GameRecord(rules, (deck, *decks[1:]), 0, tuple(names), seed=1, bots=seated)


def original(*hand: int, players: int = 1, bots: Sequence[str] = (), **options: Any) -> GameRecord:
    return record_of(build_ruleset("original", players, options, starter=0), *hand, bots=bots)


def extreme(*hand: int, layout: Layout | None = None, **options: Any) -> GameRecord:
    rest: dict[str, Any] = {} if layout is None else {"layout": layout}
    return record_of(build_ruleset("extreme", 1, options, starter=0, **rest), *hand)


def duel(*hand: int, bots: Sequence[str] = ()) -> GameRecord:
    return record_of(build_ruleset("duel", starter=0), *hand, bots=bots)


def duel_begun_by_the_other(hand: Sequence[int], theirs: Sequence[int]) -> GameRecord:
    record = duel(*hand)
    rest = (card for card in record.decks[1] if card not in theirs)
    decks = (record.decks[0], (*theirs, *rest))
    return replace(record, decks=decks, starter=1, rules=replace(record.rules, starter=1))


def play(record: GameRecord, *lines: Typed, lang: str = "en", file: Path | None = None) -> Played:
    console = ScriptedConsole(lines)
    session = Session(record, console, Texts(lang), file or games_folder() / "game.tenback")
    session.run()
    return Played(session, console)


HAND = (5, 7, 17, 35, 45, 60, 81, 83)

#: A duel in which, after HELPED_LINES, P2 has 31 on the ascending pile and P1 is to move.
HELPED = duel_begun_by_the_other((20, 21, 22, 40, 41, 42), (30, 31, 32, 33, 34, 35))
HELPED_LINES = ("", "30>a 31>a", "end", "")
SKULLS = commands(SKULL=[20, 40], STOP=[30], THREE=[50, 51], ONE_PILE=[60], NO_JUMP=[70])
