"""What a second network is worth to `expert`: the same deals with it and without, as Markdown.

    python benchmarks/second_opinion.py --game extreme --players 3 4 5 --games 10000 --seed 957
    python benchmarks/second_opinion.py --players 4 --network original-4-other.npz

Differences are paired, ± is one standard error, and the time is CPU time of a decision. The deals
have the seeds (seed << 32) and up. With --network another network gives the second opinion.
"""

import argparse
import time
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
from figures import percent
from numpy.typing import NDArray

from tenback.bots.batches import compile_seating, play_games
from tenback.bots.value.tables import new_tables
from tenback.bots.value.weights import load_network, second_network_name
from tenback.records import build_ruleset

_AT_ONCE = 250


class Task(NamedTuple):
    """Games of some seeds, with the second network, with another one or with none."""

    game: str
    players: int
    first_seed: int
    games: int
    asks: bool
    network: Path | None


class Played(NamedTuple):
    won: NDArray[np.bool_]
    decisions: int
    seconds: float


def play(task: Task) -> Played:
    seating = compile_seating(build_ruleset(task.game, task.players), ["expert"] * task.players)
    assert seating is not None
    if not task.asks:
        seating = seating._replace(second=None)
    elif task.network is not None:
        seating = seating._replace(second=new_tables(load_network(task.network)))
    started = time.process_time()
    result = play_games(seating, np.arange(task.games) + task.first_seed)
    return Played(result.won, int(result.decisions.sum()), time.process_time() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="original")
    parser.add_argument("--players", type=int, nargs="+", default=[1, 2, 3, 4])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--network", type=Path)
    chosen = parser.parse_args()
    print("| players | second network | alone, % won | with it | more | ms alone | ms with it |")
    print("|---|---|---|---|---|---|---|")
    with get_context("spawn").Pool(chosen.workers) as pool:
        for players in chosen.players:
            name = chosen.network or second_network_name(build_ruleset(chosen.game, players))
            if name is None:
                print(f"| {players} | none ships | | | | | |", flush=True)
                continue
            won: list[NDArray[np.float64]] = []
            ms: list[str] = []
            for asks in (False, True):
                tasks = [
                    Task(
                        chosen.game,
                        players,
                        (chosen.seed << 32) + first,
                        min(_AT_ONCE, chosen.games - first),
                        asks,
                        chosen.network,
                    )
                    for first in range(0, chosen.games, _AT_ONCE)
                ]
                played = pool.map(play, tasks, chunksize=1)
                won.append(np.concatenate([part.won for part in played]).astype(np.float64))
                seconds = sum(part.seconds for part in played)
                ms.append(f"{1000 * seconds / sum(part.decisions for part in played):.3f}")
            more = percent(won[1] - won[0], "+")
            told = (str(players), str(name), *map(percent, won), more, *ms)
            print(f"| {' | '.join(told)} |", flush=True)


if __name__ == "__main__":
    main()
