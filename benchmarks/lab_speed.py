"""What a second worker brings: the same run by one worker and by two, in turn.

    python benchmarks/lab_speed.py

Games a second as `tenback simulate` counts them, start of the workers included.
"""

import argparse
import statistics

from tenback.lab import simulate

RUNS = (("greedy", 6_000_000), ("tuned", 5_000))


def games_per_second(bot: str, games: int, seed: int, workers: int) -> float:
    result = simulate("original", players=3, bots=bot, games=games, seed=seed, workers=workers)
    return result.games_per_second


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=3)
    tries = parser.parse_args().tries
    print("| bot | games | one worker, games/s | two workers, games/s | ratio |")
    print("|---|---|---|---|---|")
    for name, count in RUNS:
        pairs = [
            [games_per_second(name, count, 900 + 10 * n + workers, workers) for workers in (1, 2)]
            for n in range(tries)
        ]
        one, two = (statistics.median(pair[i] for pair in pairs) for i in (0, 1))
        ratio = statistics.median(pair[1] / pair[0] for pair in pairs)
        print(f"| `{name}` | {count:,} | {one:,.0f} | {two:,.0f} | {ratio:.2f} |", flush=True)
