"""``tenback solve``: deals, records and positions, as text and as JSON, and what it refuses."""

import json
from pathlib import Path

import pytest

import tenback.analysis
from tenback.analysis import Solution, SolvingInterrupted
from tenback.cli import main
from tenback.records import verify_record
from tenback.terminal.storage import read_record

#: The exit statuses of ``tenback solve``.
UNWINNABLE, UNDECIDED, INTERRUPTED = 3, 4, 130
LOST = "original players=2 piles=94,96,4,5 hands=95|84 deck="
DUEL = "duel piles=40,20,50,10 hands=41,45,12|51,52,5 deck=|"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.chdir(tmp_path)


def test_a_deal_is_told_turn_by_turn_and_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--seed", "7", "original", "--players", "3", "--out", "won.json"]) == 0
    told = capsys.readouterr().out
    assert "1. P" in told
    assert "laid the last card" in told
    assert "This can be won." in told
    record = read_record(Path("won.json"))
    final = verify_record(record)
    assert final.outcome is not None
    assert final.outcome.won
    assert (record.seed, record.rules.players) == (7, 3)


def test_a_record_is_solved_from_any_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--seed", "4", "extreme", "--players", "2", "--out", "whole"]) == 0
    capsys.readouterr()
    assert main(["solve", "whole", "--after", "10", "--out", "again", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    whole, again = read_record(Path("whole")), read_record(Path("again"))
    assert again.turns[:10] == whole.turns[:10]
    assert verify_record(again).outcome == again.outcome
    assert len(told["line"]) == len(again.turns) - 10
    assert told["verdict"] == "winnable"
    assert told["result"].startswith("won 0 CLEARED")


def test_a_lost_position_has_its_own_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", LOST]) == UNWINNABLE
    told = capsys.readouterr().out
    assert "1. P1 lays 95>A1." in told
    assert "cannot lay the minimum" in told
    assert "This cannot be won; that is proven. The best line found leaves 1 card." in told
    assert "Excellent" not in told  # a lost line is not praised
    assert main(["solve", LOST, "--lang", "de"]) == UNWINNABLE
    assert "nicht zu gewinnen" in capsys.readouterr().out


def test_a_line_lost_to_a_command_says_what_was_missing(capsys: pytest.CaptureFixture[str]) -> None:
    position = "extreme layout=partial;SKULL:50 hands=50 deck="
    assert main(["solve", position, "--lang", "en"]) == UNWINNABLE
    told = capsys.readouterr().out.splitlines()
    assert told[2] == "P1 left a skull uncovered."
    assert told[3] == "This cannot be won; that is proven. The best line found is 1 card short."
    assert not any("xcellent" in line for line in told)


def test_a_duel_is_told_for_the_mover(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", DUEL]) == 0
    assert "P1 wins, whatever the opponent does." in capsys.readouterr().out
    assert main(["solve", "duel", "--seed", "1", "--nodes", "100"]) == UNDECIDED
    assert "Undecided: this looks best" in capsys.readouterr().out


def test_what_is_undecided_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--seed", "1", "--players", "5", "--nodes", "20", "--json"]
    assert main(["solve", *arguments]) == UNDECIDED
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["nodes"], told["depth"]) == ("undecided", 20, None)


def test_ctrl_c_gives_the_best_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = tenback.analysis.solve

    def interrupted(*args: object, **options: object) -> Solution:
        raise SolvingInterrupted(solve(*args, **options))  # type: ignore[arg-type] # passed on

    monkeypatch.setattr(tenback.analysis, "solve", interrupted)
    assert main(["solve", LOST]) == INTERRUPTED
    told = capsys.readouterr()
    assert "leaves 1 card" in told.out
    assert "best so far" in told.err


def test_a_finished_game_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    position = "original players=1 piles=98,99,3,2 hands=50 deck="
    assert main(["solve", position]) == UNWINNABLE
    assert "This game is over." in capsys.readouterr().out


def test_a_turn_that_has_begun_is_solved_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "original piles=60,97,3,4 hands=|62 deck= laid=60>A1"]) == 0
    assert "1. P1 lays 60>A1." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("solve", "name a record, a position, or a deal with --seed"),
        ("solve nowhere", "nowhere: cannot be read"),
        ("solve original|hands=3,4|deck=?2", "every card must be known"),
        ("solve original|hands=3,3|deck=", "not 3 twice"),
        ("solve original|piles=50,97,3,4|hands=50|deck=", "50 is in the hand of P1 and on A1"),
        ("solve original|piles=40,97,3,4|hands=51|deck=|laid=50>A1", "the top of that pile is 40"),
        ("solve original|hands=|deck=", "P1 holds no card and has none to draw: nothing to do"),
        ("solve chess|hands=3|deck=", "original, extreme, duel"),
        ("solve original|hands=3|deck= --after 1", "after: goes with a record only"),
        ("solve original|hands=3|deck= --out x", "a position has no deal"),
        ("solve original|hands=3|deck= --players 2", "go with --seed only"),
        ("solve chess --seed 1", "original, extreme, duel"),
        ("solve --seed -1", "seed: -1 is not from 0"),
        ("solve --seed 1 --players 6", "1 to 5"),
        ("solve --seed 1 --starter P2", "a seat, P1, or 'lot'"),
        ("solve --seed 1 --after 2", "after: goes with a record only"),
        ("solve --seed 1 --seconds 0", "seconds: 0 is not more than 0"),
        ("solve --seed 1 --seconds nan", "seconds: nan is not more than 0"),
        ("solve --seed 1 --nodes 0", "nodes: 0 is not at least 1"),
        ("solve --seed 1 --out .", "is a folder"),
        ("solve --seed 1 --out nowhere/won", "out: there is no folder nowhere"),
        ("solve broken", "expected"),
        ("solve whole --after 99", "after: 99 is not from 0 to 0"),
    ],
)
def test_bad_input_is_one_line(line: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken").write_text("tenback record 1\n", encoding="utf-8")
    if "whole" in line:
        assert main(["solve", "--seed", "1", "--nodes", "1", "--out", "whole"]) == UNDECIDED
        capsys.readouterr()
    assert main(_arguments(line)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert words in told.err
    assert not Path("nowhere").exists()


def _arguments(line: str) -> list[str]:
    """Split at blanks; a position is one argument, with | for its blanks."""
    return [part.replace("|", " ") for part in line.split()]
