"""Three nodes on one Postgres under load, and faults at random moments: nothing may be lost.

    python benchmarks/chaos.py                                # 300 faults, 500 tables of 4
    python benchmarks/chaos.py --faults 40 --tables 30        # a shorter run

Nodes are killed, paused for longer than their lease, cut off from the database and from each other,
and drained; Postgres is restarted. People play on at whichever node answers. At the end the log is
held against everything they were told. Exit status 1 if anything is lost, was carried out twice,
was told by two owners at once, or if a table in a hundred cannot be played within five seconds.
"""

import argparse
import asyncio
import resource
import sys
import tempfile
from pathlib import Path

import uvloop
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))
from robustness.chaos import ChaosReport, run_chaos
from robustness.faults import FAULTS
from tests.server.postgres import MISSING, find_programs, run_postgres

_PLAYABLE_SECONDS = 5.0


def show(report: ChaosReport, console: Console) -> None:
    waits = Table("fault", "times", "p50 s", "p99 s", "longest s", title="until a move is answered")
    for kind in (*FAULTS, None):
        measured = report.waits(kind)
        if measured:
            times = sum(kind in (None, one.kind) for one in report.troubles)
            shares = (f"{_share(measured, share):.2f}" for share in (0.5, 0.99, 1.0))
            waits.add_row(kind or "all", str(times), *shares)
    console.print(waits)
    table, ledger = Table("chaos", ""), report.ledger
    rows: list[tuple[str, object]] = [
        *sorted(report.findings.counts.items()),
        ("commands sent again unanswered", ledger.resent),
        ("of them carried out already", ledger.survived),
        ("resyncs", ledger.resyncs),
        *((f"refused {code}", count) for code, count in sorted(ledger.refused.items())),
        ("lost, twice or different", len(report.findings.faults)),
        ("tracebacks logged", len(report.tracebacks)),
        ("seconds", f"{report.seconds:.0f}"),
    ]
    for name, value in rows:
        table.add_row(name, str(value))
    console.print(table)
    for line in [*report.findings.faults[:20], *report.tracebacks[:20]]:
        console.print(line, style="red", markup=False)


def _share(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--lease", type=float, default=3.0)
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between moves of a seat")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    programs, console = find_programs(), Console()
    if programs is None:
        console.print(MISSING)
        return 1
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 20000), hard), hard))
    folder = tempfile.mkdtemp(prefix="tenback-chaos-")
    console.print(f"the nodes' log is {folder}/nodes.log", markup=False)
    with (
        run_postgres(programs, flush=True) as postgres,
        Progress(console=console) as bar,
    ):
        task = bar.add_task("faults", total=chosen.faults)

        def tell(done: int, kind: str) -> None:
            bar.update(task, completed=done, description=kind)
            if not console.is_terminal:
                print(f"{done}: {kind}", flush=True)

        work = run_chaos(
            postgres,
            Path(folder),
            faults=chosen.faults,
            tables=chosen.tables,
            seats=chosen.seats,
            seed=chosen.seed,
            pause=chosen.pause,
            nodes=chosen.nodes,
            lease=chosen.lease,
            progress=tell,
        )
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            report = runner.run(work)
    show(report, console)
    is_slow = _share(report.waits(), 0.99) > _PLAYABLE_SECONDS
    if is_slow:
        console.print(f"p99 is over {_PLAYABLE_SECONDS:g} s", style="red")
    return 1 if report.findings.faults or report.tracebacks or is_slow else 0


if __name__ == "__main__":
    sys.exit(main())
