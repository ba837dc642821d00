"""Send hostile messages to a server and see that nothing changes, breaks or grows.

    python benchmarks/fuzz_server.py --messages 200000

Malformed, stale, forged, out-of-turn and oversized messages, broken frames, HTTP noise and clients
that never read, against games in progress, while other people play at another table. First a part
against the limits that a server has by default, then the rest without them. Exit status 1 if a
message was answered wrongly or not at all, an event was added, the server logged an error or its
memory grew.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from robustness.fuzz import FuzzReport, run_fuzz

LIMITED_SHARE = 0.05


def show(name: str, report: FuzzReport, seconds: float, console: Console) -> None:
    table = Table(name, "")
    rows: list[tuple[str, object]] = [
        *sorted(report.sent.items()),
        *((f"answered {told}", count) for told, count in report.answers.most_common()),
        *((f"HTTP {status}", count) for status, count in sorted(report.statuses.items())),
        *((f"closed by the server: {why}", count) for why, count in sorted(report.closed.items())),
        ("memory at 25, 50, 75, 100 %, MiB", " ".join(f"{rss:.1f}" for rss in report.rss_mib)),
        ("events at the other table meanwhile", " ".join(map(str, report.moves))),
        ("faults", len(report.faults)),
        ("seconds", f"{seconds:.0f}"),
    ]
    for what, value in rows:
        table.add_row(what, str(value))
    console.print(table)
    for fault in report.faults[:30]:
        console.print(fault, style="red", markup=False)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    console, faults = Console(), 0
    few = round(chosen.messages * LIMITED_SHARE)
    for name, count, limited in (
        ("with the default limits", few, True),
        ("without limits", chosen.messages - few, False),
    ):
        began = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder, Progress(console=console) as progress:
            task = progress.add_task(name, total=count)
            report = asyncio.run(
                run_fuzz(
                    str(Path(folder, "fuzz.db")),
                    Path(folder, "server.log"),
                    messages=count,
                    seed=chosen.seed,
                    limited=limited,
                    progress=lambda done, task=task, progress=progress: progress.update(
                        task, completed=done
                    ),
                )
            )
        show(name, report, time.perf_counter() - began, console)
        faults += len(report.faults)
        if limited and not any("RATE" in told for told in report.answers):
            console.print("the limits did not bite", style="red")
            faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
