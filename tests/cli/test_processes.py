"""The command as its users run it: through pipes, at a terminal, interrupted."""

import codecs
import fcntl
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tenback.rules import Placement
from tenback.terminal.storage import read_record

MODULE = (sys.executable, "-m", "tenback")
SCRIPT = (str(Path(sys.executable).with_name("tenback")),)
#: Seconds for a busy machine; only a failing test waits as long.
_PATIENCE = 120


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
    return {**kept, "TENBACK_HOME": str(tmp_path / "home"), "LC_ALL": "C.UTF-8", "COLUMNS": "80"}


def kept_games(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "home").rglob("*.tenback"))


def run(
    command: Sequence[str], environment: dict[str, str], typed: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command, env=environment, input=typed, capture_output=True, timeout=_PATIENCE, check=False
    )


# Through a pipe


@pytest.mark.parametrize("command", [MODULE, SCRIPT], ids=["module", "script"])
def test_the_module_and_the_script_are_the_same_command(
    command: Sequence[str], environment: dict[str, str]
) -> None:
    done = run([*command, "--version"], environment)
    assert re.fullmatch(rb"\d+\.\d+\.\d+\n", done.stdout)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("lang", "typed", "told"),
    [
        ("en", "5>A1 7>A1\nend\nquit\n", "Player (P1) lays 5>A1 and 7>A1, then draws 2 cards."),
        (
            "fr",
            "5>A1 7>A1\nfin\nquitter\n",
            "Joueur (P1) pose 5>A1 et 7>A1, puis pioche 2 cartes.",
        ),
        (
            "de",
            "5>A1 7>A1\nende\nverlassen\n",
            "Spieler (P1) legt 5>A1 und 7>A1 und zieht dann 2 Karten.",
        ),
    ],
)
def test_a_game_is_played_through_a_pipe(
    lang: str, typed: str, told: str, environment: dict[str, str], tmp_path: Path
) -> None:
    done = run([*SCRIPT, "play", "--seed", "1", "--lang", lang], environment, typed.encode())
    assert told in done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(kept_games(tmp_path)) == 1


def test_the_locale_chooses_the_language(environment: dict[str, str]) -> None:
    done = run([*SCRIPT, "rules", "duel"], environment | {"LC_ALL": "fr_FR.UTF-8"})
    assert done.stdout.decode().startswith("# The Game\u00a0: Le Duel")


def test_bytes_that_are_not_text_are_answered_like_any_unknown_word(
    environment: dict[str, str],
) -> None:
    strict = environment | {"PYTHONIOENCODING": "utf-8:strict"}
    done = run([*SCRIPT, "play", "--seed", "1"], strict, b"\xff\xfe\nquit\n")
    assert "I do not understand" in done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_without_our_signs_gets_question_marks(environment: dict[str, str]) -> None:
    done = run([*SCRIPT, "rules", "extreme"], environment | {"PYTHONIOENCODING": "ascii"})
    assert b"?" in done.stdout
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_redirected_record_is_read_again_whatever_the_encoding(
    form: str, environment: dict[str, str], tmp_path: Path
) -> None:
    run([*MODULE, "play", "--names", "Zoë 木"], environment)
    (game,) = kept_games(tmp_path)
    shown = run(
        [*MODULE, "show", str(game), "--form", form],
        {**environment, "PYTHONIOENCODING": "cp1252"},
    )
    copy = tmp_path / "copy"
    copy.write_bytes(shown.stdout)
    assert read_record(copy) == read_record(game)


