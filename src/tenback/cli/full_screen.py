"""When a command takes the full screen, and what it leaves behind there."""

import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from tenback.extras import missing_package
from tenback.terminal.board import LEAST_COLUMNS
from tenback.terminal.console import StreamConsole

if TYPE_CHECKING:
    from tenback.terminal.full_screen import FullScreen

__all__ = ["has_full_screen", "leave_lines"]


def has_full_screen() -> bool:
    """Whether there is a terminal wide enough, and Textual to draw on it."""
    # Either stream may be closed, and is None then.
    streams = (sys.stdin, sys.stdout)
    is_terminal = all(getattr(stream, "isatty", bool)() for stream in streams)
    is_wide = get_terminal_size().columns >= LEAST_COLUMNS
    return is_terminal and is_wide and missing_package("terminal") is None


def leave_lines(app: "FullScreen") -> None:
    """Run a full screen, and leave on the terminal what it told last."""
    app.run()
    console = StreamConsole()
    for line in app.last_lines:
        console.tell(line)
