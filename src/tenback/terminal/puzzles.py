"""Puzzles in plain lines: a position, a turn typed, what came of it, and a rating that is kept."""

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from tenback.analysis.puzzles.file import find_puzzle
from tenback.analysis.puzzles.glicko import NEWCOMER, GlickoRating, Result, rate
from tenback.analysis.puzzles.judging import Judged, LineTurn, give_up, judge
from tenback.analysis.puzzles.next import next_puzzle
from tenback.analysis.puzzles.puzzle import Puzzle, Theme, format_turn
from tenback.records.files import write_whole
from tenback.records.notation import NotationError, format_seat
from tenback.rules import PileNameError, Placement, Refusal, View
from tenback.rules.view import view
from tenback.terminal.console import Console, InputClosedError
from tenback.terminal.intents import Intent, read_line
from tenback.terminal.tell import Teller
from tenback.texts import Texts

__all__ = ["PuzzleSession"]

#: A puzzle that was not found comes back after so many others.
_LATER: Final = 4


class _Notebook(msgspec.Struct):
    """What is kept of somebody's puzzles of one game."""

    rating: float = NEWCOMER.rating
    deviation: float = NEWCOMER.deviation
    volatility: float = NEWCOMER.volatility
    #: The numbers of the puzzles that were tried.
    seen: list[int] = []
    #: Those to come back, each with how many others come before it.
    again: dict[str, int] = {}


class PuzzleSession:
    """Puzzles of one game, one after the other."""

    def __init__(self, console: Console, texts: Texts, file: Path, game: str) -> None:
        self._console, self._texts, self._file, self._game = console, texts, file, game
        self._books = _read(file)
        self._book = self._books.setdefault(game, _Notebook())
        #: The puzzle that is set, as its player sees it.
        self.seen: tuple[View, Teller] | None = None

    def play(self, first: Puzzle | None, theme: Theme | None, source: random.Random) -> None:
        """Set puzzles until somebody leaves or all are done."""
        puzzle = first or self._next(theme, source)
        with suppress(InputClosedError):
            while puzzle is not None and self._set(puzzle):
                puzzle = self._next(theme, source)
            if puzzle is None:
                self._tell("puzzle.none")

    def _next(self, theme: Theme | None, source: random.Random) -> Puzzle | None:
        """Return a puzzle that comes back, or else one that was not seen; None if there is none."""
        book = self._book
        book.again = {name: wait - 1 for name, wait in book.again.items()}
        for name, wait in book.again.items():
            found = find_puzzle(name) if wait < 0 else None
            if found is not None and (theme is None or theme in found.themes):
                return found
        return next_puzzle(self._game, book.rating, book.seen, theme, source)

    def _set(self, puzzle: Puzzle) -> bool:
        """Set a puzzle and judge the turn that is typed; False if somebody leaves."""
        shown = _Shown(puzzle, self._texts)
        self.seen = shown.view, shown.teller
        for line in shown.lines(with_table=not self._console.shows_table):
            self._console.tell(line)
        while True:
            intent = self._ask(shown)
            match None if intent is None else intent.word:
                case "place":
                    assert intent is not None
                    judged = self._judge(shown, intent.placements)
                    if judged is not None:
                        self._close(shown, judged)
                        return True
                case "concede":
                    self._close(shown, give_up(puzzle))
                    return True
                case "moves":
                    for line in shown.teller.legal(shown.view):
                        self._console.tell(line)
                case "quit":
                    return False
                case "table":
                    for line in shown.lines():
                        self._console.tell(line)
                case _:
                    self._tell("puzzle.help", pile=shown.teller.pile(0, shown.view.seat))

    def _ask(self, shown: "_Shown") -> Intent | None:
        seat = shown.view.to_move
        try:
            line = self._console.ask(self._texts("session.prompt", seat=format_seat(seat)))
            return read_line(line, shown.view.rules.game, seat)
        except (NotationError, PileNameError):
            return None

    def _judge(self, shown: "_Shown", placements: tuple[Placement, ...]) -> Judged | None:
        try:
            return judge(shown.puzzle, placements)
        except Refusal as refusal:
            self._console.tell(shown.teller.refusal(refusal, shown.view))
            return None

    def _close(self, shown: "_Shown", judged: Judged) -> None:
        for line in shown.judged(judged):
            self._console.tell(line)
        puzzle, book = shown.puzzle, self._book
        if puzzle.number not in book.seen:
            before = GlickoRating(book.rating, book.deviation, book.volatility)
            result = Result(puzzle.rating, puzzle.deviation, float(judged.is_right))
            book.rating, book.deviation, book.volatility = rate(before, [result])
            book.seen.append(puzzle.number)
            change = round(book.rating) - round(before.rating)
            self._tell("puzzle.rating", rating=round(book.rating), change=f"{change:+d}")
        book.again.pop(puzzle.id, None)
        if not judged.is_right:
            book.again[puzzle.id] = _LATER
            self._tell("puzzle.again")
        self._console.tell()
        self._keep()

    def _keep(self) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            text = msgspec.json.encode(self._books)
            write_whole(self._file, lambda file: file.write(text))
        except OSError as error:
            told = error.strerror or error
            self._tell("puzzle.not_kept", file=self._file, error=told)

    def _tell(self, key: str, **details: object) -> None:
        self._console.tell(self._texts(key, **details))


