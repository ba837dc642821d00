"""Draw the full screens for the page of the terminal: python scripts/terminal_picture.py"""

import asyncio
import re
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from textual.widgets import Input, Static

from tenback import Game, create_bot
from tenback.analysis.puzzles.file import load_puzzles
from tenback.records import GameRecord
from tenback.rules import State
from tenback.terminal.full_screen import FullScreen
from tenback.terminal.screens import GameScreen, PuzzleScreen
from tenback.texts import Texts

PICTURES = Path(__file__).parent.parent / "docs" / "images"
TEXTS = Texts("en")
#: Left out, so that a picture loads no font from elsewhere.
FONTS = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


def state_of(app: GameScreen) -> State | None:
    """Return the state of the game, once it has begun."""
    return None if app.session is None else app.session.game.state


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something on the screen."""
    while not condition():
        await asyncio.sleep(0.1)


async def play(app: GameScreen) -> None:
    """Play two turns beside a bot, and pick up a card."""
    for turn in range(2):
        await until(lambda at=turn: (state := state_of(app)) is not None and state.turns >= 2 * at)
        state = state_of(app)
        assert state is not None
        for card, pile in next(state.legal_turns()):
            app.action_pick(card)
            app.action_lay(pile)
        app.action_type("end")
    await until(lambda: (state := state_of(app)) is not None and state.turns >= 4)
    await asyncio.sleep(1)
    state = state_of(app)
    assert state is not None
    app.action_pick(state.hands[0][2])


async def review(app: GameScreen) -> None:
    """Give the game up, and look at its review."""
    await until(lambda: state_of(app) is not None)
    for _ in range(2):
        app.action_type("concede")
    app.action_type("review")
    await until(lambda: "100 %" in str(app.query_one("#board", Static).render()))
    over = TEXTS("screen.over")
    await until(lambda: app.query_one("#line", Input).placeholder == over)


async def puzzle(app: PuzzleScreen) -> None:
    """Wait until a puzzle is shown."""
    await until(lambda: app.session.seen is not None)
    await asyncio.sleep(1)


def begun() -> GameRecord:
    """Return a game of Extreme beside a bot."""
    game = Game("extreme", players=2, seed=7, starter=0, names=("Ana", "greedy"))
    return replace(game.record(), bots=((1, "greedy"),))


def nearly_over() -> GameRecord:
    """Return a game that two bots of medium strength played nearly to its end."""
    game = Game("original", players=2, seed=11, starter=0, names=("Ana", "Bo"))
    bot = create_bot("tuned")
    while game.outcome is None and len(game.state.decks[0]) > 6:
        kept = game.record()
        game.play(bot.choose(game.view(memory=True)))
        if game.outcome is not None:
            return replace(kept, bots=((1, "tuned"),))
    return replace(game.record(), bots=((1, "tuned"),))


async def draw(app: FullScreen, act: Callable[[], Awaitable[None]]) -> str:
    """Do something on a screen, and return it."""
    async with app.run_test(size=(80, 32)) as pilot:
        await act()
        await pilot.pause(0.5)
        return FONTS.sub("", app.export_screenshot(simplify=True))


def draw_all(folder: Path) -> None:
    """Write every picture."""
    game = GameScreen(begun(), TEXTS, folder / "game.txt")
    reviewed = GameScreen(nearly_over(), TEXTS, folder / "reviewed.txt")
    first = load_puzzles("original")[0]
    puzzles = PuzzleScreen(
        TEXTS,
        folder / "puzzles.json",
        "original",
        lambda session: session.play(first, None, Random(1)),
    )
    for name, app, act in (
        ("terminal", game, lambda: play(game)),
        ("terminal-review", reviewed, lambda: review(reviewed)),
        ("terminal-puzzle", puzzles, lambda: puzzle(puzzles)),
    ):
        picture = PICTURES / f"{name}.svg"
        picture.write_text(asyncio.run(draw(app, act)) + "\n", encoding="utf-8")
        print(picture)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as kept:
        draw_all(Path(kept))
