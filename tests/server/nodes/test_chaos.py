"""A short chaos test; the long one is ``make chaos``."""

import asyncio
from pathlib import Path

import pytest
from benchmarks.robustness.chaos import run_chaos
from tests.server.postgres import MISSING, find_programs, run_postgres

FAULTS = 20
TABLES = 4


@pytest.mark.postgres
def test_nothing_is_lost_whatever_happens_to_nodes(tmp_path: Path) -> None:
    programs = find_programs()
    if programs is None:
        pytest.skip(MISSING)
    with run_postgres(programs) as postgres:
        work = run_chaos(
            postgres, tmp_path, faults=FAULTS, tables=TABLES, seats=2, seed=2, pause=0.2, lease=1.5
        )
        report = asyncio.run(work)
    assert report.findings.faults == []
    assert report.tracebacks == []
    assert len(report.troubles) == FAULTS
    assert report.findings.counts["commands acknowledged"] > 0
    assert report.findings.counts["epochs"] > TABLES  # some table has changed its owner
