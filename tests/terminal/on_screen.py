"""Waiting for what a full screen shows."""

import asyncio
from collections.abc import Callable

from textual.widgets import Input, RichLog, Static

from tenback.terminal.full_screen import FullScreen

__all__ = ["asked", "board", "told", "until"]


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so: twenty seconds, for a busy machine."""
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the screen did not come to it within 20 seconds")


async def told(app: FullScreen, key: str, **details: object) -> None:
    """Wait until a sentence was told, however its lines are broken."""
    words = "".join(app.texts(key, **details).split())
    log = app.query_one("#log", RichLog)
    await until(lambda: words in "".join("".join(line.text.split()) for line in log.lines))


async def asked(app: FullScreen, key: str, **details: object) -> None:
    """Wait until the line asks for something."""
    line = app.query_one("#line", Input)
    await until(lambda: line.placeholder == app.texts(key, **details))


def board(app: FullScreen) -> str:
    return str(app.query_one("#board", Static).render())
