"""How many deals the solver wins with the deck order known, and how long it takes, as Markdown.

    python benchmarks/solver.py --deals 200

The deals have the seeds 0 and up, the starter is drawn from the seed. Every line is played by
`rules/` before it counts. The time is that of one process, the compiler's not included.
"""

import argparse
import sys
from collections.abc import Iterator

import numpy as np

from tenback.analysis import Solution, Verdict, solve
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.rules import Ruleset, State

EXPERT: dict[str, object] = {"expert_minimum": True, "expert_hand": True}
#: Title, game, options.
KINDS: dict[str, tuple[str, dict[str, object]]] = {
    "Original": ("original", {}),
    "Original, both expert steps": ("original", EXPERT),
    "Extreme": ("extreme", {}),
    "Extreme, both expert steps": ("extreme", EXPERT),
}


def solved(rules: Ruleset, deals: int, seconds: float) -> Iterator[Solution]:
    for seed in range(deals):
        state = State.deal(rules, deal_from_seed(rules, seed))
        solution = solve(state.start(lot_from_seed(rules, seed)), seconds=seconds)
        outcome = solution.final.outcome
        is_won = outcome is not None and outcome.won
        assert is_won == (solution.verdict is Verdict.WINNABLE)
        if not is_won:
            told = f"seed {seed}: {solution.verdict}, {solution.cards_left} left"
            print(f"{rules.game.id} {rules.players}p {told}", file=sys.stderr, flush=True)
        yield solution


def row(title: str, rules: Ruleset, deals: int, seconds: float) -> str:
    found = list(solved(rules, deals, seconds))
    count = {verdict: sum(s.verdict is verdict for s in found) for verdict in Verdict}
    times = np.array([s.seconds for s in found])
    positions = np.array([s.nodes for s in found])
    share = 100 * count[Verdict.WINNABLE] / deals
    return (
        f"| {title} | {rules.players} | {deals} | {share:.1f} | {count[Verdict.UNWINNABLE]} |"
        f" {count[Verdict.UNDECIDED]} | {np.median(times):.2f} | {np.quantile(times, 0.95):.2f} |"
        f" {times.max():.1f} | {np.median(positions):,.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0, help="the most for one deal")
    parser.add_argument("--kinds", nargs="*", choices=[*KINDS], default=[*KINDS])
    chosen = parser.parse_args()
    print("| game | players | deals | won, % | proved lost | undecided | median s | 95 % s", end="")
    print(" | longest s | median positions |\n" + "|---" * 10 + "|", flush=True)
    for kind in chosen.kinds:
        game, options = KINDS[kind]
        for players in range(1, 6):
            rules = build_ruleset(game, players, options)
            # The first search compiles, or reads what was compiled.
            list(solved(rules, 1, chosen.seconds))
            print(row(kind, rules, chosen.deals, chosen.seconds), flush=True)


if __name__ == "__main__":
    main()
