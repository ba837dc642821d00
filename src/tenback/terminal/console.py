"""Lines in, lines out: the only place that touches the terminal's streams."""

import io
import os
import re
import sys
import textwrap
from contextlib import suppress
from importlib import import_module
from shutil import get_terminal_size
from typing import Protocol, TextIO

__all__ = ["Console", "InputClosedError", "StreamConsole", "fitted"]

#: What the next lines of a broken line are indented by: a list's sign, or the first column.
_INDENT = re.compile(r" *(?:- +|\S+(?: \S+)* {2,}(?=\S))?")
#: A first column that is wider leaves too little room beside it.
_WIDEST_COLUMN = 24


class InputClosedError(Exception):
    """The input has ended: the end of a pipe, or Ctrl-D."""


class Console(Protocol):
    """What a game needs from a terminal."""

    @property
    def shows_table(self) -> bool:
        """Whether the table is always in sight, so that no line has to describe it."""
        ...

    def tell(self, line: str = "") -> None:
        """Print a line."""
        ...

    def ask(self, prompt: str) -> str:
        """Read a line, or raise InputClosedError."""
        ...

    def hide(self) -> None:
        """Move what was printed out of sight, before another player looks."""
        ...


def fitted(text: str, width: int) -> str:
    """Break lines between words; what follows is indented like its line, or like its column.

    A line with the name of a file stays whole, so that it can be copied.
    """
    return "\n".join(
        line
        if any(os.sep in word and len(word) > 1 for word in line.split())
        else textwrap.fill(
            line,
            max(width - 1, 20),
            subsequent_indent=" " * _indent(line),
            break_long_words=False,
            break_on_hyphens=False,
            replace_whitespace=False,
            expand_tabs=False,
        )
        for line in text.split("\n")
    )


def _indent(line: str) -> int:
    found = _INDENT.match(line)
    width = found.end() if found else 0
    return width if width <= _WIDEST_COLUMN else len(line) - len(line.lstrip(" "))


class StreamConsole:
    """Standard input and output; the prompt is printed only to a real terminal."""

    shows_table = False

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        # Standard input may be closed (<&-); then there is nothing to read.
        self._source = source or sys.stdin or io.StringIO()
        self._target = target or sys.stdout
        self._is_terminal = self._source.isatty()

    def tell(self, line: str = "") -> None:
        """Print a line and flush it, so that it arrives before the next prompt.

        A terminal breaks it between words; a pipe gets it as it is.
        """
        if self._target.isatty():
            line = fitted(line, get_terminal_size().columns)
        print(line, file=self._target, flush=True)

    def hide(self) -> None:
        """Scroll a terminal until it is empty; a pipe needs no hiding."""
        if self._is_terminal:
            self.tell("\n" * get_terminal_size().lines)

    def ask(self, prompt: str) -> str:
        """Read a line; from a pipe it is echoed, so that the transcript is complete."""
        if self._is_terminal:
            # Importing it gives input() line editing and history.
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
