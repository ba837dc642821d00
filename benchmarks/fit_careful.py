"""Fit what commands cost in the sampled games of Extreme (``tenback.bots.search.careful.COSTS``).

    python benchmarks/fit_careful.py --generations 28

CMA-ES on the mean of cards left, 1000 games for each candidate and player count. The deals have the
seeds (2000000 << 32) and up, which no table of strength uses.
"""

import argparse
from typing import Any

import cma  # pyright: ignore[reportMissingTypeStubs] # it has none
from numpy.typing import NDArray

from tenback.bots.search.careful import COSTS, Costs, play_out_carefully
from tenback.kernels import PackedRules, deal, new_states, pack_ruleset
from tenback.records import build_ruleset

FIRST_SEED = 2_000_000 << 32
START = Costs(7.0, 2.0, 4.0, 4.0, 2.0, 4.0, 8.0)


def mean_left(
    rules: PackedRules, states: NDArray[Any], first: int, games: int, costs: Costs
) -> float:
    total = 0
    for seed in range(first, first + games):
        deal(rules, states[0], seed)
        play_out_carefully(rules, states[0], costs)
        total += int(states[0].score)
    return total / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=28)
    parser.add_argument("--games", type=int, default=1000)
    chosen = parser.parse_args()
    rulesets = [pack_ruleset(build_ruleset("extreme", players)) for players in (1, 2, 3, 5)]
    states = new_states(1)
    options = {"popsize": 12, "verbose": -9, "seed": 1}
    search: Any = cma.CMAEvolutionStrategy(START, 4.0, options)
    for generation in range(chosen.generations):
        points = search.ask()
        first = FIRST_SEED + generation * chosen.games
        values = [
            sum(mean_left(r, states, first, chosen.games, costs) for r in rulesets)
            for costs in (Costs(*map(float, point)) for point in points)
        ]
        search.tell(points, values)
        favourite = [round(float(x), 1) for x in search.result.xfavorite]
        told = f"best {min(values):.1f}, favourite {favourite}"
        print(f"generation {generation + 1}: {told}", flush=True)
    print(f"in use: {COSTS}")


if __name__ == "__main__":
    main()
