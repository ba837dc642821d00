"""Lines in, lines out."""

import io
import sys

import pytest

from tenback.terminal.console import InputClosedError, StreamConsole


def test_in_a_pipe_the_line_read_is_echoed_behind_its_prompt() -> None:
    target = io.StringIO()
    line = StreamConsole(io.StringIO("end\n"), target).ask("P1> ")
    assert (line, target.getvalue()) == ("end", "P1> end\n")


def test_a_last_line_without_a_line_break_is_read() -> None:
    console = StreamConsole(io.StringIO("end"), io.StringIO())
    assert console.ask("") == "end"


def test_the_end_of_input_is_told() -> None:
    with pytest.raises(InputClosedError):
        StreamConsole(io.StringIO(""), io.StringIO()).ask("")


def test_without_standard_input_it_is_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputClosedError):
        StreamConsole(target=io.StringIO()).ask("")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_narrow_terminal_breaks_lines_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    target = Terminal()
    told = "  Piles: A1 ascending 30; A2 ascending 1; D1 descending 97; D2 descending 100."
    StreamConsole(io.StringIO(), target).tell(f"{told}\nDeal:  2\u00a03")
    lines = target.getvalue().splitlines()
    assert max(map(len, lines)) < 44
    assert lines[1].startswith("  ")
    assert " ".join(" ".join(lines[:-1]).split()) == told.strip()
    assert lines[-1] == "Deal:  2\u00a03"


def test_what_follows_stands_under_its_column(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    target = Terminal()
    console = StreamConsole(io.StringIO(), target)
    console.tell("  small PILE          signal: small steps only on this pile")
    console.tell("- A turn has at least two cards, laid one by one on any piles.")
    assert target.getvalue().splitlines() == [
        "  small PILE          signal: small steps",
        "                      only on this pile",
        "- A turn has at least two cards, laid one",
        "  by one on any piles.",
    ]


def test_a_narrow_terminal_keeps_a_command_with_a_file_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    target = Terminal()
    command = "tenback play --resume /home/ana/games/20261117-110321-258194.tenback"
    told = f"The game is saved. Go on with:\n{command}"
    StreamConsole(io.StringIO(), target).tell(told)
    assert target.getvalue() == f"{told}\n"


def test_at_a_terminal_control_d_is_the_end_of_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    with pytest.raises(InputClosedError):
        StreamConsole(target=io.StringIO()).ask("P1> ")


def test_at_a_terminal_the_line_is_not_echoed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("end\n"))
    assert StreamConsole().ask("P1> ") == "end"
    assert capsys.readouterr().out == "P1> "
