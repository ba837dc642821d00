"""A game on a full screen: the same session, with a mouse."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from rich.text import Text
from tests.terminal.on_screen import asked, board, told, until
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input, RichLog

from tenback import Game
from tenback.analysis.puzzles.file import load_puzzles
from tenback.bots import create_bot
from tenback.records import GameRecord, format_record, parse_record
from tenback.rules import CardCommand, State
from tenback.terminal.board import draw_board
from tenback.terminal.console import Console
from tenback.terminal.curve import curve_rows
from tenback.terminal.full_screen import FullScreen
from tenback.terminal.screens import GameScreen, PuzzleScreen
from tenback.terminal.tell import Teller
from tenback.texts import Texts

TWO = Game("original", players=2, seed=7, starter=0, names=("Ana", "Bo")).record()
ALONE = Game("extreme", seed=7, names=("Ana",)).record()


@cache
def near_the_end() -> GameRecord:
    """Play a game alone until few cards are left to draw, so that the rest is analysed quickly."""
    game = Game("original", seed=1, names=("Ana",))
    bot = create_bot("expert")
    while len(game.state.decks[0]) > 10:
        for placed in bot.choose(game.view(memory=True)):
            game.place(placed)
        game.end()
    return game.record()


def has_line(app: FullScreen, word: str) -> bool:
    log = app.query_one("#log", RichLog)
    return any(line.text.startswith(word) for line in log.lines)


def state_of(app: GameScreen) -> State:
    assert app.session is not None
    return app.session.game.state


async def play_a_turn(app: GameScreen, pilot: "Pilot[None]") -> None:
    await asked(app, "session.hand_over", name="Ana (P1)")
    assert board(app) == ""  # nobody sees a hand before it is theirs
    await pilot.press("enter")
    await told(app, "session.turn", number=1, name="Ana (P1)")
    await until(lambda: "69" in board(app))
    await pilot.press(*app.texts.words("words.concede")[0], "enter")
    await told(app, "session.concede_sure")
    app.action_pick(4)
    app.action_lay(0)
    await until(lambda: state_of(app).tops[0] == 4)
    app.action_type("undo")
    await told(app, "session.undone", card=4)
    await pilot.press(*"4>a1", "space", *"30>a1", "enter")
    await until(lambda: state_of(app).tops[0] == 30)
    await pilot.press("f5")
    await asked(app, "session.hand_over", name="Bo (P2)")
    assert board(app) == ""
    await pilot.press("ctrl+q")


Act = Callable[[GameScreen, "Pilot[None]"], Awaitable[None]]


async def run(record: GameRecord, language: str, file: Path, act: Act) -> None:
    app = GameScreen(record, Texts(language), file)
    async with app.run_test(size=(60, 30)) as pilot:
        await act(app, pilot)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_game_is_played_and_kept(language: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    asyncio.run(run(TWO, language, file, play_a_turn))
    kept = parse_record(file.read_text("utf-8"))
    assert [(placed.card, placed.pile) for placed in kept.turns[0].placements] == [(4, 0), (30, 0)]


async def click_a_card(app: GameScreen, pilot: "Pilot[None]") -> None:
    await until(lambda: app.session is not None)
    hand = state_of(app).hands[0]
    await until(lambda: str(hand[-1]) in board(app))
    first_card, first_pile = (4, 7), (4, 3)  # the middle of each, within the board
    await pilot.click("#board", offset=first_card)
    await pilot.click("#board", offset=first_pile)
    await until(lambda: state_of(app).tops[0] == hand[0])
    await pilot.press("ctrl+q")


async def give_up(app: GameScreen, pilot: "Pilot[None]") -> None:
    word = app.texts.words("words.concede")[0]
    await until(lambda: board(app) != "")
    for _ in range(2):
        await pilot.press(*word, "enter")
    await told(app, "end.CONCEDED", name="Ana (P1)")
    await asked(app, "screen.over")
    await pilot.press("enter")  # the end stays on the screen until then


def test_the_end_stays_on_the_screen(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    asyncio.run(run(ALONE, "en", file, give_up))
    assert "CONCEDED" in file.read_text("utf-8")


def test_leaving_keeps_the_game_and_says_where(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    app = GameScreen(ALONE, Texts("en"), file)

    async def leave() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: board(app) != "")
            await pilot.press("f10")
            await until(lambda: any(str(file) in line for line in app.last_lines))

    asyncio.run(leave())
    assert file.exists()


def test_a_card_is_laid_by_two_clicks(tmp_path: Path) -> None:
    asyncio.run(run(ALONE, "en", tmp_path / "game.txt", click_a_card))


async def narrow_and_widen(app: GameScreen, pilot: "Pilot[None]") -> None:
    """Nothing that was told is cut off, whatever the width: long lines are broken anew."""
    await until(lambda: board(app) != "")
    await pilot.press(*app.texts.words("words.help")[0], "enter")
    await told(app, "session.help.why")
    log = app.query_one("#log", RichLog)
    for columns in (60, 44, 120, 60):
        await pilot.resize_terminal(columns, 30)
        await until(lambda: log.virtual_size.width <= log.size.width)
        assert columns - 10 < log.size.width < columns
        assert max(len(line.text.rstrip()) for line in log.lines) <= log.size.width
        await told(app, "session.help.why")
    await pilot.press("ctrl+q")


def test_lines_are_broken_anew_when_the_terminal_gets_another_width(tmp_path: Path) -> None:
    asyncio.run(run(ALONE, "en", tmp_path / "game.txt", narrow_and_widen))


def test_a_question_that_is_too_long_for_the_line_is_told_whole(tmp_path: Path) -> None:
    question = {"seats": "P1, P2, P3, P4 or P5"}

    def ask(console: Console, record: GameRecord) -> GameRecord:
        console.ask(Texts("en")("session.who_starts", **question))
        return record

    async def look() -> None:
        app = GameScreen(ALONE, Texts("en"), tmp_path / "game.txt", ask)
        async with app.run_test(size=(60, 30)) as pilot:
            await told(app, "session.who_starts", **question)
            await pilot.press("enter")
            await until(lambda: app.session is not None)
            await pilot.press("ctrl+q")

    asyncio.run(look())


async def type_fast(app: GameScreen, pilot: "Pilot[None]") -> None:
    await until(lambda: board(app) != "")
    # All keys arrive before the first is handled, as from a paste or a braille keyboard.
    keys = (*"rubbish", "enter", *"nonsense", "enter", "f1")
    for key in keys:
        app.post_message(Key(key, key if len(key) == 1 else None))
    await told(app, "session.unknown", text="rubbish", pile="A1")
    await told(app, "session.unknown", text="nonsense", pile="A1")
    await told(app, "session.help.piles", piles="A1, A2, D1 and D2")
    lines = [line.text.strip() for line in app.query_one("#log", RichLog).lines]
    assert lines.index("P1> rubbish") < lines.index("P1> nonsense") < lines.index("P1> help")
    await pilot.press("f10")


def test_lines_typed_fast_stay_apart(tmp_path: Path) -> None:
    asyncio.run(run(ALONE, "en", tmp_path / "game.txt", type_fast))


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_hint_names_turns_and_a_reason(language: str, tmp_path: Path) -> None:
    app = GameScreen(near_the_end(), Texts(language), tmp_path / "game.txt")

    async def ask() -> None:
        async with app.run_test(size=(60, 30)) as pilot:
            await until(lambda: board(app) != "")
            await pilot.press("f3")
            await told(app, "hint.title")
            why = app.texts("advise.why", turn="", reasons="").split()[0]
            await until(lambda: has_line(app, why))
            assert app.session is not None
            assert "P1 took a hint" in format_record(app.session.game.record)
            await pilot.press("f10")

    asyncio.run(ask())


async def choose(app: GameScreen, pilot: "Pilot[None]") -> None:
    await asked(app, "session.who_starts", seats="P1 or P2")
    assert "4" in board(app)  # one chooses by what one holds
    await pilot.press(*"P2", "enter")
    await until(lambda: app.session is not None)
    await pilot.press("ctrl+q")


def test_who_starts_is_asked_on_the_screen(tmp_path: Path) -> None:
    asked_for: list[str] = []

    def with_lot(console: Console, record: GameRecord) -> GameRecord:
        line = console.ask(Texts("en")("session.who_starts", seats="P1 or P2"))
        asked_for.append(line)
        return record

    record = replace(TWO, bots=((1, "greedy"),))
    app = GameScreen(record, Texts("en"), tmp_path / "game.txt", with_lot)

    async def ask() -> None:
        async with app.run_test(size=(60, 30)) as pilot:
            await choose(app, pilot)

    asyncio.run(ask())
    assert asked_for == ["P2"]


def test_a_finished_game_is_reviewed_with_its_curve(tmp_path: Path) -> None:
    app = GameScreen(near_the_end(), Texts("en"), tmp_path / "game.txt")

    async def play_on() -> None:
        async with app.run_test(size=(60, 40)) as pilot:
            await until(lambda: board(app) != "")
            for _ in range(2):
                await pilot.press(*"concede", "enter")
            await asked(app, "screen.over")
            await pilot.press(*"review", "enter")
            await told(app, "review.sum.start")
            await until(lambda: "100 %" in board(app))
            assert "▲" in board(app)  # giving up cost the game
            await asked(app, "screen.over")
            await pilot.press("enter")

    asyncio.run(play_on())
    # The end is left on the terminal, however long the review was looked at.
    assert any("game.txt" in line for line in app.last_lines)


def test_a_puzzle_is_solved_with_the_mouse(tmp_path: Path) -> None:
    puzzle = load_puzzles("original")[0]
    app = PuzzleScreen(
        Texts("en"),
        tmp_path / "puzzles.json",
        "original",
        lambda session: session.play(puzzle, None, Random(3)),
    )

    async def solve() -> None:
        async with app.run_test(size=(60, 30)) as pilot:
            await until(lambda: board(app) != "")
            assert app.session.seen is not None
            game = app.session.seen[0].rules.game
            for word in puzzle.answer.split():
                card, _, pile = word.partition(">")
                app.action_pick(int(card))
                app.action_lay(game.pile_index(pile, app.session.seen[0].seat))
            assert app.query_one("#line", Input).value == puzzle.answer
            await pilot.press("enter")
            await told(app, "puzzle.right.title")
            await pilot.press("f10")

    asyncio.run(solve())
    assert (tmp_path / "puzzles.json").exists()


@pytest.mark.parametrize(("turns", "width"), [(1, 60), (20, 60), (200, 60), (54, 20)])
def test_a_curve_fits_its_width_and_keeps_every_mark(turns: int, width: int) -> None:
    chances = [at / turns for at in range(turns)] + [1.0]
    rows = curve_rows(chances, {turns // 2}, width)
    assert all(len(row) <= width for row in rows)
    assert rows[-1].count("▲") == 1
    assert rows[0].endswith("█")  # the game was won


def test_names_on_the_board_are_no_markup(tmp_path: Path) -> None:
    names = ("[Ana]", "[green] :cat:")
    record = Game("original", players=2, seed=7, starter=0, names=names).record()
    app = GameScreen(record, Texts("en"), tmp_path / "game.txt")

    async def look() -> None:
        async with app.run_test(size=(80, 30)) as pilot:
            await asked(app, "session.hand_over", name="[Ana] (P1)")
            await pilot.press("enter")
            await until(lambda: "69" in board(app))
            assert [name for name in names if name not in board(app)] == []
            await pilot.press("ctrl+q")

    asyncio.run(look())


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_command_can_be_read_on_a_card(language: str) -> None:
    rules = ALONE.rules
    teller = Teller(Texts(language), rules, ("Ana",))
    seen = Game("extreme", seed=7).view()
    for command in CardCommand:
        card = rules.layout.by_card.index(command)
        drawn = Text.from_markup(draw_board(replace(seen, hand=(card,)), teller, None)).plain
        rows = [row[:6].strip() for row in drawn.splitlines()[6:10]]
        wanted = f"{card}{teller.command(command)}"
        assert "".join(rows).replace(" ", "") == wanted.replace(" ", "")
