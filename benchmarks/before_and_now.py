"""Compare the compiled games of two checkouts, in turn, by CPU time.

    git worktree add /tmp/before ad72735
    python benchmarks/before_and_now.py /tmp/before/src
    python benchmarks/before_and_now.py /tmp/before/src --may-differ \
        --cell master:samples=8 extreme 3 20 --cell expert extreme 3 600

A network that was replaced since then has to be copied into the older checkout first, or the games
differ: git -C /tmp/before checkout main -- PATH.

Each round starts a process for either side, so that both meet the same machine. The best of the
rounds counts. Both must win the same games and leave the same cards, unless they --may-differ:
where numbers are rounded otherwise, a bot takes another turn now and then.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tenback.bots.batches import compile_seating, play_games
from tenback.records import build_ruleset

#: Bot, game, players, games.
Cell = tuple[str, str, int, int]
CELLS: Sequence[Cell] = (
    ("greedy", "original", 3, 300_000),
    ("tuned", "original", 3, 800),
    ("expert", "original", 3, 1200),
    ("expert", "original", 1, 400),
    ("expert", "duel", 2, 400),
)
FIRST_SEED = 1 << 32


class Told(NamedTuple):
    """What one side tells of a cell."""

    seconds: float
    decisions: int
    won: int
    left: int

    @property
    def microseconds(self) -> float:
        return 1e6 * self.seconds / self.decisions


def measure(cells: Sequence[Cell]) -> list[Told]:
    """Play every cell, by CPU time."""
    told: list[Told] = []
    for bot, game, players, games in cells:
        seating = compile_seating(build_ruleset(game, players), [bot] * players)
        if seating is None:
            sys.exit(f"{bot} does not play compiled games")
        seeds = np.arange(FIRST_SEED, FIRST_SEED + games)
        play_games(seating, seeds[:2])  # compiles, or loads what was compiled
        started = time.process_time()
        played = play_games(seating, seeds)
        seconds = time.process_time() - started
        won, left = int((played.winners != 0).sum()), int(played.scores.sum())
        told.append(Told(seconds, int(played.decisions.sum()), won, left))
    return told


def ask(source: Path, cells: Sequence[Cell]) -> list[Told]:
    """Let a process with the code of a checkout measure."""
    chosen = [str(part) for cell in cells for part in ("--cell", *cell)]
    environment = {**os.environ, "PYTHONPATH": str(source)}
    command = [sys.executable, __file__, *chosen]
    ran = subprocess.run(command, env=environment, check=False, stdout=subprocess.PIPE)
    if ran.returncode:
        sys.exit(ran.returncode)  # it has said why
    return [Told(*told) for told in json.loads(ran.stdout)]


def read_cell(words: Sequence[str]) -> Cell:
    bot, game, players, games = words
    return bot, game, int(players), int(games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path, nargs="?", help="the folder src of the other checkout")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--may-differ", action="store_true", help="allow other games to be won")
    parser.add_argument(
        "--cell",
        nargs=4,
        action="append",
        metavar=("BOT", "GAME", "PLAYERS", "GAMES"),
        help="what to play; may be given several times",
    )
    chosen = parser.parse_args()
    cells = [read_cell(words) for words in chosen.cell or ()] or CELLS
    if chosen.before is None:
        print(json.dumps(measure(cells)))
        return
    if not (chosen.before / "tenback").is_dir():
        parser.error(f"{chosen.before} is not the src folder of a checkout: it has no tenback")
    sides = (chosen.before.resolve(), Path(__file__).resolve().parents[1] / "src")
    best = [[float("inf")] * len(cells) for _ in sides]
    for _ in range(chosen.rounds):
        told = [ask(source, cells) for source in sides]
        ends = [[(one.won, one.left) for one in side] for side in told]
        if ends[0] != ends[1] and not chosen.may_differ:
            sys.exit(f"the games differ: {ends[0]} and {ends[1]}")
        for side, ours in enumerate(told):
            times = (one.microseconds for one in ours)
            best[side] = [min(pair) for pair in zip(best[side], times, strict=True)]
    print("| µs a decision | before | now | times as fast |\n|---|---|---|---|")
    for (bot, game, players, _), before, now in zip(cells, *best, strict=True):
        print(f"| `{bot}`, {game} for {players} | {before:.1f} | {now:.1f} | {before / now:.2f} |")


if __name__ == "__main__":
    main()
