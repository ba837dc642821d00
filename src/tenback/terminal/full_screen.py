"""The game on a full screen: cards in their colours, the same lines below; mouse and keyboard.

What is typed, told and saved is what a game in plain lines types, tells and saves: the session is
the same, and runs in a thread of its own.
"""

from pathlib import Path
from queue import SimpleQueue
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.widgets import Footer, Input, RichLog, Static

from tenback.draw import TablePicture
from tenback.draw.sky import sky_of
from tenback.records import GameRecord
from tenback.rules import CardCommand, view
from tenback.terminal.console import InputClosedError
from tenback.terminal.session import Session
from tenback.texts import Texts

__all__ = ["FullScreen"]

#: The width of a card on a pile and in the hand, what lies between piles, and the rows of a card.
_PILE, _CARD, _GAP, _ROWS = 8, 7, "  ", 3


class FullScreen(App[None]):
    """One game on a full screen; it is the console of its session."""

    CSS = """
    #board { height: auto; padding: 1 2 0 2; }
    #log { height: 1fr; padding: 0 2; border-top: solid $primary; }
    #line { dock: bottom; margin-bottom: 1; }
    """
    TITLE = "tenback"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+d,ctrl+q", "leave", show=False, priority=True)
    ]

    def __init__(self, record: GameRecord, texts: Texts, file: Path) -> None:
        super().__init__()
        self.texts = texts
        for key, word in (("f1", "help"), ("f2", "undo"), ("f5", "end"), ("f10", "quit")):
            self.bind(key, f"type('{word}')", description=texts.words(f"words.{word}")[0])
        self.session = Session(record, self, texts, file)
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._picked: int | None = None
        self._is_hidden = self.is_over = False
        #: What was told since the last question, to be left on the terminal.
        self.last_lines: list[str] = []

    def compose(self) -> ComposeResult:
        """Lay out the board, what was told, and the line to type."""
        yield Static(id="board")
        yield RichLog(id="log", wrap=True, min_width=20)
        yield Input(id="line")
        yield Footer()

    def on_mount(self) -> None:
        """Begin the game."""
        self.query_one("#line", Input).focus()
        self.run_worker(self._play, thread=True)

    def on_unmount(self) -> None:
        """End the input, so that the session saves the game and ends as well."""
        self._lines.put(None)

    def _play(self) -> None:
        self.session.run()
        if self.is_running:
            self.call_from_thread(self._finish)

    def _finish(self) -> None:
        """Leave an unfinished game at once; a finished one stays on the screen until Enter."""
        if self.session.game.state.outcome is None:
            self.exit()
        self.is_over = True
        self._show()

    # The console of the session, which runs in a thread of its own --------------------------

    def tell(self, line: str = "") -> None:
        """Add a line to what was told."""
        self.last_lines.append(line)
        if self.is_running:
            self.call_from_thread(self.query_one("#log", RichLog).write, line)

    def ask(self, prompt: str) -> str:
        """Show the table and wait for a line."""
        if not self.is_running:
            raise InputClosedError
        self.last_lines.clear()
        self.call_from_thread(self._await, prompt)
        line = self._lines.get()
        self._is_hidden = False
        if line is None:
            raise InputClosedError
        self.tell(f"{prompt}{line}")
        return line

    def hide(self) -> None:
        """Clear the screen, before another player looks."""
        self._is_hidden = True
        self.call_from_thread(self.query_one("#log", RichLog).clear)

    # What is shown --------------------------------------------------------------------------

    def _await(self, prompt: str) -> None:
        self.query_one("#line", Input).placeholder = prompt
        self._show()

    def _show(self) -> None:
        state = self.session.game.state
        board = "" if self._is_hidden else self._board(view(state, state.seat).picture())
        self.query_one("#board", Static).update(board)

    def _board(self, table: TablePicture) -> str:
        names = {card: self._mark(mark) for card, mark in table.commands.items()}
        piles = [
            (
                f"{f'{pile.name} ' + ('↑' if pile.ascending else '↓'):<{_PILE}}",
                *_card_rows(
                    pile.top, table.highest, "" if pile.is_base else names.get(pile.top, "")
                ),
            )
            for pile in table.piles
        ]
        rows = [_GAP.join(row) for row in zip(*piles, strict=True)]
        rows[2] += f"{_GAP}▒ {' / '.join(map(str, table.decks))}"
        hand = next((hand.cards for hand in table.hands if hand.cards is not None), ())
        cards = [
            _card_rows(card, table.highest, names.get(card, ""), _CARD - 1, card == self._picked)
            for card in hand
        ]
        return "\n".join([*rows, "", *(" ".join(row) for row in zip(*cards, strict=True))])

    def _mark(self, mark: str) -> str:
        key = f"command.{mark}"
        return self.texts(key) if mark in CardCommand.__members__ else mark

    def on_click(self, event: Click) -> None:
        """Pick up the card, or lay it on the pile, that was clicked."""
        board = self.query_one("#board", Static)
        if event.widget is not board or self._is_hidden:
            return
        place = event.get_content_offset(board)
        if place is None:
            return
        state = self.session.game.state
        if place.y <= _ROWS:
            pile = place.x // (_PILE + len(_GAP))
            if pile < len(state.tops):
                self.action_lay(pile)
        elif place.x // _CARD < len(state.hands[state.seat]):
            self.action_pick(state.hands[state.seat][place.x // _CARD])

    # What is done ---------------------------------------------------------------------------

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand the line to the session."""
        if self.is_over:
            self.exit()
        event.input.clear()
        self._picked = None
        self._lines.put(event.value)

    def action_type(self, word: str) -> None:
        """Do what a word does."""
        self._lines.put(self.texts.words(f"words.{word}")[0])

    def action_pick(self, card: int) -> None:
        """Pick a card up, or put it back."""
        self._picked = None if self._picked == card else card
        self._show()

    def action_lay(self, pile: int) -> None:
        """Lay the card that was picked up."""
        state = self.session.game.state
        if self._picked is not None:
            name = state.rules.game.pile_name(pile, state.seat)
            self._lines.put(f"{self._picked}>{name}")
            self._picked = None

    def action_leave(self) -> None:
        """Leave; the game is kept."""
        self.exit()


def _card_rows(
    card: int, highest: int, mark: str, width: int = _PILE, is_picked: bool = False
) -> list[str]:
    """Draw a card in three rows, in the colours of its sky, with the words that it carries."""
    sky = sky_of(card, highest)
    style = f"bold {sky.ink.hex} on {sky.top.hex}{' reverse' if is_picked else ''}"
    first, _, second = mark.partition(" ")
    words = (str(card), first[:width], second[:width])
    return [f"[{style}]{word:^{width}}[/]" for word in words]
