"""How fast the plain rules play, and how long importing takes.

python benchmarks/rules_speed.py
"""

import random
import statistics
import subprocess
import sys
import time

from tenback.bots import create_bot, play_out
from tenback.records import build_ruleset, deal_from_seed
from tenback.rules import State
from tenback.testing.random_play import play_randomly, random_deal

GAMES = (("original", 1), ("original", 2), ("original", 5), ("extreme", 2), ("duel", 2))


def random_games_per_second(game: str, players: int, seconds: float = 5.0) -> float:
    rules = build_ruleset(game, players)
    source = random.Random(1)
    count, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        play_randomly(random_deal(rules, source), source)
        count += 1
    return count / (time.perf_counter() - started)


def greedy_games_per_second(game: str, players: int, seconds: float = 5.0) -> float:
    rules = build_ruleset(game, players)
    bots = [create_bot("greedy")] * players
    count, started = 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        play_out(State.deal(rules, deal_from_seed(rules, count)).start(0), bots)
        count += 1
    return count / (time.perf_counter() - started)


def import_seconds(module: str, tries: int = 9) -> float:
    """Return the median time of an interpreter that imports the module, less one that does not."""

    def run(code: str) -> float:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - started

    return statistics.median(run(f"import {module}") - run("pass") for _ in range(tries))


if __name__ == "__main__":
    for name, seats in GAMES:
        played = random_games_per_second(name, seats)
        greedy = greedy_games_per_second(name, seats)
        print(f"{name} {seats}: random {played:.0f} games/s, greedy {greedy:.0f} games/s")
    for name in ("tenback", "tenback.rules", "tenback.records", "tenback.cli"):
        print(f"import {name}: {import_seconds(name) * 1000:.0f} ms")
