"""A short kill test; the long one is ``make kill-test``."""

import asyncio
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import pytest
from benchmarks.robustness.kill import KillReport, run_kill_test
from benchmarks.robustness.ledger import Ledger, TableLedger
from benchmarks.robustness.verify import verify_log

KILLS = 3


@dataclass(frozen=True, slots=True)
class Killed:
    """A server was killed several times; this is left of it."""

    database: str
    report: KillReport

    def faults_with(self, ledger: Ledger) -> list[str]:
        return asyncio.run(verify_log(self.database, ledger)).faults


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    folder: Path = tmp_path_factory.mktemp("kill")
    database = str(folder / "kill.db")
    work = run_kill_test(database, folder / "server.log", kills=KILLS, tables=5, seed=1)
    return Killed(database, asyncio.run(work))


def test_nothing_acknowledged_is_lost(killed: Killed) -> None:
    report = killed.report
    assert report.findings.faults == []
    assert report.complaints == []
    assert len(report.start_seconds) == KILLS + 1
    assert report.findings.counts["commands acknowledged"] > 0
    assert report.findings.counts["views shown"] > 0


def told_of_a_table(ledger: Ledger) -> TableLedger:
    return next(table for table in ledger.tables.values() if table.done)


def test_a_lost_command_would_be_found(killed: Killed) -> None:
    ledger = deepcopy(killed.report.ledger)
    told_of_a_table(ledger).done[0, "never stored"] = 3
    assert ["is lost" in fault for fault in killed.faults_with(ledger)] == [True]


def test_a_lost_event_would_be_found(killed: Killed) -> None:
    ledger = deepcopy(killed.report.ledger)
    told_of_a_table(ledger).last_seq += 100_000
    assert ["the log ends at" in fault for fault in killed.faults_with(ledger)] == [True]


def test_another_view_would_be_found(killed: Killed) -> None:
    ledger = deepcopy(killed.report.ledger)
    shown = told_of_a_table(ledger).shown
    shown[min(shown)].add(0)
    assert ["another table" in fault for fault in killed.faults_with(ledger)] == [True]


def test_a_lost_table_would_be_found(killed: Killed) -> None:
    ledger = deepcopy(killed.report.ledger)
    ledger.tables["NEVER77"] = TableLedger()
    assert killed.faults_with(ledger) == ["NEVER77: the table is lost"]
