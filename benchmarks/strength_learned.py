"""How strong `expert` and `master` are: win rates and a duel league, as Markdown.

    python benchmarks/strength_learned.py --workers 2 --games 5000
    python benchmarks/strength_learned.py --bots master:ms=10 --games 2000 --games-of original

With ``--agree`` teams agree who starts. The deals have the seeds (seed << 32) and up with --seed 1;
the networks were trained on the seeds (3,000,000 << 32) and up. A run that was broken off goes on
where it stopped. Bots with ``ms`` play through the plain rules, so that every turn is judged by
them. The others are compiled; the first games of each cell are played again through the plain rules
and must end the same way.
"""

import argparse

from replays import replay

from tenback.lab import RunStore, league, simulate

PLAYERS = range(1, 6)


def print_table(game: str, chosen: argparse.Namespace) -> None:
    print(f"\n### {game.capitalize()}, % won\n")
    print("| bot | games | 1p | 2p | 3p | 4p | 5p |\n|---|---|---|---|---|---|---|")
    for bot in chosen.bots:
        cells: list[str] = []
        for players in PLAYERS:
            if players == 1 and "talk=1" in bot:
                cells.append("")
                continue
            result = simulate(
                game,
                players=players,
                bots=bot,
                games=chosen.games,
                seed=chosen.seed,
                agree=chosen.agree,
                workers=chosen.workers,
                store=RunStore(),
            )
            replay(result, chosen.replay)
            cells.append(f"{100 * result.win_rate:.1f} ± {100 * result.se:.1f}")
        print(f"| `{bot}` | {chosen.games:,} | {' | '.join(cells)} |", flush=True)
    print(f"\nPlayed again through the plain rules, the same ends: {chosen.replay} of each cell.")


def print_league(chosen: argparse.Namespace) -> None:
    result = league(
        ["tuned", *chosen.bots],
        games=chosen.games // 2,
        seed=chosen.seed,
        workers=chosen.workers,
        store=RunStore(),
    )
    print(f"\n### Duel, {chosen.games // 2:,} deals a pair, each with both seatings\n")
    for standing in result.standings:
        against = ", ".join(
            f"{100 * share:.1f} % against `{name}`" for name, share in standing.against.items()
        )
        print(f"- `{standing.bot}`: {against}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=5_000)
    parser.add_argument("--agree", action="store_true", help="teams agree who starts")
    parser.add_argument("--replay", type=int, default=50, help="games of a cell to play again")
    parser.add_argument("--bots", nargs="+", default=["expert", "expert:talk=1"])
    parser.add_argument(
        "--games-of", nargs="+", default=["original", "extreme", "duel"], dest="kinds"
    )
    chosen = parser.parse_args()
    for game in chosen.kinds:
        if game == "duel":
            print_league(chosen)
        else:
            print_table(game, chosen)


if __name__ == "__main__":
    main()
