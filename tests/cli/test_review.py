"""``tenback review``: the report in every language, JSON, a plot, and what it refuses."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.analysis.reviewed_games import blundered_end

from tenback.cli import main
from tenback.terminal.storage import write_record


@pytest.fixture(autouse=True)
def locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.tenback"
    write_record(blundered_end("original", 2)[0], path)
    return path


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("At the deal", "The costliest turns:", "blunder", "this deal could be won")),
        ("fr", ("À la donne", "Les tours les plus coûteux", "gaffe", "pouvait être gagnée")),
        ("de", ("Beim Verteilen", "Die teuersten Züge:", "Patzer", "zu gewinnen")),
    ],
)
def test_the_report(
    game: Path, language: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(game), "--samples", "8", "--lang", language, "--line"]) == 0
    told = capsys.readouterr().out
    assert [word for word in words if word not in told] == []


def test_names_are_no_markup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, names = tmp_path / "game.tenback", ("Zoë [/x]", "[green] :cat:")
    write_record(replace(blundered_end("original", 2)[0], names=names), path)
    assert main(["review", str(path), "--samples", "8", "--lang", "en", "--line"]) == 0
    curve, rest = capsys.readouterr().out.split("At the deal")
    for name in names:
        assert name in curve
        assert name in rest


def test_json_and_a_plot(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = tmp_path / "curve.svg"
    assert main(["review", str(game), "--samples", "8", "--json", "--plot", str(plot)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["result"] == 0
    assert len(found["curve"]) == len(found["turns"]) + 1
    assert plot.read_text().startswith("<?xml")


def test_what_is_refused_is_one_line(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nonsense, broken = tmp_path / "nonsense", tmp_path / "broken.tenback"
    nonsense.write_text("hello")
    broken.write_text(re.sub("result: .*", "result: open", game.read_text()))
    for arguments, status, words in (
        ([str(tmp_path / "none")], 2, "cannot be read"),
        ([str(nonsense)], 2, "line 1, column 1: expected"),
        ([str(broken)], 1, "the result says open, the turns give lost"),
        ([str(game), "--samples", "3"], 2, "samples must be at least 8, not 3"),
        ([str(game), "--samples", "many"], 2, "'many' is not a whole number"),
        ([str(game), "--plot", str(tmp_path / "curve.txt")], 2, "plot:"),
    ):
        assert main(["review", *arguments]) == status
        said = capsys.readouterr()
        assert said.out == ""
        assert words in said.err
        assert len(said.err.splitlines()) == 1