def test_without_standard_input_the_game_is_kept(
    environment: dict[str, str], tmp_path: Path
) -> None:
    line = 'exec "$0" play --seed 1 <&-'
    done = run(["sh", "-c", line, *SCRIPT], environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(kept_games(tmp_path)) == 1


# Output that nobody reads


@pytest.mark.parametrize(
    "arguments",
    [("rules",), ("rules", "extreme"), ("play", "--seed", "1"), ("bots",), ("--help",)],
    ids=" ".join,
)
def test_a_closed_output_gives_no_traceback(
    arguments: Sequence[str], environment: dict[str, str]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run(
            [*SCRIPT, *arguments],
            env=environment,
            input=b"help\n",
            stdout=closed,
            stderr=subprocess.PIPE,
            timeout=_PATIENCE,
            check=False,
        )
    assert done.stderr == b""


def test_only_the_first_line_of_the_rules_may_be_read(environment: dict[str, str]) -> None:
    done = run(["sh", "-c", '"$0" rules | head -n 1', *SCRIPT], environment)
    assert (done.stdout, done.stderr) == (b"# The Game: Original\n", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("arguments", [("rules",), ("play", "--seed", "1")], ids=" ".join)
def test_a_full_disk_is_one_line(arguments: Sequence[str], environment: dict[str, str]) -> None:
    line = '"$0" "$@" > /dev/full'
    done = run(["sh", "-c", line, *SCRIPT, *arguments], environment)
    assert (done.returncode, done.stderr) == (1, b"tenback: No space left on device\n")


# At a terminal


class Terminal:
    """A process at a terminal of its own, of 80 columns."""

    def __init__(self, arguments: Sequence[str], environment: dict[str, str]) -> None:
        self._master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (24, 80))

        def take_the_terminal() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [*SCRIPT, *arguments],
            env=environment | {"TERM": "dumb"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=take_the_terminal,  # noqa: PLW1509 - there are no threads here
        )
        os.close(slave)
        self.shown = ""
        # A piece may end within a character.
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def _read(self, seconds: float) -> bool:
        """Read what is shown next; return False once nothing more will come."""
        if select.select([self._master], [], [], seconds)[0]:
            try:
                piece = os.read(self._master, 4096)
            except OSError:  # this is how Linux says that the other side is closed
                return False
            self.shown += self._decoder.decode(piece)
            return bool(piece)
        return True

    def read_until(self, text: str) -> None:
        """Read until the text is shown anew."""
        deadline = time.monotonic() + _PATIENCE
        start = len(self.shown)
        while text not in self.shown[start:]:
            assert time.monotonic() < deadline
            assert self._read(1)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def leave_by(self, typed: str) -> int:
        """Type until the process ends, once a second as a person would; return the exit status.

        The pause at the beginning has a reason: a Control-C between the prompt and the reading of
        the line has no effect until the next key.
        """
        time.sleep(0.2)
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            self.type(typed)
            again = time.monotonic() + 1
            while time.monotonic() < again:
                if not self._read(0.1):
                    os.close(self._master)
                    return self.process.wait(timeout=_PATIENCE)
        self.process.kill()
        self.process.wait()
        raise AssertionError(f"it did not end, but showed {self.shown!r}")


CONTROL_C, CONTROL_D = "\x03", "\x04"
#: What a program writes to switch to the full screen of xterm.
FULL_SCREEN = "\x1b[?1049h"


@pytest.mark.parametrize("key", [CONTROL_C, CONTROL_D], ids=["control-c", "control-d"])
def test_leaving_by_key_within_a_turn_keeps_the_game(
    key: str, environment: dict[str, str], tmp_path: Path
) -> None:
    terminal = Terminal(["play", "--seed", "1", "--plain"], environment)
    terminal.read_until("P1> ")
    terminal.type("5>A1\n")
    terminal.read_until("P1> ")
    assert terminal.leave_by(key) == 0
    assert "Traceback" not in terminal.shown
    assert "The game is saved. Go on with:\r\ntenback play --resume " in terminal.shown
    (file,) = kept_games(tmp_path)
    assert read_record(file).turns[-1].placements == (Placement(5, 0),)


@pytest.mark.parametrize("key", [CONTROL_C, CONTROL_D], ids=["control-c", "control-d"])
def test_leaving_by_key_before_the_start_is_clean(key: str, environment: dict[str, str]) -> None:
    terminal = Terminal(["play", "--bots", "greedy", "--seed", "1", "--plain"], environment)
    terminal.read_until("Who starts?")
    assert terminal.leave_by(key) == 0
    assert "Traceback" not in terminal.shown


def test_the_full_screen_is_left_by_key_and_keeps_the_game(
    environment: dict[str, str], tmp_path: Path
) -> None:
    pytest.importorskip("textual")
    terminal = Terminal(["play", "--seed", "1"], environment | {"TERM": "xterm-256color"})
    terminal.read_until(FULL_SCREEN)
    terminal.read_until("P1>")
    assert terminal.leave_by(CONTROL_C) == 0
    assert "Traceback" not in terminal.shown
    assert "Go on with:\r\ntenback play --resume " in terminal.shown
    assert len(kept_games(tmp_path)) == 1


def test_at_a_terminal_a_typed_line_is_shown_once(environment: dict[str, str]) -> None:
    terminal = Terminal(["play", "--seed", "1", "--plain"], environment)
    terminal.read_until("P1> ")
    terminal.type("abracadabra\n")
    terminal.read_until("P1> ")
    assert terminal.leave_by("quit\n") == 0
    lines = terminal.shown.replace("\r\n", "\n").splitlines()
    assert lines.count("P1> abracadabra") == 1
