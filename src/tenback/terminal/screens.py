"""What is played on a full screen: a game with its review afterwards, and puzzles."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tenback.extras import install_line, missing_package
from tenback.records import GameRecord
from tenback.rules import State, View, view
from tenback.terminal.console import Console, InputClosedError
from tenback.terminal.curve import review_curve
from tenback.terminal.full_screen import FullScreen
from tenback.terminal.puzzles import PuzzleSession
from tenback.terminal.review_report import report_parts
from tenback.terminal.session import Session
from tenback.terminal.tell import Teller
from tenback.texts import Texts

if TYPE_CHECKING:
    from tenback.analysis.reviewing import ReviewProgress

__all__ = ["GameScreen", "PuzzleScreen", "ReviewingScreen"]

_GAME_KEYS = {"f1": "help", "f2": "undo", "f3": "hint", "f5": "end", "f10": "quit"}
_PUZZLE_KEYS = {"f1": "help", "f3": "moves", "f6": "concede", "f10": "quit"}
_MARGINS = 4


class ReviewingScreen(FullScreen):
    """A game that may be reviewed once it is over."""

    def offer_review(self, record: GameRecord) -> None:
        """Keep the end of the game on the screen, and review it as often as is asked for."""
        kept = list(self.last_lines)
        try:
            while self._asks_for_review():
                self._review(record)
        except InputClosedError:
            pass
        self.last_lines = kept

    def _asks_for_review(self) -> bool:
        line = self.ask(self.texts("screen.over"))
        return line.strip().casefold() in self.texts.words("words.review")

    def _review(self, record: GameRecord) -> None:
        missing = missing_package("kernels")
        if missing is not None:
            told = {"package": missing, "install": install_line("kernels")}
            self.show(self.texts("hint.missing", **told))
            return
        from tenback.analysis.reviewing import ReviewError, review  # noqa: PLC0415 - heavy

        def report(progress: "ReviewProgress") -> None:
            done, total = progress.done, progress.total
            self.note(self.texts("screen.reviewing", done=done, total=total))

        try:
            found = review(record, on_progress=report)
        except ReviewError as error:
            self.show(str(error))
            return
        rows = review_curve(found, self.size.width - _MARGINS)
        self.picture("\n".join([*rows, self.texts("screen.curve")]))
        for part in report_parts(found, record, self.texts, with_curve=False, with_line=False):
            self.show(part)


class GameScreen(ReviewingScreen):
    """One game of this machine."""

    def __init__(
        self,
        record: GameRecord,
        texts: Texts,
        file: Path,
        choose_starter: Callable[[Console, GameRecord], GameRecord] | None = None,
    ) -> None:
        """Play a record on; ``choose_starter`` asks first who begins."""
        super().__init__(texts, self._play_game, _GAME_KEYS)
        self._record, self._file, self._choose_starter = record, file, choose_starter
        self.session: Session | None = None

    def _play_game(self, _: FullScreen) -> None:
        if self._choose_starter is not None:
            self.seen = self._dealt
            try:
                self._record = self._choose_starter(self, self._record)
            except InputClosedError:
                return
        session = Session(self._record, self, self.texts, self._file)
        self.session = session
        self.seen = lambda: (_mover_view(session), session.teller)
        session.run()
        if session.game.state.outcome is not None:
            self.offer_review(session.game.record)

    def _dealt(self) -> tuple[View, Teller] | None:
        """Show the hand of the only person, who chooses the starter by it."""
        record = self._record
        if record.rules.players - len(record.bots) != 1:
            return None
        dealt = State.deal(record.rules, record.decks)
        return view(dealt, 0), Teller(self.texts, record.rules, record.names)


def _mover_view(session: Session) -> View:
    state = session.game.state
    return view(state, state.seat)


class PuzzleScreen(FullScreen):
    """Puzzles of one game; the cards of a turn gather in the line until Enter."""

    def __init__(
        self, texts: Texts, file: Path, game: str, play: Callable[[PuzzleSession], None]
    ) -> None:
        """Set the puzzles that ``play`` asks the session for."""
        super().__init__(texts, lambda _: play(self.session), _PUZZLE_KEYS, gathers=True)
        self.session = PuzzleSession(self, texts, file, game)
        self.seen = lambda: self.session.seen
