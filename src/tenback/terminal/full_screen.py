"""A full screen for what is played in plain lines: the table above, what was told, a line to type.

The session is that of plain lines, with the same input, output and saved files. It runs in a thread
of its own, and the screen is its console.
"""

from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Click, Key, Resize
from textual.widgets import Footer, Input, RichLog, Static

from tenback.rules import View
from tenback.terminal.board import draw_board, spot_at
from tenback.terminal.console import InputClosedError
from tenback.terminal.tell import Teller
from tenback.texts import Texts

__all__ = ["FullScreen", "Seen"]

#: What lies on the table, and who puts it in words.
Seen = tuple[View, Teller]


class _Line(Input):
    """The line to type; Enter takes what stands there at that moment, however fast it is typed."""

    def __init__(self, take: Callable[[str], None]) -> None:
        super().__init__(id="line")
        self._take = take

    async def _on_key(self, event: Key) -> None:
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            line, self.value = self.value, ""
            self._take(line)
            return
        await super()._on_key(event)


class _Told(RichLog):
    """What was told; its lines are broken anew when the terminal gets another width."""

    def __init__(self) -> None:
        super().__init__(id="log", wrap=True, min_width=20)
        self._told: list[RenderableType] = []
        self._broken_at = 0

    def add(self, told: RenderableType) -> None:
        """Add lines at the end."""
        self._told.append(told)
        self.write(told)

    def forget(self) -> None:
        """Remove all of it."""
        self._told.clear()
        self.clear()

    def on_resize(self, event: Resize) -> None:
        """Break the lines for the new width; the first time there is nothing to break anew."""
        before, self._broken_at = self._broken_at, event.size.width
        if before not in (0, event.size.width):
            self.clear()
            for told in self._told:
                self.write(told)


class FullScreen(App[None]):
    """The console of a session on a full screen.

    ``play`` runs the session, in a thread; ``keys`` gives function keys the words that they type.
    Where ``gathers`` is set, cards that are clicked gather in the line until Enter.
    """

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
    #: The table is always in sight, so that lines need not repeat it.
    shows_table = True

    def __init__(
        self,
        texts: Texts,
        play: Callable[["FullScreen"], None],
        keys: Mapping[str, str],
        *,
        gathers: bool = False,
    ) -> None:
        super().__init__()
        self.texts = texts
        for key, word in keys.items():
            self.bind(key, f"type('{word}')", description=texts.words(f"words.{word}")[0])
        #: What lies on the table now, if anything.
        self.seen: Callable[[], Seen | None] = lambda: None
        self._play, self._gathers = play, gathers
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._picked: int | None = None
        self._is_hidden = False
        #: What was told since the last question, to be left on the terminal.
        self.last_lines: list[str] = []

    def compose(self) -> ComposeResult:
        """Lay out the board, what was told, and the line to type."""
        yield Static(id="board")
        yield _Told()
        yield _Line(self._take_line)
        yield Footer()

    def on_mount(self) -> None:
        """Put the cursor into the line, and start the session."""
        self.query_one("#line", Input).focus()
        self.run_worker(self._run, thread=True)

    def on_unmount(self) -> None:
        """End the input, so that the session saves the game and ends as well."""
        self._lines.put(None)

    def _run(self) -> None:
        self._play(self)
        if self.is_running:
            self.call_from_thread(self.exit)

    # The console of the session, which runs in a thread of its own --------------------------

    def tell(self, line: str = "") -> None:
        """Add a line to what was told."""
        self.last_lines.append(line)
        self.show(line)

    def show(self, told: RenderableType) -> None:
        """Add lines, or a table of figures, that need not stay on the terminal."""
        if self.is_running:
            self.call_from_thread(self.query_one(_Told).add, told)

    def ask(self, prompt: str) -> str:
        """Show the table and wait for a line, or raise InputClosedError."""
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
        if self.is_running:
            self.call_from_thread(self.query_one(_Told).forget)

    def note(self, told: str) -> None:
        """Say in the empty line what is being done, or raise InputClosedError."""
        if not self.is_running:
            raise InputClosedError
        self.call_from_thread(self._note, told)

    def picture(self, rows: str) -> None:
        """Show something else where the table was, for good."""
        self.seen = lambda: None
        if self.is_running:
            self.call_from_thread(self.query_one("#board", Static).update, rows)

    # What is shown --------------------------------------------------------------------------

    def _note(self, told: str) -> None:
        self.query_one("#line", Input).placeholder = told

    def _await(self, prompt: str) -> None:
        self._note(prompt)
        if len(prompt) >= self.query_one("#line", Input).content_size.width:
            self.query_one(_Told).add(prompt)  # the line would cut the question off
        self.redraw()

    def redraw(self) -> None:
        """Draw the table as it lies now."""
        seen = self.seen()
        if seen is not None:
            board = "" if self._is_hidden else draw_board(*seen, self._picked)
            # Read by Rich, which wrote it: Textual's own markup takes more brackets for a style.
            self.query_one("#board", Static).update(Text.from_markup(board, emoji=False))

    def on_click(self, event: Click) -> None:
        """Pick up the card, or lay it on the pile, that was clicked."""
        board, seen = self.query_one("#board", Static), self.seen()
        if event.widget is not board or self._is_hidden or seen is None:
            return
        place = event.get_content_offset(board)
        spot = None if place is None else spot_at(seen[0], place.x, place.y)
        if spot is not None and spot.is_pile:
            self.action_lay(spot.number)
        elif spot is not None:
            self.action_pick(seen[0].hand[spot.number])

    # What is done ---------------------------------------------------------------------------

    def _take_line(self, line: str) -> None:
        """Hand a line to the session."""
        self._picked = None
        self._lines.put(line)

    def action_type(self, word: str) -> None:
        """Hand the word of a key to the session."""
        self._lines.put(self.texts.words(f"words.{word}")[0])

    def action_pick(self, card: int) -> None:
        """Pick a card up, or put it back."""
        self._picked = None if self._picked == card else card
        self.redraw()

    def action_lay(self, pile: int) -> None:
        """Lay the card that was picked up."""
        seen = self.seen()
        if self._picked is None or seen is None:
            return
        laid = f"{self._picked}>{seen[0].rules.game.pile_name(pile, seen[0].seat)}"
        self._picked = None
        if not self._gathers:
            self._lines.put(laid)
            return
        line = self.query_one("#line", Input)
        line.value = f"{line.value} {laid}".strip()
        line.cursor_position = len(line.value)
        self.redraw()

    def action_leave(self) -> None:
        """Leave; the game is kept."""
        self.exit()
