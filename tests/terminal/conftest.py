"""No test of the terminal writes into the real home."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setenv("TENBACK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
