"""Lines in, lines out: the only place that touches the terminal's streams."""

import io
import sys
from contextlib import suppress
from importlib import import_module
from shutil import get_terminal_size
from typing import Protocol, TextIO

__all__ = ["Console", "InputClosedError", "StreamConsole"]


class InputClosedError(Exception):
    """There is no more input: the end of a pipe, or Ctrl-D."""


class Console(Protocol):
    """What a game needs of a terminal."""

    def tell(self, line: str = "") -> None:
        """Print a line."""
        ...

    def ask(self, prompt: str) -> str:
        """Read a line, or raise InputClosedError."""
        ...

    def hide(self) -> None:
        """Push what was said out of sight, before somebody else looks."""
        ...


class StreamConsole:
    """Standard input and output; the prompt is printed only to a person's terminal."""

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        # Without any standard input (<&-) there is nothing to read.
        self._source = source or sys.stdin or io.StringIO()
        self._target = target or sys.stdout
        self._is_terminal = self._source.isatty()

    def tell(self, line: str = "") -> None:
        """Print a line at once, so that a reader or a pipe gets it before the next question."""
        print(line, file=self._target, flush=True)

    def hide(self) -> None:
        """Scroll a person's screen empty; a pipe needs no hiding."""
        if self._is_terminal:
            self.tell("\n" * get_terminal_size().lines)

    def ask(self, prompt: str) -> str:
        """Read a line; in a pipe the line read is echoed, so that the transcript is complete."""
        if self._is_terminal:
            # Importing it is what gives input() its line editing and history.
            with suppress(ImportError):
                import_module("readline")
            try:
                return input(prompt)
            except EOFError:
                raise InputClosedError from None
        line = self._source.readline()
        if not line:
            raise InputClosedError
        line = line.rstrip("\n")
        self.tell(prompt + line)
        return line
