"""A folder for kept games, and the command that writes there."""

from pathlib import Path

import pytest
from tests.cli.shell import Shell


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENBACK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def tenback(
    home: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Shell:
    del home
    return Shell(monkeypatch, capsys)