class _Shown:
    """A puzzle in the words of a language."""

    def __init__(self, puzzle: Puzzle, texts: Texts) -> None:
        self.puzzle, self._texts = puzzle, texts
        self._position = puzzle.parsed()
        state = puzzle.state()
        self.view = view(state, state.seat)
        names = tuple(map(format_seat, range(state.rules.players)))
        self.teller = Teller(texts, state.rules, names)

    def lines(self, *, with_table: bool = True) -> Iterator[str]:
        """Describe the position and the task."""
        t, puzzle = self._texts, self.puzzle
        game = t(f"game.{puzzle.game}")
        yield t("puzzle.title", id=puzzle.id, game=game, rating=puzzle.rating)
        yield t.listed([t(f"puzzle.theme.{theme}") for theme in puzzle.themes], "row")
        if with_table:
            yield from self.teller.table(self.view)
        for seat, hand in enumerate(self._position.hands):
            if seat != self.view.seat and not isinstance(hand, int) and hand:
                cards = ", ".join(map(self.teller.card, hand))
                yield t("show.hand_of", name=self.teller.who(seat), cards=cards)
        for seat, deck in enumerate(self._position.decks):
            if not isinstance(deck, int) and deck:
                cards = ", ".join(map(self.teller.card, deck))
                own = len(self._position.decks) == 1
                key = "puzzle.deck" if own else "puzzle.deck_of"
                yield t(key, name=self.teller.who(seat), cards=cards)
        yield t(_task(puzzle, is_team=self.view.rules.game.is_team_game))

    def judged(self, judged: Judged) -> Iterator[str]:
        """Say what came of a try."""
        t = self._texts
        if judged.is_right:
            yield t("puzzle.right.title")
        for why in judged.why:
            yield t(why.key, **why.details)
        if not judged.is_right:
            game, seat = self.view.rules.game, self.view.to_move
            yield t("puzzle.answer", moves=format_turn(game, judged.answer, seat))
        if judged.refutation:
            yield t("puzzle.refutation")
            yield from self._line(judged.refutation)
        if self.puzzle.is_open:
            yield t("puzzle.line")
            yield from self._line(judged.line)

    def _line(self, line: tuple[LineTurn, ...]) -> Iterator[str]:
        game = self.view.rules.game
        for turn in line:
            laid = (Placement(card, pile) for card, pile in turn.placements)
            yield f"  {format_seat(turn.seat)}  {format_turn(game, laid, turn.seat)}"


def _task(puzzle: Puzzle, *, is_team: bool) -> str:
    if not puzzle.is_open:
        return "puzzle.task.hidden"
    return "puzzle.task.open" if is_team else "puzzle.task.duel"


def _read(file: Path) -> dict[str, _Notebook]:
    """Read the notebooks; what cannot be read begins anew."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, _Notebook])
    except (OSError, msgspec.MsgspecError):
        return {}
