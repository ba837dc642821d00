"""A short kill test; the long one is ``make kill-test``."""

import asyncio
from pathlib import Path

from benchmarks.robustness.kill import run_kill_test

KILLS = 3


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    database = str(tmp_path / "kill.db")
    work = run_kill_test(database, tmp_path / "server.log", kills=KILLS, tables=5, seed=1)
    report = asyncio.run(work)
    assert report.findings.faults == []
    assert report.complaints == []
    assert len(report.start_seconds) == KILLS + 1
    assert report.findings.counts["commands acknowledged"] > 0
    assert report.findings.counts["views shown"] > 0
