"""The command that trains: what it refuses, what it reads, and how it goes on after a stop."""

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from tenback.bots.search.turns import limits_for
from tenback.bots.training import shard_learner
from tenback.bots.training import trainer as training
from tenback.bots.training.adam import take_step
from tenback.bots.training.plan import Plan
from tenback.bots.training.self_play import new_shard, play_and_learn
from tenback.bots.training.trainer import Point, Trainer, packed_pair
from tenback.bots.value import weights
from tenback.bots.value.network import Network, new_network
from tenback.bots.value.turn_inputs import ROWS, SIGNAL_ROWS
from tenback.bots.value.weights import load_network, save_network
from tenback.cli import main
from tenback.lab.curves import fitted_axis, write_curve

SMALL = ["--steps", "2", "--width", "64"]


def write_parts(path: Path, network: Network) -> None:
    with path.open("wb") as file:
        cast("Any", np).savez(file, **network._asdict())


def stop_at(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """Raise what Ctrl-C raises once so many steps are done."""
    take_step: Any = getattr(Trainer, "_take_step")  # noqa: B009 - it is private

    def stopping(trainer: Trainer, pool: ThreadPoolExecutor) -> None:
        if trainer.step == step:
            raise KeyboardInterrupt
        take_step(trainer, pool)

    monkeypatch.setattr(Trainer, "_take_step", stopping)


def made(out: Path) -> dict[str, Any]:
    return json.loads(out.with_suffix(".json").read_text())


@pytest.mark.parametrize(
    "odd",
    [
        {"rows": np.zeros((ROWS, 65), np.float32), "first_bias": np.zeros(65, np.float32)},
        {"rows": np.zeros((ROWS, 0), np.float32), "first_bias": np.zeros(0, np.float32)},
        {"rows": np.zeros(ROWS, np.float32)},
        {"rows": np.zeros((ROWS - 1, 64), np.float32)},
        {"first_bias": np.zeros(3, np.float32)},
        {"second": np.zeros((64, 2), np.float32)},
        {"second_bias": np.zeros(2, np.float32)},
        {"last": np.zeros((32, 1), np.float32)},
        {"last_bias": np.zeros(0, np.float32)},
    ],
)
def test_parts_that_do_not_fit_together_are_no_network(
    odd: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_parts(tmp_path / "odd.npz", new_network(64, seed=1)._replace(**odd))
    out = tmp_path / "net.npz"
    assert main(["train", "--start", str(tmp_path / "odd.npz"), "--out", str(out), *SMALL]) == 2
    assert "odd.npz: a network of another layout" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_no_network(number: float, tmp_path: Path) -> None:
    network = new_network(64, seed=1)
    network.second[3, 3] = number
    write_parts(tmp_path / "odd.npz", network)
    with pytest.raises(ValueError, match="not a network: some of its numbers are not finite"):
        load_network(tmp_path / "odd.npz")


def test_parts_that_lie_the_other_way_round_are_read_as_ours(tmp_path: Path) -> None:
    network = new_network(64, seed=1)
    turned = network._replace(rows=np.asfortranarray(network.rows))
    write_parts(tmp_path / "net.npz", turned)
    read = load_network(tmp_path / "net.npz")
    assert read.rows.flags.c_contiguous
    assert np.array_equal(read.rows, network.rows)


@pytest.mark.parametrize("size", [0, 4, 1000, -30])
def test_a_file_that_was_cut_short_is_one_clear_line(
    size: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start, out = tmp_path / "short.npz", tmp_path / "net.npz"
    write_parts(start, new_network(64, seed=1))
    start.write_bytes(start.read_bytes()[:size])
    assert main(["train", "--start", str(start), "--out", str(out), *SMALL]) == 2
    assert "short.npz: not a network: " in capsys.readouterr().err
    start.rename(tmp_path / "net.checkpoint")
    assert main(["train", "--out", str(out), *SMALL]) == 2
    told = capsys.readouterr().err
    assert "net.checkpoint cannot be read as a checkpoint: " in told
    assert "; --fresh begins anew" in told
    assert not out.exists()


@pytest.mark.parametrize("content", [np.zeros(3), np.array("{}")])
def test_an_array_is_no_network_and_no_checkpoint(content: Any, tmp_path: Path) -> None:
    with (tmp_path / "array").open("wb") as file:
        np.save(file, content)
    with pytest.raises(ValueError, match="not a network"):
        load_network(tmp_path / "array")
    with pytest.raises(ValueError, match="cannot be read as a checkpoint"):
        Trainer.load(tmp_path / "array")


def test_a_network_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, network = tmp_path / "net.npz", new_network(64, seed=1)
    save_network(network, {"command": "first"}, out)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    save = cast("Any", np).savez_compressed

    def stopped(file: Any, **parts: Any) -> None:
        save(file, **parts)
        file.truncate(100)
        raise KeyboardInterrupt

    monkeypatch.setattr(weights.np, "savez_compressed", stopped)
    with pytest.raises(KeyboardInterrupt):
        save_network(network, {"command": "second"}, out)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_network_is_read_back_nearly_as_it_was(tmp_path: Path) -> None:
    network = new_network(64, seed=1, second=64)
    save_network(network, {}, tmp_path / "net.npz")
    for kept, part in zip(load_network(tmp_path / "net.npz"), network, strict=True):
        assert kept == pytest.approx(part, rel=0.01, abs=1e-6)  # a file holds 16 bits


def test_in_a_duel_the_games_of_the_first_seat_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "_POINTS", 10)
    out = tmp_path / "net.npz"
    options = ["--steps", "10", "--width", "64", "--batch", "2"]
    assert main(["train", "duel", "--out", str(out), *options]) == 0
    told = capsys.readouterr().err
    assert "% won by P1, " in told
    said = (
        "Training duel for 2: a network of 64 and 32, 10 steps, 20 games, on one thread.",
        str(out),
    )
    assert all(words in told for words in said)
    assert told.index("Compiling…") < told.index("it takes about ") < told.index("% won")
    won = [point["won"] for point in made(out)["curve"]]
    assert 0 < np.mean(won) < 1


@pytest.mark.parametrize(("game", "told"), [("duel", "Won by P1"), ("original", "Won")])
def test_the_curve_says_who_won(game: str, told: str, tmp_path: Path) -> None:
    write_curve(game, 2, [Point(1, 8, 0.5, 3.0, 0.1, 1.0)], tmp_path / "curve.html")
    page = (tmp_path / "curve.html").read_text()
    assert f"{told} at the end" in page
    assert f'aria-label="Learning curve: {game}' in page


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [([48.0, 50.0, 52.0], 47, 53), ([0.0, 30.0], 0, 33), ([99.0, 100.0], 98, 100), ([0.0], 0, 1)],
)
def test_the_axis_of_a_curve_fits(values: list[float], low: float, high: float) -> None:
    bottom, top = fitted_axis(values, highest=100.0)
    assert low <= bottom <= min(values)
    assert max(values) <= top <= high
    assert bottom < top


def test_the_minutes_of_the_command_count_when_going_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "net.npz"
    command = ["train", "--out", str(out), *SMALL, "--minutes"]
    stop_at(monkeypatch, 2)
    assert main([*command, "100"]) == 130
    assert made(out)["plan"]["minutes"] == 100
    assert main([*command, "200"]) == 130
    assert made(out)["plan"]["minutes"] == 200
    assert main([*command, "0.000001"]) == 0  # it was trained for longer already
    assert (made(out)["plan"]["minutes"], made(out)["steps"]) == (0.000001, 2)


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--threads", "-1", "threads: -1 is not at least 1"),
        ("--threads", "0", "threads: 0 is not at least 1"),
        ("--seed", "99999999999", "seed: 99999999999 is not from 0 to 2147483647"),
        ("--seed", "2147483648", "seed: 2147483648 is not from 0 to 2147483647"),
        ("--seed", "-1", "seed: -1 is not from 0 to 2147483647"),
        ("--rate", "nan", "rate: nan is not above 0 and at most 1"),
        ("--rate", "-1", "rate: -1 is not above 0 and at most 1"),
        ("--rate", "0", "rate: 0 is not above 0 and at most 1"),
        ("--rate", "inf", "rate: inf is not above 0 and at most 1"),
        ("--minutes", "nan", "minutes: nan is not a number from 0 on"),
        ("--minutes", "inf", "minutes: inf is not a number from 0 on"),
        ("--minutes", "-1", "minutes: -1 is not a number from 0 on"),
        ("--trace", "nan", "trace: nan is not between 0 and 1"),
        ("--batch", "9999999999", "steps: 19,999,999,998 games are more than the 4,294,967,296"),
        ("--plot", "/nonexist/a.png", "plot: /nonexist/a.png: cannot be written: No such file"),
        ("--plot", "a.txt", "plot: a.txt: the name does not end in .png, .svg or .html"),
    ],
)
def test_nonsense_is_refused_before_any_work(
    option: str, value: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "--out", str(tmp_path / "net.npz"), *SMALL, option, value]) == 2
    assert told in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.iterdir())


