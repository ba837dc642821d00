"""Three nodes on one Postgres under load, and faults at random moments: nothing may be lost.

    python benchmarks/chaos.py                               # 300 faults, 500 tables of 4
    python benchmarks/chaos.py --faults 40 --tables 30        # a shorter run
    python benchmarks/chaos.py --keep chaos.jsonl             # goes on where it was broken off
    python benchmarks/chaos.py --show chaos.jsonl             # what the parts came to

Nodes are killed, paused for longer than their lease, cut off from the database and from each other,
and drained; Postgres is restarted. People play on at whichever node answers. At the end the log is
compared with everything they were told. Exit status 1 if anything is lost, was carried out twice or
was told by two owners at once, or if one table in a hundred cannot be played within five seconds.
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
from robustness.chaos import LEASE, run_chaos
from robustness.faults import FAULTS
from robustness.parts import Part, join_parts, keep_part, part_of, read_parts
from tests.server.postgres import MISSING, find_programs, run_postgres

_PLAYABLE_SECONDS = 5.0
_FAULTS_OF_A_PART = 25


def show(part: Part, console: Console) -> int:
    """Print what came of the faults; return 1 if anything is wrong."""
    waits = Table("fault", "times", "p50 s", "p99 s", "longest s", title="until a move is answered")
    for kind in (*FAULTS, None):
        measured = part.waits_of(kind)
        if measured:
            shares = (f"{_share(measured, share):.2f}" for share in (0.5, 0.99, 1.0))
            waits.add_row(kind or "all", str(part.times(kind)), *shares)
    console.print(waits)
    table = Table("chaos", "")
    rows: list[tuple[str, object]] = [
        *sorted(part.counts.items()),
        ("lost, twice or different", len(part.faults)),
        ("tracebacks logged", len(part.tracebacks)),
        ("seconds", f"{part.seconds:.0f}"),
        ("seeds", " ".join(map(str, part.seeds))),
    ]
    for name, value in rows:
        table.add_row(name, str(value))
    console.print(table)
    for line in [*part.faults[:20], *part.tracebacks[:20]]:
        console.print(line, style="red", markup=False)
    is_slow = _share(part.waits_of(None), 0.99) > _PLAYABLE_SECONDS
    if is_slow:
        console.print(f"p99 is over {_PLAYABLE_SECONDS:g} s", style="red")
    return 1 if part.faults or part.tracebacks or is_slow else 0


def _share(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def run_part(chosen: argparse.Namespace, seed: int, programs: Path, console: Console) -> Part:
    """Run the faults of one seed, on a Postgres of its own."""
    folder = tempfile.mkdtemp(prefix="tenback-chaos-")
    console.print(f"seed {seed}: the nodes' log is {folder}/nodes.log", markup=False)
    faults = chosen.faults // chosen.parts
    with (
        run_postgres(programs, flush=True) as postgres,
        Progress(console=console) as bar,
    ):
        task = bar.add_task("faults", total=faults)

        def tell(done: int, kind: str) -> None:
            bar.update(task, completed=done, description=kind)
            if not console.is_terminal:
                print(f"{done}: {kind}", flush=True)

        work = run_chaos(
            postgres,
            Path(folder),
            faults=faults,
            tables=chosen.tables,
            seats=chosen.seats,
            seed=seed,
            pause=chosen.pause,
            every=chosen.every,
            nodes=chosen.nodes,
            lease=chosen.lease,
            kinds=[chosen.only] if chosen.only else list(FAULTS),
            progress=tell,
        )
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return part_of(runner.run(work), seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--parts", type=int, help="parts of the run; by default 25 faults each")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--lease", type=float, default=LEASE)
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between moves of a seat")
    parser.add_argument(
        "--every", type=float, default=8.0, help="seconds from one fault to the next, at least"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the first part")
    parser.add_argument("--only", choices=FAULTS, help="one kind of fault instead of all")
    parser.add_argument("--keep", type=Path, help="a file of parts: what it has is not run again")
    parser.add_argument("--show", type=Path, help="print what such a file holds, and end")
    chosen = parser.parse_args()
    console = Console()
    if chosen.show is not None:
        return show(join_parts(read_parts(chosen.show)), console)
    programs = find_programs()
    if programs is None:
        console.print(MISSING)
        return 1
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 20000), hard), hard))
    chosen.parts = chosen.parts or max(1, chosen.faults // _FAULTS_OF_A_PART)
    parts = [] if chosen.keep is None else read_parts(chosen.keep)
    there = {seed for part in parts for seed in part.seeds}
    for seed in range(chosen.seed, chosen.seed + chosen.parts):
        if seed not in there:
            parts.append(run_part(chosen, seed, programs, console))
            if chosen.keep is not None:
                keep_part(chosen.keep, parts[-1])
    return show(join_parts(parts), console)


if __name__ == "__main__":
    sys.exit(main())
