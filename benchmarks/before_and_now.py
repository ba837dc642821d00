"""Compare the compiled games of two checkouts, in turn, by CPU time.

    git worktree add /tmp/before ad72735
    python benchmarks/before_and_now.py /tmp/before/src

A network that was replaced since then has to be copied into the older checkout first, or the games
differ: git -C /tmp/before checkout main -- PATH.

Each round starts a process for either side, so that both meet the same machine. The best of the
rounds counts. Both must win the same games and leave the same cards.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from tenback.bots.batches import compile_seating, play_games
from tenback.records import build_ruleset

#: Bot, game, players, games.
CELLS = (
    ("greedy", "original", 3, 300_000),
    ("tuned", "original", 3, 800),
    ("expert", "original", 3, 1200),
    ("expert", "original", 1, 400),
    ("expert", "duel", 2, 400),
)
FIRST_SEED = 1 << 32


def measure() -> list[tuple[float, int, int]]:
    """Play every cell; return seconds of CPU time, games won, and cards left."""
    told: list[tuple[float, int, int]] = []
    for bot, game, players, games in CELLS:
        seating = compile_seating(build_ruleset(game, players), [bot] * players)
        assert seating is not None
        seeds = np.arange(FIRST_SEED, FIRST_SEED + games)
        play_games(seating, seeds[:2])  # compiles, or loads what was compiled
        started = time.process_time()
        played = play_games(seating, seeds)
        seconds = time.process_time() - started
        told.append((seconds, int((played.winners != 0).sum()), int(played.scores.sum())))
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path, nargs="?", help="the folder src of the other checkout")
    parser.add_argument("--rounds", type=int, default=6)
    chosen = parser.parse_args()
    if chosen.before is None:
        print(json.dumps(measure()))
        return
    if not (chosen.before / "tenback").is_dir():
        parser.error(f"{chosen.before} is not the src folder of a checkout: it has no tenback")
    sides = (chosen.before.resolve(), Path(__file__).resolve().parents[1] / "src")
    best = [[float("inf")] * len(CELLS) for _ in sides]
    for _ in range(chosen.rounds):
        ends: list[list[tuple[int, int]]] = []
        for side, source in enumerate(sides):
            command = [sys.executable, __file__]
            environment = {**os.environ, "PYTHONPATH": str(source)}
            ran = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
            told = json.loads(ran.stdout)
            best[side] = [min(old, new[0]) for old, new in zip(best[side], told, strict=True)]
            ends.append([(won, left) for _, won, left in told])
        if ends[0] != ends[1]:
            sys.exit(f"the games differ: {ends[0]} and {ends[1]}")
    print("| games a second | before | now | ratio |\n|---|---|---|---|")
    for (bot, game, players, games), before, now in zip(CELLS, *best, strict=True):
        name = f"`{bot}`, {game} for {players}"
        print(f"| {name} | {games / before:,.0f} | {games / now:,.0f} | {before / now:.2f} |")


if __name__ == "__main__":
    main()
