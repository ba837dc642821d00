"""A game on a full screen: the same session, with a mouse."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, RichLog, Static

from tenback import Game
from tenback.records import GameRecord, parse_record
from tenback.terminal.full_screen import FullScreen
from tenback.texts import Texts

TWO = Game("original", players=2, seed=7, starter=0, names=("Ana", "Bo")).record()
ALONE = Game("extreme", seed=7, names=("Ana",)).record()


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not happen")


async def told(app: FullScreen, key: str, **details: object) -> None:
    """Wait until a sentence was told, however its lines are broken."""
    words = "".join(app.texts(key, **details).split())
    log = app.query_one("#log", RichLog)
    await until(lambda: words in "".join("".join(line.text.split()) for line in log.lines))


async def asked(app: FullScreen, key: str, **details: object) -> None:
    line = app.query_one("#line", Input)
    await until(lambda: line.placeholder == app.texts(key, **details))


def board(app: FullScreen) -> str:
    return str(app.query_one("#board", Static).render())


async def play_a_turn(app: FullScreen, pilot: "Pilot[None]") -> None:
    await asked(app, "session.hand_over", name="Ana (P1)")
    assert board(app) == ""  # nobody sees a hand before it is theirs
    await pilot.press("enter")
    await told(app, "session.turn", number=1, name="Ana (P1)")
    await until(lambda: "69" in board(app))
    await pilot.press(*app.texts.words("words.concede")[0], "enter")
    await told(app, "session.concede_sure")
    app.action_pick(4)
    app.action_lay(0)
    await until(lambda: app.session.game.state.tops[0] == 4)
    app.action_type("undo")
    await told(app, "session.undone", card=4)
    await pilot.press(*"4>a1", "space", *"30>a1", "enter")
    await until(lambda: app.session.game.state.tops[0] == 30)
    await pilot.press("f5")
    await asked(app, "session.hand_over", name="Bo (P2)")
    assert board(app) == ""
    await pilot.press("ctrl+q")


Act = Callable[[FullScreen, "Pilot[None]"], Awaitable[None]]


async def run(record: GameRecord, language: str, file: Path, act: Act) -> None:
    app = FullScreen(record, Texts(language), file)
    async with app.run_test(size=(60, 30)) as pilot:
        await act(app, pilot)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_game_is_played_and_kept(language: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    asyncio.run(run(TWO, language, file, play_a_turn))
    kept = parse_record(file.read_text("utf-8"))
    assert [(placed.card, placed.pile) for placed in kept.turns[0].placements] == [(4, 0), (30, 0)]


async def click_a_card(app: FullScreen, pilot: "Pilot[None]") -> None:
    hand = app.session.game.state.hands[0]
    await until(lambda: str(hand[-1]) in board(app))
    first_card, first_pile = (4, 7), (4, 3)  # the middle of each, within the board
    await pilot.click("#board", offset=first_card)
    await pilot.click("#board", offset=first_pile)
    await until(lambda: app.session.game.state.tops[0] == hand[0])
    await pilot.press("ctrl+q")


async def give_up(app: FullScreen, pilot: "Pilot[None]") -> None:
    word = app.texts.words("words.concede")[0]
    await until(lambda: board(app) != "")
    for _ in range(2):
        await pilot.press(*word, "enter")
    await told(app, "end.CONCEDED", name="Ana (P1)")
    await until(lambda: app.is_over)
    await pilot.press("enter")  # the end stays on the screen until then


def test_the_end_stays_on_the_screen(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    asyncio.run(run(ALONE, "en", file, give_up))
    assert "CONCEDED" in file.read_text("utf-8")


def test_leaving_keeps_the_game_and_says_where(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    app = FullScreen(ALONE, Texts("en"), file)

    async def leave() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: board(app) != "")
            await pilot.press("f10")
            await until(lambda: any(str(file) in line for line in app.last_lines))

    asyncio.run(leave())
    assert file.exists()


def test_a_card_is_laid_by_two_clicks(tmp_path: Path) -> None:
    asyncio.run(run(ALONE, "en", tmp_path / "game.txt", click_a_card))
