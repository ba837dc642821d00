"""Bad input: one clear line, a status that is not zero, and nothing is changed."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tenback.cli import main
from tenback.records import GameRecord, build_ruleset, deal_from_seed
from tenback.rules import EVEN, CardCommand
from tenback.terminal.game import LocalGame
from tenback.terminal.storage import write_record
from tenback.texts import LANGUAGES

LAYOUT = {str(kind): list(EVEN.numbers(kind)) for kind in CardCommand}


def record_text(turns: int = 4) -> str:
    """Write a duel of bots, broken off after some turns."""
    rules = build_ruleset("duel")
    bots = ((0, "greedy"), (1, "greedy"))
    game = LocalGame(GameRecord(rules, deal_from_seed(rules, 5), 0, ("Ann", "Bob"), bots=bots))
    while game.state.outcome is None and len(game.record.turns) < turns:
        game.play_bot()
    file = Path("draft")
    write_record(game.record, file)
    text = file.read_text(encoding="utf-8")
    file.unlink()
    return text


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with one file of each bad kind."""
    monkeypatch.setenv("TENBACK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO("5>A1 7>A1\nend\n"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)

    def layout(**changed: object) -> str:
        return json.dumps(LAYOUT | changed)

    text = record_text()
    lines = text.splitlines(keepends=True)
    contents: dict[str, str | bytes] = {
        "empty": "",
        "binary": b"\x7fELF\x02\xff\xfe\x00",
        "prose": "It was a dark and stormy night.\n",
        "braces": "{}",
        "broken.json": '{"format": "tenback-record",',
        "good": text,
        "finished": record_text(1000),
        "result": text.replace("result: open", "result: lost 3 BLOCKED P1"),
        "illegal": text.replace(lines[-1], "4. P2: 2>a 2>a\n"),
        "wrong_seat": text.replace(lines[-1], lines[-1].replace("P2", "P1")),
        "twice": text.replace("deal 1: ", "deal 1: 2 "),
        "no_deal": "".join(line for line in lines if not line.startswith(("deal", " "))),
        "bad_bot": text.replace("P1=greedy", "P1=nobody"),
        "bad_names": text.replace("Ann | Bob", "Ann"),
        "future": text.replace("record 1", "record 2"),
        "list.json": "[1, 2]",
        "number_twice.json": layout(STOP=[4, 4, 52, 76]),
        "shared.json": layout(STOP=[7, 28, 52, 76]),
        "three.json": layout(STOP=[4, 28, 52]),
        "low.json": layout(STOP=[1, 28, 52, 76]),
        "high.json": layout(STOP=[100, 28, 52, 76]),
        "word.json": layout(STOP=["four", 28, 52, 76]),
        "kind.json": layout(BOMB=[2, 3, 5, 6]),
        "missing.json": json.dumps({kind: LAYOUT[kind] for kind in LAYOUT if kind != "STOP"}),
        "vector_field": '{"id": "a", "game": "original", "hand": [2], "expect": {}, "x": 1}\n',
        "vector_game": '{"id": "a", "game": "chess", "hand": [2], "expect": {}}\n',
        "vector_reply": '{"id": "a", "game": "duel", "hand": [2], "expect": {"replies": ["ok"]}}',
        "vector_good": '{"id": "a", "game": "original", "hand": [2, 3], "expect": {}}\n',
    }
    for name, content in contents.items():
        data = content.encode() if isinstance(content, str) else content
        (work / name).write_bytes(data)
    return work


LANGUAGE_CHOICES = ", ".join(f'"{language}"' for language in LANGUAGES)

#: What is typed, and words that the message must hold: what was wrong, what would be right.
COMMAND_LINES = {
    # The command line itself
    "frobnicate": 'Unknown command "frobnicate". tenback --help lists the commands.',
    "pla": 'Did you mean "play"?',
    "tables lst": "tenback tables --help lists the commands",
    "play --frobnicate": "Unknown option: --frobnicate. tenback play --help lists the options.",
    "play --bot greedy": "Did you mean --bots?",
    "play original extreme": "'extreme' is more than tenback play takes",
    "bots expert": "'expert' is more than tenback bots takes; tenback bots --help",
    "show": "FILE is missing: tenback show FILE;",
    "replay": "FILE is missing: tenback replay FILE;",
    "play --players": "--players needs a value: tenback play --players PLAYERS;",
    "train": "--out is missing: tenback train --out OUT; tenback train --help says what it is",
    "train --out": "--out needs a value: tenback train --out OUT;",
    "train --out x.npz --minutes long": "Invalid value for --minutes: 'long' is not a number",
    "train --out x.npz --start nowhere.npz": "start: there is no file nowhere.npz",
    "play --players two": "'two' is not a whole number",
    "play --players 2.5": "'2.5' is not a whole number",
    "play --lang xx": LANGUAGE_CHOICES,
    "rules --lang xx": LANGUAGE_CHOICES,
    "show good --form xx": '"table", "text", "json", "position"',
    # Games and seats
    "play chess": "original, extreme, duel",
    "rules chess": "original, extreme, duel",
    "play --players 6": "1 to 5",
    "play --players 0": "1 to 5",
    "play --players -1": "1 to 5",
    "play duel --players 3": "exactly 2",
    "play duel --players 1": "exactly 2",
    "play --starter P3 --players 2": "P1 to P2",
    "play --starter nobody --players 2": "a seat, P1 to P2, or 'lot'",
    "play --starter P0 --players 2": "P1 to P2",
    "simulate --starter agree --players 2": "a seat, P1 to P2, or 'lot' or 'agreed'",
    "play --names A,B,C --players 2": "3 name(s) for 2",
    "play --names A|B": "without |",
    "play --names A\nB": "printable",
    "play --names A\x1b[2J": "printable",
    f"play --names {'x' * 41}": "1 to 40",
    # Bots
    "play --bots nobody": "greedy",
    "play --bots greedy:depth=3": "parameters",
    "play --bots greedy,greedy,greedy --players 2": "3 bot(s) for 2 seat(s)",
    "play --bots greedy,greedy,greedy,greedy,greedy": "1 to 5",
    # Seeds
    "play --seed abc": "'abc' is not a whole number",
    "play --seed 1.5": "'1.5' is not a whole number",
    "play --seed -1": "0 to 9223372036854775807",
    "play --seed=-1": "0 to 9223372036854775807",
    "play --seed 9223372036854775808": "0 to 9223372036854775807",
    # Options
    "play --one-pile after": "one_pile: original has no such option",
    "play duel --one-pile after": "one_pile: duel has no such option",
    "play duel --expert-hand": "expert_hand: duel has no such option",
    "play duel --talk nsv": "talk: duel has no such option",
    "play --talk loud": '"oya", "nsv"',
    "play extreme --one-pile never": '"onward", "retroactive", "after"',
    "play --breach maybe": '"refuse", "lose"',
    "play --short-hand clamp": "short_hand: original has no such option",
    "play --short-hand long": '"strict", "clamp"',
    # Layouts
    "play --layout even": "original has no command cards",
    "play extreme --layout nowhere.json": "No such file",
    "play extreme --layout .": "directory",
    "play extreme --layout prose": '{"STOP": [4, 28, 52, 76], …}',
    "play extreme --layout binary": '{"STOP": [4, 28, 52, 76], …}',
    "play extreme --layout list.json": '{"STOP": [4, 28, 52, 76], …}',
    "play extreme --layout word.json": '{"STOP": [4, 28, 52, 76], …}',
    "play extreme --layout number_twice.json": "number 4 is named twice",
    "play extreme --layout shared.json": "number 7 is named twice",
    "play extreme --layout three.json": "STOP has 3 numbers, it needs 4",
    "play extreme --layout low.json": "cards are 2 to 99",
    "play extreme --layout high.json": "cards are 2 to 99",
    "play extreme --layout kind.json": "unknown command 'BOMB'",
    "play extreme --layout missing.json": "no numbers for STOP",
    "play extreme --layout braces": "no numbers for STOP, SKULL",
    # Serving, joining, checking a deal
    "serve --port 70000": "port: 70000 is not from 0 to 65535",
    "serve --port=-1": "port: -1 is not from 0 to 65535",
    "serve --port http": "'http' is not a whole number",
    "serve --workers 0": "workers: 0 is not at least 1",
    "serve --log-level loud": '"debug", "info", "warning", "error"',
    "serve --port 0 --database mysql://here": "unknown kind of database",
    "serve --port 0 --database :memory:": "must be a file",
    "serve --port 0 --database nowhere/tables.db": "there is no folder",
    "serve --port 0 --database .": "is a folder, not a database file",
    "serve --port 0 --database prose": "cannot be read",
    "serve --port 0 --host 192.0.2.1": "cannot serve on 192.0.2.1:0",
    "join": "LINK is missing: tenback join LINK;",
    "join ABCDEFG": "a link to a table looks like http://127.0.0.1:8010/t/ABCDEFG",
    "join ftp://127.0.0.1/t/ABCDEFG": "a link to a table looks like",
    "join http://127.0.0.1:port/t/ABCDEFG": "a link to a table looks like",
    "join http://127.0.0.1/t/ABCDEFG --bot nobody": "there is no bot 'nobody'",
    "join http://127.0.0.1/t/ABCDEFG --games=-1": "games: -1 is not at least 0",
    "verify-deal": "RECORD is missing: tenback verify-deal RECORD;",
    "verify-deal nowhere": "No such file",
    "verify-deal prose": "expected the title",
    "verify-deal good": "good: no salt: no hash of this deal was published",
    "verify-deal good 1234": "'1234' is not 64 hexadecimal digits",
    # Puzzles
    "puzzles check duel --file prose": "file: a file has its own games; duel goes without it",
    "puzzles make duel --out pool --workers 0": "workers: 0 is not at least 1",
    # Conformance
    "conformance": "at least one file",
    "conformance nowhere": "nowhere: cannot be read",
    "conformance .": "cannot be read",
    "conformance empty": "no case",
    "conformance prose": "prose, line 1",
    "conformance binary": "binary: is not text",
    "conformance braces": "braces, line 1",
    "conformance vector_field": "vector_field, line 1",
    "conformance vector_game": "original, extreme, duel",
    "conformance vector_reply": "1 replies for 0 actions",
    "conformance vector_good prose": "prose, line 1",
}

BAD_RECORDS = {
    "nowhere": "No such file",
    ".": "Is a directory",
    "empty": "expected the title 'tenback record 1'",
    "prose": "expected the title 'tenback record 1'",
    "future": "expected the title 'tenback record 1'",
    "binary": "UTF-8",
    "braces": "expected a JSON game record",
    "broken.json": "expected a JSON game record",
    "result": "the result says lost 3 BLOCKED P1, the turns give open",
    "illegal": "turn 4",
    "wrong_seat": "it is the turn of P2, not of P1",
    "twice": "must hold each of 2..59 once",
    "no_deal": "a header 'deal 1: …'",
    "bad_names": "1 names for 2",
}
BAD_READING = {
    f"{command} {file}": words
    for command in ("show", "replay", "play --resume")
    for file, words in BAD_RECORDS.items()
}
BAD_SEATS = {
    "play --resume finished": "this game is over",
    "play extreme --resume good": "resume: a saved game has its own game, players, bots",
    "play --resume last": "no game has been kept yet",
    "review last": "last: no game has been saved yet",
    "play --resume bad_bot": "there is no bot 'nobody'",
    "replay good --seat P3": "P1 to P2",
    "replay good --seat Ann": "P1 to P2",
}
BAD = COMMAND_LINES | BAD_READING | BAD_SEATS


def arguments(typed: str) -> list[str]:
    return typed.split(" ")


def snapshot(folder: Path) -> dict[Path, bytes]:
    files = (file for file in folder.parent.rglob("*") if file.is_file())
    return {file: file.read_bytes() for file in files}


@pytest.mark.parametrize(("typed", "words"), BAD.items(), ids=map(repr, BAD))
def test_bad_input_is_answered_in_one_line(
    typed: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(arguments(typed))
    told = capsys.readouterr()
    assert status != 0
    assert told.out == ""
    assert told.err.startswith("tenback: ")
    assert told.err.endswith("\n")
    assert len(told.err.splitlines()) == 1
    assert words in told.err


@pytest.mark.parametrize("typed", BAD, ids=map(repr, BAD))
def test_bad_input_changes_no_file(typed: str, folder: Path) -> None:
    before = snapshot(folder)
    main(arguments(typed))
    assert snapshot(folder) == before


@pytest.mark.parametrize("command", [("show",), ("replay",), ("play", "--resume")], ids=" ".join)
@pytest.mark.parametrize(("file", "status"), [("prose", 2), ("illegal", 1), ("result", 1)])
def test_what_is_no_record_and_what_breaks_a_rule_have_different_statuses(
    command: tuple[str, ...], file: str, status: int
) -> None:
    assert main([*command, file]) == status


def test_a_wrong_answer_to_who_starts_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("P7\nme\nP2\n"))
    assert main(["play", "--players", "2", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("Who starts? P1 or P2") == 3
    assert "“me” is no seat. Type P1 or P2, " in shown


@pytest.mark.parametrize("line", ["quit", "quitter", "schluss"])
def test_one_may_leave_before_anybody_starts(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{line}\nP2\n"))
    assert main(["play", "--players", "2", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "is no seat" not in shown
    assert "First to play" not in shown


def test_who_starts_may_be_a_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("2\nquit\n"))
    assert main(["play", "--players", "2", "--seed", "1"]) == 0
    assert "First to play: P2." in capsys.readouterr().out


def cut(line: str) -> str:
    return line[: len(line) // 2]


def lengthen(line: str) -> str:
    return line + " 1"


def replace_it(_: str) -> str:
    return "\x00 zzz: 7"


@pytest.mark.parametrize("number", range(20))
@pytest.mark.parametrize("change", [cut, lengthen, replace_it])
def test_a_damaged_record_never_gives_a_traceback(
    number: int,
    change: Callable[[str], str],
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = (folder / "good").read_text(encoding="utf-8")
    lines = text.splitlines()
    lines[number % len(lines)] = change(lines[number % len(lines)])
    (folder / "damaged").write_text("\n".join(lines), encoding="utf-8")
    status = main(["show", "damaged"])
    told = capsys.readouterr()
    assert (status == 0) == (told.err == "")
    assert len(told.err.splitlines()) <= 1
