"""How fast the kernels play `greedy`, next to a C program and to the plain rules, in one run.

    python benchmarks/kernel_speed.py [--players 1 2 5] [--json] [--cold]

All play the same seeded deals and must agree on games won and the sum of the scores. Figures are
games a second of CPU time on one core, best of several alternating rounds, so that other
work on the machine does not decide them. --cold also measures the first start, with an empty
folder for compiled code.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from tenback.bots import create_bot, play_out
from tenback.kernels import GREEDY, pack_ruleset, play_batch
from tenback.records import deal_from_seed, lot_from_seed
from tenback.rules import Ruleset, State, find_game

BASELINE = Path(__file__).with_name("kernel_baseline_greedy.c")
ROUNDS = 5
GAMES = 200_000
RULES_SECONDS = 3.0
START = """
import numpy as np
from tenback.kernels import GREEDY, pack_ruleset, play_batch
from tenback.rules import Ruleset, find_game
play_batch(pack_ruleset(Ruleset(find_game("original"), 1)), GREEDY, np.arange(10))
"""


@dataclass
class Figures:
    players: int
    kernels: float
    c: float
    rules: float

    @property
    def of_c(self) -> float:
        return self.kernels / self.c

    @property
    def of_rules(self) -> float:
        return self.kernels / self.rules


def compile_baseline(folder: Path) -> Path:
    program = folder / "baseline"
    subprocess.run(
        ["gcc", "-O3", "-march=native", "-o", str(program), str(BASELINE)],
        check=True,
    )
    return program


def play_in_c(program: Path, rules: Ruleset) -> tuple[int, int, float]:
    words = [program, rules.players, rules.hand_size, 0, GAMES]
    done = subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True)
    won, total, seconds = done.stdout.split()
    return int(won), int(total), float(seconds)


def play_in_kernels(rules: Ruleset) -> tuple[int, int, float]:
    packed, seeds = pack_ruleset(rules), np.arange(GAMES)
    started = time.process_time()
    played = play_batch(packed, GREEDY, seeds)
    seconds = time.process_time() - started
    return int(played.won.sum()), int(played.scores.sum()), seconds


def play_in_rules(rules: Ruleset) -> float:
    """Return games a second of the plain rules; all their games are compared with the kernels'."""
    bots = [create_bot("greedy")] * rules.players
    scores: list[int] = []
    started = time.process_time()
    while time.process_time() - started < RULES_SECONDS:
        seed = len(scores)
        state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
        outcome = play_out(state, bots).outcome
        assert outcome is not None
        scores.append(outcome.score)
    speed = len(scores) / (time.process_time() - started)
    played = play_batch(pack_ruleset(rules), GREEDY, np.arange(len(scores)))
    if played.scores.tolist() != scores:
        sys.exit("the kernels and the rules disagree: the comparison is void")
    return speed


def measure(program: Path, players: int) -> Figures:
    rules = Ruleset(find_game("original"), players)
    play_batch(pack_ruleset(rules), GREEDY, np.arange(10))
    best_kernels = best_c = float("inf")
    for _ in range(ROUNDS):
        won, total, seconds = play_in_kernels(rules)
        won_c, total_c, seconds_c = play_in_c(program, rules)
        if (won, total) != (won_c, total_c):
            sys.exit("the kernels and the C program disagree: the comparison is void")
        best_kernels, best_c = min(best_kernels, seconds), min(best_c, seconds_c)
    return Figures(players, GAMES / best_kernels, GAMES / best_c, play_in_rules(rules))


def seconds_to_start(folder: str) -> float:
    environment = {**os.environ, "TENBACK_CACHE_DIR": folder}
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", START], check=True, env=environment)
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--cold", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = compile_baseline(Path(folder))
        figures = [measure(program, players) for players in options.players]
        starts: dict[str, float] = {}
        if options.cold:
            starts["first_start_s"] = seconds_to_start(folder)
            starts["second_start_s"] = seconds_to_start(folder)
    if options.json:
        rows = [{**asdict(row), "of_c": row.of_c, "of_rules": row.of_rules} for row in figures]
        print(json.dumps({"greedy_games_per_second": rows, **starts}))
        return
    print("players  kernels/s       C/s  rules/s  kernels:C  kernels:rules")
    for row in figures:
        print(
            f"{row.players:7} {row.kernels:10,.0f} {row.c:9,.0f} {row.rules:8,.0f}"
            f" {row.of_c:10.2f} {row.of_rules:14,.0f}"
        )
    for name, seconds in starts.items():
        print(f"{name}: {seconds:.2f}")


if __name__ == "__main__":
    main()
