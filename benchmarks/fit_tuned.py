"""Fit the weights of the bot `tuned` by CMA-ES, one set for each game and number of players.

    python benchmarks/fit_tuned.py --workers 16 --generations 60 --out tuned.json

Every generation plays fresh deals, the same for all its candidates. The deals have the seeds
(1000000 << 32) and up, which no table of strength uses. Without --only all sets are fitted in
parallel; what is not fitted is taken over from --from.
"""

import argparse
import json
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import cma  # pyright: ignore[reportMissingTypeStubs] # it has none
import numpy as np

from tenback.bots.batches import Seating, play_games
from tenback.bots.players.compiled import packed_rules
from tenback.bots.players.planner import PLANNER_WEIGHTS, weights_from
from tenback.bots.search.plans import LINEAR, seat_plan
from tenback.bots.value.features import FEATURE_COUNT, FEATURES
from tenback.records import build_ruleset

FIRST_SEED = 1_000_000 << 32
SETS = (*(f"{game}-{n}" for game in ("original", "extreme") for n in range(1, 6)), "duel-2")
#: How far a weight is likely to be from its start; what is rare, or about dead cards, weighs more.
SCALES = weights_from(
    dict.fromkeys(FEATURES, 1.0)
    | {"dead_unseen": 3, "jumps_held": 5, "jumps_unseen": 3, "near_held": 3, "close_held": 2}
    | {"dead_held": 5, "pairs_held": 3, "hand_cost": 0.3, "extra_cards": 4, "hand_after": 4}
    | {"cards_to_go": 3, "no_jump": 8, "one_pile": 8, "draw_one": 8}
    | {"other_room": 0.5, "other_best": 0.5}
)
WIN = 30.0  # a game won is worth this many cards


def worth(
    name: str, weights: np.ndarray[Any, Any], rival: np.ndarray[Any, Any], first: int, count: int
) -> float:
    """Play games with the weights and return what they are worth on average."""
    game, players = name.split("-")
    rules = build_ruleset(game, int(players), starter=0)
    seeds = np.arange(first, first + count)
    own, other = seat_plan(LINEAR, weights=weights), seat_plan(LINEAR, weights=rival)
    if game != "duel":
        seating = Seating(packed_rules(rules), (own,) * int(players), None)
        result = play_games(seating, seeds)
        return float(np.where(result.won, WIN, -result.scores).mean())
    total = 0.0
    for seat in (0, 1):  # the same deals from both sides
        plans = (own, other) if seat == 0 else (other, own)
        seating = Seating(packed_rules(rules), plans, None)
        result = play_games(seating, seeds)
        won = (result.winners >> seat & 1) == 1
        total += float(np.where(won, WIN, -WIN).mean())
    return total / 2


def fit(
    name: str, chosen: argparse.Namespace, pool: ProcessPoolExecutor, found: dict[str, Any]
) -> None:
    """Fit one set; the favourite is noted after every generation."""
    start = (
        weights_from(found["weights"].get(name, {}))
        if name in found["weights"]
        else PLANNER_WEIGHTS
    )
    rival = start.copy()
    options = {"popsize": chosen.population, "verbose": -9, "seed": 1 + SETS.index(name)}
    search: Any = cma.CMAEvolutionStrategy(start / SCALES, chosen.sigma, options)
    for generation in range(chosen.generations):
        if time.monotonic() > chosen.deadline:
            break
        points = search.ask()
        first = FIRST_SEED + (chosen.offset + generation) * chosen.games
        jobs = [pool.submit(worth, name, x * SCALES, rival, first, chosen.games) for x in points]
        values = [job.result() for job in jobs]
        search.tell(points, [-value for value in values])
        favourite = np.asarray(search.result.xfavorite) * SCALES
        if name.startswith("duel") and generation % 10 == 9:
            rival = favourite.copy()
        found["weights"][name] = {
            feature: round(float(weight), 4)
            for feature, weight in zip(FEATURES, favourite, strict=True)
        }
        found["fitted"][name] = {
            "generations": generation + 1,
            "games": chosen.games,
            "first_seed": FIRST_SEED + chosen.offset * chosen.games,
            "last_seed": first + chosen.games - 1,
            "population": chosen.population,
        }
        Path(chosen.out).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        told = f"mean {np.mean(values):.2f}, best {max(values):.2f}"
        print(f"{name} generation {generation + 1}: {told}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--games", type=int, default=256, help="games for each candidate")
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument("--sigma", type=float, default=0.5)
    parser.add_argument("--offset", type=int, default=0, help="generations played before")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--only", nargs="*", default=SETS, choices=SETS)
    parser.add_argument("--from", dest="source", help="start from these weights")
    parser.add_argument("--out", default="tuned.json")
    chosen = parser.parse_args()
    chosen.deadline = time.monotonic() + chosen.seconds
    found: dict[str, Any] = {"first_seed": FIRST_SEED, "weights": {}, "fitted": {}}
    if chosen.source:
        found |= json.loads(Path(chosen.source).read_text(encoding="utf-8"))
    assert len(SCALES) == FEATURE_COUNT
    with ProcessPoolExecutor(chosen.workers) as pool:
        threads = [
            threading.Thread(target=fit, args=(name, chosen, pool, found)) for name in chosen.only
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    main()
