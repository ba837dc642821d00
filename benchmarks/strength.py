"""How strong the ladder is: win rates of every bot, game and number of players, as Markdown.

    python benchmarks/strength.py --workers 2
    python benchmarks/strength.py --expert-mode

The deals have the seeds (seed << 32) and up with --seed 1; the weights of `tuned` were fitted on
other seeds. A run that was broken off goes on where it stopped.
"""

import argparse
from collections.abc import Iterator

from tenback.lab import RunStore, SimulationResult, league, simulate

LADDER = {
    "random": 100_000,
    "greedy": 100_000,
    "planner": 10_000,
    "tuned": 10_000,
    "montecarlo:samples=100": 1_000,
}
DEEP = {"montecarlo:samples=1000": 1_000}
#: The whole ladder in expert mode (G-24): one card fewer in hand, one more to lay.
EXPERT_LADDER = {
    "greedy": 10_000,
    "planner": 2_000,
    "tuned": 2_000,
    "montecarlo:samples=100": 200,
    "expert": 2_000,
    "master:samples=16": 200,
}
EXPERT_MODE = {"expert_minimum": True, "expert_hand": True}
DUELLISTS = [*LADDER]


def cell(result: SimulationResult) -> str:
    return f"{100 * result.win_rate:.1f} ± {100 * result.se:.1f}"


def team_rows(
    game: str, ladder: dict[str, int], options: dict[str, object], seed: int, workers: int
) -> Iterator[str]:
    for bot, games in ladder.items():
        results = [
            simulate(
                game,
                players=players,
                bots=bot,
                games=games,
                seed=seed,
                options=options,
                workers=workers,
                store=RunStore(),
            )
            for players in range(1, 6)
        ]
        cells = " | ".join(map(cell, results))
        left = " / ".join(f"{result.mean_left:.1f}" for result in results)
        yield f"| `{bot}` | {games:,} | {cells} | {left} |"


def print_team_table(
    title: str, game: str, ladder: dict[str, int], chosen: argparse.Namespace, **options: object
) -> None:
    print(f"\n### {title}\n")
    print("| bot | games | 1p | 2p | 3p | 4p | 5p | mean cards left, 1p to 5p |")
    print("|---|---|---|---|---|---|---|---|")
    for row in team_rows(game, ladder, options, chosen.seed, chosen.workers):
        print(row, flush=True)


def print_league(chosen: argparse.Namespace) -> None:
    result = league(
        DUELLISTS,
        games=chosen.deals,
        seed=chosen.seed,
        workers=chosen.workers,
        store=RunStore(),
    )
    names = [standing.bot for standing in result.standings]
    print(f"\n### Duel: league, {chosen.deals:,} deals a pair, each with both seatings\n")
    print("| bot | rating (95 %) | games won, % | " + " | ".join(f"`{n}`" for n in names) + " |")
    print("|---" * (len(names) + 3) + "|")
    for standing in result.standings:
        rating = standing.rating
        rate = 100 * standing.win_rate.value
        against = " | ".join(
            f"{100 * standing.against[name]:.1f}" if name in standing.against else ""
            for name in names
        )
        told = f"{rating.value:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})"
        print(f"| `{standing.bot}` | {told} | {rate:.1f} | {against} |")
    first = result.first_seat_rate
    print(
        f"\nWho moves first wins {100 * first.value:.1f} % of the games"
        f" (95 %: {100 * first.low:.1f} to {100 * first.high:.1f})."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=1_000, help="deals for each pair of duellists")
    parser.add_argument("--deep", action="store_true", help="also with ten times the samples")
    parser.add_argument("--expert-mode", action="store_true", help="this mode alone")
    chosen = parser.parse_args()
    if chosen.expert_mode:
        for game in ("original", "extreme"):
            title = f"{game.capitalize()} in expert mode, % won"
            print_team_table(title, game, EXPERT_LADDER, chosen, **EXPERT_MODE)
        return
    print_team_table("Original, % won", "original", LADDER, chosen)
    print_league(chosen)
    print_team_table("Extreme, % won", "extreme", LADDER, chosen)
    if chosen.deep:
        print_team_table("Original, ten times the samples, % won", "original", DEEP, chosen)


if __name__ == "__main__":
    main()
