"""A short fuzz; the long one is ``make fuzz``."""

import asyncio
from pathlib import Path

from benchmarks.robustness.fuzz import run_fuzz


def test_hostile_messages_change_nothing(tmp_path: Path) -> None:
    database = str(tmp_path / "fuzz.db")
    work = run_fuzz(database, tmp_path / "server.log", messages=2000, seed=2)
    report = asyncio.run(work)
    assert report.faults == []
    assert report.messages >= 2000
    assert report.answers["refused MESSAGE"] > 0
    assert report.answers["resync"] > 0
