"""How many deals the solver wins with the deck order known, and how long it takes, as Markdown.

    python benchmarks/solver.py --deals 200

The deals have the seeds 0 and up; the starter is drawn from the seed. Every line is played by
`rules/` before it counts. The budget is a number of positions, so that the same deals are won on
any machine. Seconds are CPU time of one process, without compiling.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator

import numpy as np

from tenback.analysis import Solution, Verdict, solve
from tenback.bots import choose_turn, create_bot, play_turn
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.rules import Ruleset, State

EXPERT: dict[str, object] = {"expert_minimum": True, "expert_hand": True}
#: By title: game and options.
KINDS: dict[str, tuple[str, dict[str, object]]] = {
    "Original": ("original", {}),
    "Original, both expert steps": ("original", EXPERT),
    "Extreme": ("extreme", {}),
    "Extreme, both expert steps": ("extreme", EXPERT),
}


def solved(rules: Ruleset, deals: int, nodes: int) -> Iterator[tuple[Solution, float]]:
    for seed in range(deals):
        state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
        began = time.process_time()
        solution = solve(state, seconds=None, nodes=nodes)
        seconds = time.process_time() - began
        outcome = solution.final.outcome
        is_won = outcome is not None and outcome.won
        assert is_won == (solution.verdict is Verdict.WINNABLE)
        if not is_won:
            told = f"seed {seed}: {solution.verdict}, {solution.cards_left} left"
            print(f"{rules.game.id} {rules.players}p {told}", file=sys.stderr, flush=True)
        yield solution, seconds


def row(title: str, rules: Ruleset, deals: int, nodes: int) -> str:
    found = list(solved(rules, deals, nodes))
    count = Counter(solution.verdict for solution, _ in found)
    times = np.array([seconds for _, seconds in found])
    positions = np.array([solution.nodes for solution, _ in found])
    return (
        f"| {title} | {rules.players} | {deals} | {100 * count[Verdict.WINNABLE] / deals:.1f} |"
        f" {count[Verdict.UNWINNABLE]} | {count[Verdict.UNDECIDED]} | {np.median(times):.2f} |"
        f" {np.quantile(times, 0.95):.2f} | {times.max():.1f} | {np.median(positions):,.0f} |"
    )


def duel_positions(most: int, count: int) -> Iterator[State]:
    """Yield positions of duels between `greedy` once so few cards are in play."""
    rules, greedy = build_ruleset("duel"), create_bot("greedy")
    seed = 0
    while count > 0:
        state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
        while state.outcome is None and sum(map(len, (*state.hands, *state.decks))) > most:
            state = play_turn(state, choose_turn(state, greedy))
        seed += 1
        if state.outcome is None:
            count -= 1
            yield state


def duel_row(most: int, count: int, nodes: int) -> str:
    times: list[float] = []
    found: list[Solution] = []
    for state in duel_positions(most, count):
        began = time.process_time()
        found.append(solve(state, seconds=None, nodes=nodes))
        times.append(time.process_time() - began)
    decided = sum(solution.verdict is not Verdict.UNDECIDED for solution in found)
    depths = [solution.depth or 0 for solution in found]
    return (
        f"| {most} | {count} | {100 * decided / count:.0f} | {min(depths)} to {max(depths)} |"
        f" {np.median(times):.2f} | {np.quantile(times, 0.95):.2f} | {max(times):.1f} |"
    )


def print_duels(count: int, nodes: int) -> None:
    print("\n| cards in play, at most | positions | decided, % | turns looked ahead |", end="")
    print(" median s | 95 % s | longest s |\n" + "|---" * 7 + "|", flush=True)
    duel_row(10, 1, nodes)  # compiles
    for most in (12, 16, 24, 32, 40, 60):
        print(duel_row(most, count, nodes), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=70_000, help="positions for one deal")
    parser.add_argument("--duels", type=int, default=50, help="positions of each size")
    parser.add_argument("--kinds", nargs="*", choices=[*KINDS], default=[*KINDS])
    chosen = parser.parse_args()
    if chosen.kinds:
        print(
            "| game | players | deals | won, % | proved lost | undecided | median s | 95 % s",
            end="",
        )
        print(" | longest s | median positions |\n" + "|---" * 10 + "|", flush=True)
    for kind in chosen.kinds:
        game, options = KINDS[kind]
        for players in range(1, 6):
            rules = build_ruleset(game, players, options)
            # The first search compiles, or reads what was compiled.
            list(solved(rules, 1, chosen.nodes))
            print(row(kind, rules, chosen.deals, chosen.nodes), flush=True)
    if chosen.duels:
        print_duels(chosen.duels, chosen.nodes)


if __name__ == "__main__":
    main()
