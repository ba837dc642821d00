"""Play the kernels against ``rules/``, step by step, for as many turns as wanted.

    python benchmarks/kernel_differential.py --turns 1000000 [--seed 0] [--workers 2] [--module]

Every game, number of players and option; see ``tenback.testing.differential``. With ``--module``
the kernels that were compiled for browsers replay every step in Node. It prints a line of progress,
then what was met. On the first difference it prints the position and exits with status 1.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter, deque
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scripts.node_module import replay, why_not

from tenback.testing.differential import Tally, run
from tenback.testing.traces import Trace

CHUNK = 5_000


def compare(turns: int, seed: int, in_module: bool) -> Tally:
    trace = Trace() if in_module else None
    tally = deque(run(turns, seed, trace=trace), maxlen=1)[0]
    if trace is not None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "trace"
            trace.write(file)
            replay("trace", file)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--module", action="store_true")
    options = parser.parse_args()
    if options.module and why_not():
        sys.exit(why_not())
    chunks = -(-options.turns // CHUNK)
    met: Counter[str] = Counter()
    turns, started = 0, time.perf_counter()
    with ProcessPoolExecutor(options.workers) as pool:
        seeds = [options.seed + 1_000_000 * number for number in range(chunks)]
        running = [pool.submit(compare, CHUNK, seed, options.module) for seed in seeds]
        for done in as_completed(running):
            try:
                tally = done.result()
            except AssertionError as difference:
                pool.shutdown(cancel_futures=True)
                sys.exit(f"\n{difference}")
            turns += tally.turns
            met.update({f"code {code}": count for code, count in tally.codes.items()})
            met.update({f"end {end}": count for end, count in tally.terminations.items()})
            met.update({f"game {game}": count for game, count in tally.games.items()})
            speed = turns / (time.perf_counter() - started)
            print(f"\r{turns:,} turns, no difference, {speed:,.0f} a second", end="", flush=True)
    print()
    for name, count in sorted(met.items()):
        print(f"{count:12,}  {name}")


if __name__ == "__main__":
    main()
