"""Play random games of every game, player count and option set; every one must end validly.

    python benchmarks/soak_random_games.py --games 10000 --workers 2

Uses the plain rules only, so it runs wherever Python 3.11 does (PYTHONPATH=src). Prints a line of
progress, then a table; exit status 1 if any game broke an invariant.
"""

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed

from tenback.rules import Ruleset
from tenback.testing.invariants import verify_outcome, verify_state
from tenback.testing.random_play import all_rulesets, play_randomly, random_deal

BATCH = 500


def play_batch(number: int, first: int, count: int) -> tuple[str, Counter[str], list[str]]:
    """Play a batch of one ruleset; return its group, how games ended, and what went wrong."""
    rules = RULESETS[number]
    ends: Counter[str] = Counter()
    broken: list[str] = []
    for game in range(first, first + count):
        source = random.Random(number * 1_000_003 + game)
        try:
            state = play_randomly(random_deal(rules, source), source)
            verify_state(state)
            verify_outcome(state)
        except Exception as error:
            broken.append(
                f"{rules.game.id} {rules.players} {rules.changed_options()} {game}: {error!r}"
            )
        else:
            assert state.outcome is not None
            ends[str(state.outcome.termination)] += 1
    return f"{rules.game.id} {rules.players}", ends, broken


RULESETS: list[Ruleset] = list(all_rulesets())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games of each ruleset")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--breach", choices=("refuse", "lose"), help="only these rulesets")
    chosen = parser.parse_args()
    wanted = [chosen.breach] if chosen.breach else ["refuse", "lose"]
    numbers = [number for number, rules in enumerate(RULESETS) if rules.breach in wanted]
    started = time.perf_counter()
    totals: dict[str, Counter[str]] = {}
    broken: list[str] = []
    with ProcessPoolExecutor(chosen.workers) as pool:
        jobs = [
            pool.submit(play_batch, number, first, min(BATCH, chosen.games - first))
            for number in numbers
            for first in range(0, chosen.games, BATCH)
        ]
        for done, job in enumerate(as_completed(jobs), 1):
            group, ends, wrong = job.result()
            totals.setdefault(group, Counter()).update(ends)
            broken += wrong
            if sys.stderr.isatty() or done % 200 == 0 or done == len(jobs):
                seconds = time.perf_counter() - started
                left = seconds / done * (len(jobs) - done)
                print(f"\r{done}/{len(jobs)} batches, {left:.0f} s left ", end="", file=sys.stderr)
    print(file=sys.stderr)
    seconds = time.perf_counter() - started
    games = sum(ends.total() for ends in totals.values())
    for group, ends in sorted(totals.items()):
        told = ", ".join(f"{end} {count}" for end, count in ends.most_common())
        print(f"{group:<12}{ends.total():>10}  {told}")
    for line in broken[:20]:
        print(line)
    rate = games / seconds
    print(f"{games} games of {len(numbers)} rulesets in {seconds:.0f} s ({rate:.0f}/s)")
    print(f"{games} passed, {len(broken)} failed")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
