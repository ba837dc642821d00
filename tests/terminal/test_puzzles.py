"""Puzzles in plain lines: set, tried, explained in every language, rated, and brought back."""

import random
from pathlib import Path

import pytest
from tests.terminal.scripted import ScriptedConsole

from tenback.analysis.puzzles.file import load_puzzles
from tenback.cli import main
from tenback.terminal.puzzles import PuzzleSession
from tenback.texts import LANGUAGES, Texts


def play(file: Path, lines: list[str], *, language: str = "en", number: int = 1) -> list[str]:
    """Solve puzzles with these lines; return what was told."""
    console = ScriptedConsole(lines)
    session = PuzzleSession(console, Texts(language), file, "original")
    session.play(load_puzzles("original")[number - 1], None, random.Random(3))
    return console.told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_right_turn_is_praised_in_every_language(tmp_path: Path, language: str) -> None:
    puzzle, texts = load_puzzles("original")[0], Texts(language)
    told = "\n".join(play(tmp_path / "puzzles.json", [puzzle.answer], language=language))
    game = texts("game.original")
    assert texts("puzzle.title", id=puzzle.id, game=game, rating=puzzle.rating) in told
    assert texts("puzzle.right.title") in told
    assert texts("puzzle.line") in told
    assert texts("puzzle.again") not in told
    assert "{" not in told


def test_a_wrong_turn_is_explained_with_its_line_and_the_answer(tmp_path: Path) -> None:
    puzzle = next(one for one in load_puzzles("original") if one.refutation)
    told = "\n".join(play(tmp_path / "puzzles.json", [puzzle.wrong], number=puzzle.number))
    texts = Texts("en")
    assert texts("puzzle.answer", moves=puzzle.answer) in told
    assert texts("puzzle.refutation") in told
    assert texts("puzzle.again") in told


def test_a_puzzle_that_was_missed_comes_back_and_counts_once(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    concede = Texts("en").words("words.concede")[0]
    told = play(file, [concede] * 6)
    titles = [line for line in told if line.startswith("Puzzle original-1:")]
    assert len(titles) == 2
    ratings = [line for line in told if line.startswith("Your rating")]
    assert len(ratings) == 5  # the one that came back does not count again


def test_the_rating_is_kept_between_sessions(tmp_path: Path) -> None:
    file = tmp_path / "kept" / "puzzles.json"
    play(file, [load_puzzles("original")[0].answer])
    first = file.read_text()
    play(file, [load_puzzles("original")[1].answer], number=2)
    assert file.read_text() != first
    file.write_text("not a notebook")
    assert play(file, ["quit"])


def test_what_cannot_be_laid_is_refused_and_asked_again(tmp_path: Path) -> None:
    told = play(tmp_path / "puzzles.json", ["98>A1", "nonsense", "moves", "table", "quit"])
    assert not any("Your rating" in line for line in told)
    assert any("moves" in line for line in told)


def test_the_command_begins_with_the_puzzle_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TENBACK_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", None)
    assert main(["puzzle", "duel", "--number", "3", "--lang", "en"]) == 0
    assert "Puzzle duel-3:" in capsys.readouterr().out
    assert main(["puzzle", "duel", "--number", "99999"]) == 2
    assert "there is no puzzle duel-99999" in capsys.readouterr().err


def test_the_count_has_a_row_for_every_theme(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "count", "extreme"]) == 0
    told = capsys.readouterr().out
    for word in ("obey", "last", "all", "expert"):
        assert word in told
