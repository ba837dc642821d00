"""What it is worth that a team agrees who starts: the same deals by lot and agreed, as Markdown.

    python benchmarks/agreed_start.py --games 20000 --seed 1911
    python benchmarks/agreed_start.py --game extreme --games 20000 --seed 1911
    python benchmarks/agreed_start.py --expert-mode --games 20000 --seed 1911

Differences are paired, ± is one standard error. The deals have the seeds (seed << 32) and up. The
first games of each cell are played again through the plain rules and must end the same way.
"""

import argparse

import numpy as np
from figures import percent
from replays import replay

from tenback.lab import RunStore, simulate
from tenback.records import build_ruleset


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="original")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--expert-mode", action="store_true", help="both steps of it")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--replay", type=int, default=50, help="games of a cell to play again")
    chosen = parser.parse_args()
    steps = {"expert_minimum": True, "expert_hand": True} if chosen.expert_mode else {}
    print("| players | by lot, % won | agreed | more | cards left by lot | agreed |")
    print("|---|---|---|---|---|---|", flush=True)
    for players in chosen.players:
        by_lot, agreed = (
            simulate(
                build_ruleset(chosen.game, players, steps),
                bots=chosen.bot,
                games=chosen.games,
                seed=chosen.seed,
                agree=agree,
                workers=chosen.workers,
                store=RunStore(),
            )
            for agree in (False, True)
        )
        replay(agreed, chosen.replay)
        won = [
            (result.frame.sort("seed")["result"] == "won").to_numpy().astype(np.float64)
            for result in (by_lot, agreed)
        ]
        told = (
            str(players),
            *map(percent, won),
            percent(won[1] - won[0], "+"),
            *(f"{result.mean_left:.2f}" for result in (by_lot, agreed)),
        )
        print(f"| {' | '.join(told)} |", flush=True)
    print(f"\nPlayed again through the plain rules, the same ends: {chosen.replay} of each cell.")


if __name__ == "__main__":
    main()
