"""Kill a server under load at random moments and see that nothing acknowledged is ever lost.

    python benchmarks/kill_test.py --kills 200 --tables 40
    python benchmarks/kill_test.py --database postgresql://USER@HOST/NAME

People play at many tables as fast as they can, through the kills: they resume where they were and
send again what was not answered. At the end the log is compared with everything they were told:
every acknowledged command, and every number and view that anybody was shown. Every game's record is
played again. Exit status 1 if anything is missing or differs.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from robustness.kill import KillReport, run_kill_test


def show(report: KillReport, seconds: float, console: Console) -> None:
    counts, ledger = report.findings.counts, report.ledger
    table = Table("kill test", "")
    rows: list[tuple[str, object]] = [
        ("SIGKILL while serving", report.kills),
        ("SIGKILL while starting", report.early_kills),
        ("starts that came up", len(report.start_seconds)),
        ("start, median s", f"{median(report.start_seconds):.2f}"),
        ("start, longest s", f"{max(report.start_seconds):.2f}"),
        *sorted(counts.items()),
        ("commands sent again unanswered", ledger.resent),
        ("of them on disk already", ledger.survived),
        ("commands sent again on purpose", ledger.repeated),
        ("resyncs", ledger.resyncs),
        *((f"refused {code}", count) for code, count in sorted(ledger.refused.items())),
        ("tracebacks and errors logged", len(report.complaints)),
        ("lost or different", len(report.findings.faults)),
        ("seconds", f"{seconds:.0f}"),
    ]
    for name, value in rows:
        table.add_row(name, str(value))
    console.print(table)
    for line in [*report.findings.faults[:20], *report.complaints[:20]]:
        console.print(line, style="red", markup=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="by default a file in a temporary folder")
    chosen = parser.parse_args()
    console, began = Console(), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, Progress(console=console) as progress:
        task = progress.add_task("kills", total=chosen.kills)
        report = asyncio.run(
            run_kill_test(
                chosen.database or str(Path(folder, "kill.db")),
                Path(folder, "server.log"),
                kills=chosen.kills,
                tables=chosen.tables,
                seed=chosen.seed,
                progress=lambda done: progress.update(task, completed=done),
            )
        )
    show(report, time.perf_counter() - began, console)
    return 1 if report.findings.faults or report.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
