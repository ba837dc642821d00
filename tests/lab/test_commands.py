"""The commands simulate, compare, league and plot."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from rich.table import Table

from tenback import lab
from tenback.cli import app, main
from tenback.cli.experiments import show

pytestmark = pytest.mark.usefixtures("runs")
Captured = pytest.CaptureFixture[str]


def test_simulate_prints_a_table(capsys: Captured) -> None:
    arguments = "simulate original --players 2 --bots greedy --games 3e2 --seed 4 --workers 1"
    assert main(arguments.split()) == 0
    told = capsys.readouterr()
    for words in ("original, 2 players, greedy; seed 4", "300", "95 % interval", "median",
                  "1 to 9", "decisions a second", "in-process, 1 worker"):  # fmt: skip
        assert words in told.out
    assert told.err == ""


def test_simulate_prints_json_alone(capsys: Captured) -> None:
    arguments = "simulate extreme -p 3 -b greedy,random -n 200 -w 1 --json --short-hand clamp"
    assert main(arguments.split()) == 0
    told = json.loads(capsys.readouterr().out)
    keys = {"games", "wins", "win_rate", "se", "mean_left", "games_per_second", "seconds"}
    assert keys <= told.keys()
    assert told["run"]["options"] == {"short_hand": "clamp", "layout": "even"}
    assert told["run"]["bots"] == ["greedy", "random", "greedy"]
    expected = lab.simulate(
        "extreme", players=3, bots="greedy,random", games=200, options={"short_hand": "clamp"}
    )
    assert (told["games"], told["wins"], told["complete"]) == (200, expected.wins, True)
    assert told["mean_left"] == pytest.approx(expected.mean_left)


def test_bots_may_agree_who_starts(capsys: Captured) -> None:
    command = "simulate original -p 3 -b greedy -n 300 -w 1 --seed 3 --starter agreed --json"
    assert main(command.split()) == 0
    expected = lab.simulate("original", players=3, games=300, seed=3, agree=True)
    told = capsys.readouterr().out
    assert '"starter": "agreed"' in told
    assert f'"mean_left": {expected.mean_left}' in told
    command = "compare greedy random -p 3 -n 50 -w 1 --starter agreed"
    assert main(command.split()) == 0
    assert "starter=agreed" in capsys.readouterr().out
    assert main(["simulate", "duel", "--starter", "agreed"]) != 0
    assert "in duel a lot decides who starts" in capsys.readouterr().err


def test_the_same_games_on_any_number_of_workers(tmp_path: Path) -> None:
    for workers in (1, 2, 3):
        arguments = f"simulate duel -b greedy -n 300 -w {workers} --fresh --json"
        assert main([*arguments.split(), "--out", str(tmp_path / f"{workers}.parquet")]) == 0
    frames = [pl.read_parquet(tmp_path / f"{workers}.parquet") for workers in (1, 2, 3)]
    assert frames[0].equals(frames[1])
    assert frames[0].equals(frames[2])


def test_brackets_in_a_table_are_no_markup(capsys: Captured) -> None:
    table = Table("bot", title="[b]")
    table.add_row("model[bold].onnx :cat:")
    show(table)
    told = capsys.readouterr().out
    assert "[b]" in told
    assert "model[bold].onnx :cat:" in told


def test_files_are_written_and_plotted(tmp_path: Path, capsys: Captured) -> None:
    one, two, page = tmp_path / "one.parquet", tmp_path / "two.csv", tmp_path / "page.html"
    base = ["simulate", "-n", "100", "-w", "1"]
    assert main([*base, "--out", str(one), "--plot", str(page)]) == 0
    assert main([*base, "-p", "2", "--out", str(two), "--plot", str(tmp_path / "x.png")]) == 0
    assert pl.read_parquet(one).height == pl.read_csv(two).height == 100
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    capsys.readouterr()
    both = tmp_path / "both.svg"
    assert main(["plot", str(one), str(two), "-o", str(both)]) == 0
    assert capsys.readouterr().out.strip() == str(both)
    drawn = both.read_text()
    assert "<!-- original, 1 player, greedy" in drawn
    assert "<!-- original, 2 players, greedy" in drawn


@pytest.mark.parametrize("name", ["simulate", "compare greedy random", "league greedy random"])
def test_results_that_cannot_be_saved_are_not_played_again(
    name: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, runs: Path
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    command = [*name.split(), "-n", "20", "-w", "1", "--json", "--out", str(tmp_path / "x.csv")]
    with monkeypatch.context() as patched:
        patched.setattr(f"tenback.cli.{command[0]}.save_results", refuse)
        with pytest.raises(OSError, match="No space left"):
            app(command, exit_on_error=False, result_action="return_value")
    capsys.readouterr()
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["games_played"] == 0
    assert not list(runs.rglob("*.npz"))


def test_compare_tells_differences(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "x.parquet"
    arguments = ["compare", "greedy", "random", "-p", "2", "-n", "300", "-w", "1", "--out"]
    assert main([*arguments, str(file)]) == 0
    told = capsys.readouterr().out
    assert "300 deals of 300" in told
    assert "difference" in told
    assert pl.read_parquet(file).height == 600
    assert main(["plot", str(file), "-o", str(tmp_path / "x.svg")]) == 0


def test_compare_stops_when_settled(capsys: Captured) -> None:
    arguments = "compare greedy random -n 1e5 -w 1 --until-settled --criterion left --json"
    assert main(arguments.split()) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["settled"], told["games"], told["wanted"]) == (True, 200, 100_000)
    assert told["teams"][1]["left_difference"]["low"] > 0


@pytest.mark.parametrize("command", ["simulate", "compare greedy random", "league greedy random"])
def test_json_of_one_game_has_only_numbers_that_json_knows(command: str, capsys: Captured) -> None:
    def refuse(word: str) -> None:
        pytest.fail(f"{word} is not JSON")

    assert main([*command.split(), "-n", "1", "-w", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out, parse_constant=refuse)
    if command.startswith("compare"):
        found = told["teams"][1]["left_difference"]
        assert (found["se"], found["low"], found["high"]) == (None, None, None)


def test_league_tells_ratings_and_the_first_seat(capsys: Captured) -> None:
    arguments = ["league", "greedy", "random", "-n", "100", "-w", "1"]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert "200 games" in told
    assert "The first seat won" in told
    assert main([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [standing["bot"] for standing in told["standings"]] == ["greedy", "random"]
    assert {"value", "se", "low", "high"} == told["first_seat_rate"].keys()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("simulate original --bots nobody", "no bot 'nobody'"),
        ("simulate original --bots greedy:x=1", "greedy: it has no parameters, so 'x=1'"),
        ("simulate nothing", "nothing"),
        ("simulate original --players 9", "players: original is for 1 to 5"),
        ("simulate original --games 0", "games: 0"),
        ("simulate original --games -5", "games: -5"),
        ("simulate original --games 1.5", "'1.5' is not a whole number"),
        ("simulate original --games many", "'many' is not a whole number"),
        ("simulate original --games nan", "'nan' is not a whole number"),
        ("simulate original --games 1e99", "games: 1"),
        ("simulate original --seed -1", "seed: -1"),
        ("simulate original --seed 1.5", "'1.5' is not a whole number"),
        ("simulate original --workers 0", "workers: 0"),
        ("simulate original --out x.txt", "does not end in .parquet or .csv"),
        ("simulate original --out /nowhere/x.csv", "/nowhere/x.csv: cannot be written"),
        ("simulate original --plot /nowhere/x.png", "/nowhere/x.png: cannot be written"),
        ("simulate original --plot x.gif", "does not end in .png, .svg or .html"),
        ("simulate original --ray 127.0.0.1:1", "nobody answers at 127.0.0.1:1"),
        ("simulate original --layout even", "layout: original has no command cards"),
        ("compare greedy", "two or more different bots"),
        ("compare greedy random --game duel", "that is a league"),
        ("compare greedy nobody", "no bot 'nobody'"),
        ("compare greedy random extreme", "extreme is a game, no bot: --game extreme"),
        ("league greedy", "two or more different bots"),
        ("league greedy random --game original", "that is a comparison"),
        ("evaluate greedy --out x.txt", "x.txt: the name does not end in .json"),
        ("evaluate greedy --out /nowhere/x.json", "/nowhere/x.json: cannot be written"),
        ("plot", "name at least one file"),
        ("plot /nowhere.csv", "/nowhere.csv: cannot be read"),
        ("plot x.csv --out x.gif", "does not end in"),
    ],
)
def test_bad_input_is_one_line_before_any_work(
    arguments: str, told: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_work(*_: object, **__: object) -> None:
        pytest.fail("work was started")

    monkeypatch.setattr("tenback.lab.runner.Runner.play", no_work)
    monkeypatch.setattr("tenback.envs.evaluation.evaluate", no_work)
    assert main(arguments.split()) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert told in found.err
    assert found.err.count("\n") == 1


def test_a_bot_that_fails_is_one_line(plug_in: Path, capsys: Captured) -> None:
    assert plug_in.exists()
    assert main(["simulate", "-b", "broken", "-n", "5", "-w", "1"]) == 2
    assert capsys.readouterr().err.startswith("tenback: the game with the seed 0 failed")


def test_a_cache_that_cannot_be_written_is_only_told(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert main(["simulate", "-n", "5", "-w", "1", "--json"]) == 0
    found = capsys.readouterr()
    assert json.loads(found.out)["games"] == 5
    assert "cannot be kept" in found.err


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_was_done(
    workers: int, plug_in: Path, runs: Path, tmp_path: Path
) -> None:
    assert plug_in.exists()
    out = tmp_path / "x.parquet"
    command = [sys.executable, "-m", "tenback", "simulate", "original"]
    command += f"-p 2 -b slow:pause=0.02 -n 60 -w {workers} --json --out {out}".split()
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    stopped = subprocess.Popen(command, start_new_session=True, **pipes)  # type: ignore[call-overload]
    deadline = time.monotonic() + 60
    while len(list(runs.glob("*/*.npz"))) < 3 and time.monotonic() < deadline:
        assert stopped.poll() is None
        time.sleep(0.02)
    # As a terminal does it: the whole group of processes gets the signal.
    os.killpg(stopped.pid, signal.SIGINT)
    told, error = stopped.communicate(timeout=60)
    assert stopped.returncode == 130
    partial = json.loads(told)
    assert 0 < partial["games"] < 60
    assert partial["complete"] is False
    assert error.splitlines()[-1].endswith("the same command goes on from there")
    assert "Traceback" not in error
    assert pl.read_parquet(out).height == partial["games"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    whole = json.loads(done.stdout)
    assert whole["games_played"] <= 60 - partial["games"]  # what was told was on disk
    expected = lab.simulate("original", players=2, bots="slow:pause=0", games=60)
    slow = lab.simulate("original", players=2, bots="slow:pause=0.02", games=1)
    assert slow.frame.equals(expected.frame[:1])
    assert pl.read_parquet(out).equals(expected.frame)