def test_a_folder_is_no_file_to_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "net.npz").mkdir()
    assert main(["train", "--out", str(tmp_path / "net.npz"), *SMALL]) == 2
    assert "is a folder, not a file" in capsys.readouterr().err


def test_the_greatest_seed_can_be_dealt_from(tmp_path: Path) -> None:
    out = tmp_path / "net.npz"
    assert main(["train", "--out", str(out), *SMALL, "--seed", "2147483647"]) == 0
    assert made(out)["seeds"] == [2147483647 << 32, (2147483647 << 32) + 16]


def test_after_a_stop_the_curve_counts_all_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "_POINTS", 1)
    options = ["--width", "64", "--steps", "3", "--batch", "4", "--shards", "2"]
    whole, stopped = tmp_path / "whole.npz", tmp_path / "stopped.npz"
    assert main(["train", "--out", str(whole), *options]) == 0
    with monkeypatch.context() as patched:
        stop_at(patched, 2)
        assert main(["train", "--out", str(stopped), *options]) == 130
    assert main(["train", "--out", str(stopped), *options]) == 0
    assert made(whole)["curve"] == made(stopped)["curve"]
    assert made(stopped)["curve"][-1]["games"] == made(stopped)["games"] == 24


def test_ctrl_c_in_the_middle_of_a_step_waits_for_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ["--width", "64", "--steps", "3", "--batch", "4"]
    whole, stopped = tmp_path / "whole.npz", tmp_path / "stopped.npz"
    assert main(["train", "--out", str(whole), *options]) == 0

    def interrupted(*arguments: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        take_step(*arguments)

    def say_nothing(*_: Any) -> None:
        pass

    # Where the tests run in the background, the shell makes them ignore interrupts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with monkeypatch.context() as patched:
            # The announcement times a few steps and discards them: not what is tested here.
            patched.setattr("tenback.cli.train.announce", say_nothing)
            patched.setattr(shard_learner, "take_step", interrupted)
            assert main(["train", "--out", str(stopped), *options]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert made(stopped)["steps"] == 1
    assert main(["train", "--out", str(stopped), *options]) == 0
    for one, other in zip(load_network(whole), load_network(stopped), strict=True):
        assert np.array_equal(one, other)


def test_every_fourth_game_has_signals_however_many_are_played_at_once() -> None:
    rules = packed_pair(Plan("original", 3))
    shard = new_shard(new_network(64, seed=1))
    talked: list[int] = []
    for seed in range(4, 12):
        shard.gradient.rows.fill(0)
        play_and_learn(rules, limits_for(rules[0]), shard, seed, 1, 0.8, 0.3, 4, 30, 98)
        if shard.gradient.rows[slice(*SIGNAL_ROWS)].any():
            talked.append(seed)
    assert talked == [4, 8]


def test_what_is_not_known_of_the_start_is_left_out(tmp_path: Path) -> None:
    start, out = tmp_path / "start.npz", tmp_path / "net.npz"
    save_network(new_network(64, seed=1), {}, start)
    start.with_suffix(".json").write_text("{")
    assert main(["train", "--start", str(start), "--out", str(out), *SMALL]) == 0
    assert made(out)["before"] is None


def test_a_training_may_start_from_the_mean_of_networks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, starts = tmp_path / "net.npz", [tmp_path / "a.npz", tmp_path / "b.npz"]
    for seed, start in enumerate(starts):
        save_network(new_network(64, seed=seed), {"command": f"tenback train {seed}"}, start)
    command = ["train", "--out", str(out), "--steps", "1", "--bits", "8"]
    for start in starts:
        command += ["--start", str(start)]
    assert main([*command, "--width", "64"]) == 2
    assert "layers of 128 and 64, not of 64 and 32" in " ".join(capsys.readouterr().err.split())
    assert main([*command, "--width", "128", "--second", "64"]) == 0
    assert [facts["command"] for facts in made(out)["before"]] == [
        "tenback train 0",
        "tenback train 1",
    ]
    assert load_network(out).rows.shape[1] == 128
