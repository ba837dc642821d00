"""The command, run in this process, and the one game that it keeps."""

import io
import sys

import pytest

from tenback.cli import main
from tenback.records import GameRecord
from tenback.terminal.storage import games_folder, read_record

__all__ = ["Shell", "kept"]


class Shell:
    """Runs the command in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: str, typed: str = "") -> str:
        """Return what it printed; it must succeed without a word on standard error."""
        status, out = self.status(*arguments, typed=typed)
        assert status == 0
        return out

    def status(self, *arguments: str, typed: str = "") -> tuple[int, str]:
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = main(arguments)
        told = self._capsys.readouterr()
        assert told.err == ""
        return status, told.out


def kept() -> GameRecord:
    (file,) = games_folder().iterdir()
    return read_record(file)
