"""Compare the library compiled ahead with what Numba compiles; run the browsers' module in Node.

    python benchmarks/ahead_speed.py [--games 100] [--positions 10000]

First moves and memory: a process of its own for each, with an empty cache, from its start to the
bot's first turn. Speeds: in one process, each way in turn, the best of three; all in seconds of
CPU time, so that other work on the machine counts little. Then `expert` in the module must
choose the same turns as here, with bit-identical values.
"""

import argparse
import gzip
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from scripts.node_module import replay, why_not

from tenback.bots import batches
from tenback.bots.batches import compile_seating, play_games
from tenback.kernels import batches as kernel_batches
from tenback.kernels import play_batch
from tenback.kernels.library import BUILT, LIBRARY
from tenback.kernels.packing import pack_ruleset
from tenback.records import build_ruleset
from tenback.testing.expert_positions import write_expert_positions

FIRST_MOVE = """
import resource, sys
from tenback.bots import create_bot
from tenback.records import build_ruleset, deal_from_seed
from tenback.rules import State, view
rules = build_ruleset("original", 2)
start = State.deal(rules, deal_from_seed(rules, 7)).start(0)
create_bot(sys.argv[1]).choose(view(start, 0, memory=True))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def first_move(bot: str, library: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TENBACK_LIBRARY": library, "TENBACK_CACHE_DIR": folder}
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        command = [sys.executable, "-c", FIRST_MOVE, bot]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        seconds = time.perf_counter() - started
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{used:6.2f} s of CPU time ({seconds:.2f} s), {int(done.stdout) / 1024:.0f} MB"


def seconds_of(function: Callable[[], Any]) -> float:
    started = time.process_time()
    function()
    return time.process_time() - started


def compare(name: str, loop: tuple[Any, str], count: int, work: Callable[[], Any]) -> None:
    module, attribute = loop
    ours = getattr(module, attribute)
    ways = {"library": ours, "Numba": ours.dispatcher}
    best = dict.fromkeys(ways, 1e9)
    for _ in range(4):  # the first round compiles
        for way, function in ways.items():
            setattr(module, attribute, function)
            best[way] = min(best[way], seconds_of(work))
    setattr(module, attribute, ours)
    told = ", ".join(f"{way} {count / seconds:,.0f}" for way, seconds in best.items())
    print(f"{name} a second: {told}; ratio {best['Numba'] / best['library']:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--positions", type=int, default=10_000)
    options = parser.parse_args()
    if LIBRARY is None:
        sys.exit("there is no library of these sources: make native")
    for path in sorted(BUILT.iterdir()):
        compressed = len(gzip.compress(path.read_bytes(), mtime=0))
        print(f"{path.name}: {path.stat().st_size:,} bytes, {compressed:,} compressed")
    for bot in ("steady", "expert", "master"):
        for library in ("on", "off"):
            print(f"first move of {bot}, library {library}: {first_move(bot, library)}")
    rules = build_ruleset("original", 1)
    packed, many = pack_ruleset(rules), np.arange(100_000)
    loop: tuple[Any, str] = (kernel_batches, "_play_batch")
    compare("games of greedy", loop, many.size, lambda: play_batch(packed, 0, many))
    for bot, games in (("expert", options.games), ("master", max(1, options.games // 25))):
        seating = compile_seating(rules, [bot])
        assert seating is not None
        seeds = np.arange(games)
        decisions = int(play_games(seating, seeds).decisions.sum())
        work = partial(play_games, seating, seeds)
        compare(f"decisions of {bot}", (batches, "_play_games"), decisions, work)
    if why_not():
        sys.exit(why_not())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "file"
        file.write_bytes(np.array([packed]).tobytes())
        found: dict[str, Any] = replay("greedy", file)
        won = int(play_batch(packed, 0, np.arange(int(found["games"]))).won.sum())
        assert found["won"] == won
        print(f"greedy in Node: {found['games'] / found['seconds']:,.0f} games a second")
        for game, players in (("original", 1), ("extreme", 2), ("duel", 2)):
            count = options.positions // 3
            write_expert_positions(build_ruleset(game, players), count, file)
            found = replay("expert", file)
            each = 1000 * found["seconds"] / count
            print(f"expert in Node, {game}: the same {count:,} turns, {each:.2f} ms each")


if __name__ == "__main__":
    main()
