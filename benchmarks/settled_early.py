"""What `master` saves, and loses, by ending a search that its samples have settled.

    python benchmarks/settled_early.py --game original --players 1 2 4 --ms 1000 --positions 100

From each game of `expert` one position is taken. Its candidates are tried on many deals first: that
says what each choice is worth. Then the search chooses twice, with all of its time and ending
early. What a choice is worse than the best of them, in points (hundredths of a game), and how long
it took, are printed as means with standard errors. Time is CPU time.
"""

import argparse
import os
import random
import time
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from tenback.bots import create_bot, play_turn
from tenback.bots.players.compiled import packed_rules
from tenback.bots.players.master import LEAST_GAIN, Master
from tenback.bots.search.best_turn import new_desk
from tenback.bots.search.deep import Search, add_samples, list_candidates, new_search
from tenback.bots.search.hidden_hands import left_by
from tenback.bots.search.in_time import halve_in_time
from tenback.bots.search.turns import limits_for
from tenback.bots.search.workspace import new_heard
from tenback.bots.value.weights import tables_for
from tenback.kernels.packing import pack_view
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.rules import Ruleset, State, View, view

#: The deals that say what each candidate is worth.
_JUDGING = 3000


class Task(NamedTuple):
    """A position, and how long to search it."""

    game: str
    players: int
    seconds: float
    seed: int


class Found(NamedTuple):
    """What a search lost, in chances, and how long it took, in seconds."""

    lost: float
    seconds: float


_searches: dict[tuple[str, int], Search] = {}


def position(rules: Ruleset, seed: int) -> View:
    """Return what the mover sees at some moment of a game of `expert`."""
    bot, views = create_bot("expert"), list[View]()
    state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
    while state.outcome is None:
        views.append(view(state, state.seat, memory=True))
        state = play_turn(state, bot.choose(views[-1]))
    return random.Random(seed).choice(views)


def try_both(task: Task) -> tuple[Found, Found] | None:
    """Search a position with all of the time and ending early; None if there is no choice."""
    rules = build_ruleset(task.game, task.players)
    key = task.game, task.players
    if key not in _searches:
        _searches[key] = new_search(new_desk(tables_for(rules)))
    search, seen_view = _searches[key], position(rules, task.seed)
    packed, heard = packed_rules(rules), new_heard()
    depth = Master(ms=round(1000 * task.seconds)).depth(rules)
    limits, seen = limits_for(packed), pack_view(seen_view)
    search.left[:] = left_by(seen_view)
    candidates, generator = search.candidates, np.full(1, task.seed, np.uint64)
    count = list_candidates(packed, seen, limits, heard.signals, depth, search)
    if count <= 1:
        return None
    entries, first_sums = candidates.chosen[:count].copy(), candidates.sums[:count].copy()

    def add(alive: int, more: int) -> None:
        add_samples(packed, seen, limits, depth, heard, alive, more, search, generator)

    candidates.sums[:count] = 0
    add(count, _JUDGING)
    worth = dict(zip(entries.tolist(), (candidates.sums[:count] / _JUDGING).tolist(), strict=True))
    found: list[Found] = []
    for least_gain in (None, LEAST_GAIN):
        candidates.chosen[:count], candidates.sums[:count] = entries, first_sums
        started = time.thread_time()
        chosen = halve_in_time(
            candidates,
            count,
            add,
            started=started,
            seconds=task.seconds,
            clock=time.thread_time,
            least_gain=least_gain,
        )
        took = time.thread_time() - started
        found.append(Found(max(worth.values()) - worth[chosen], took))
    return found[0], found[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="original")
    parser.add_argument("--players", type=int, nargs="+", default=[1])
    parser.add_argument("--ms", type=int, default=1000)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    first = chosen.seed << 32
    print(
        "| game | players | ms | decisions | lost, all of the time | lost, ending early | ms then |"
    )
    print("|---|---|---|---|---|---|---|", flush=True)
    with get_context("spawn").Pool(chosen.workers) as pool:
        for players in chosen.players:
            tasks = [
                Task(chosen.game, players, chosen.ms / 1000, first + number)
                for number in range(chosen.positions)
            ]
            both = [pair for pair in pool.map(try_both, tasks, chunksize=1) if pair is not None]
            lost = 100 * np.array([[found.lost for found in pair] for pair in both])
            errors = lost.std(axis=0) / np.sqrt(len(both))
            early = 1000 * np.array([pair[1].seconds for pair in both])
            print(
                f"| {chosen.game} | {players} | {chosen.ms} | {len(both)} "
                f"| {lost[:, 0].mean():.3f} ± {errors[0]:.3f} "
                f"| {lost[:, 1].mean():.3f} ± {errors[1]:.3f} "
                f"| {early.mean():.0f}, median {np.median(early):.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
