"""How strong `master` is by the time it gets for a decision: a table, and a plot of one.

    python benchmarks/strength_by_time.py --players 3 --ms 1 3 10 30 100 --games 200 \
        --plot docs/images/strength_by_time.png
    python benchmarks/strength_by_time.py --players 1 2 3 4 5 --ms 10 --games 1000

A decision is given milliseconds of processor time, so that the figures mean the same on a machine
that others use as well. Every turn is judged by the plain rules. The deals have the seeds
(seed << 32) and up with --seed 1, as in the other measurements. A line is printed for each setting;
--for MINUTES ends each of them early and prints how many games were played.
"""

import argparse
import time
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tenback.bots import choose_turn, play_turn
from tenback.bots.master import Master
from tenback.lab.plots import PLOT_SETTINGS
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.rules import Ruleset, State


class Measured(NamedTuple):
    """Games won with so many milliseconds a decision, and what a decision really took."""

    games: int
    won: int
    mean_ms: float
    longest_ms: float

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def error(self) -> float:
        return float(np.sqrt(self.share * (1 - self.share) / self.games))


def measure(rules: Ruleset, ms: int, turns: int, chosen: argparse.Namespace) -> Measured:
    bots = [Master(ms=ms, turns=turns, seed=seat) for seat in range(rules.players)]
    for bot in bots:
        bot.clock = time.thread_time
        bot.prepare(rules)
    took: list[float] = []
    won = games = 0
    started = time.monotonic()
    while games < chosen.games and time.monotonic() - started < 60 * chosen.minutes:
        seed = (chosen.seed << 32) + chosen.first + games
        state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
        while state.outcome is None:
            before = time.thread_time()
            turn = choose_turn(state, bots[state.seat])
            took.append(1000 * (time.thread_time() - before))
            state = play_turn(state, turn)
        games += 1
        won += state.outcome.won
    return Measured(games, won, float(np.mean(took)), float(np.max(took)))


def draw(title: str, times: list[int], measured: list[Measured], path: Path) -> None:
    mpl: Any = import_module("matplotlib")
    with mpl.rc_context(PLOT_SETTINGS):
        figure: Any = import_module("matplotlib.figure").Figure(
            figsize=(9, 5), layout="constrained"
        )
        axes: Any = figure.add_subplot()
        axes.errorbar(
            times,
            [100 * one.share for one in measured],
            yerr=[100 * one.error for one in measured],
            color="#d9822b",
            marker="o",
            capsize=3,
        )
        axes.set_xscale("log")
        axes.set_xticks(times, [str(ms) for ms in times])
        axes.set_title(title, loc="left")
        axes.set_xlabel("milliseconds a decision")
        axes.set_ylabel("% of games won, with standard error")
        figure.savefig(path, format="png", dpi=144)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="original")
    parser.add_argument("--players", type=int, nargs="+", default=[3])
    parser.add_argument("--ms", type=int, nargs="+", default=[1, 3, 10, 30, 100])
    parser.add_argument("--turns", type=int, default=0)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--for", type=float, default=1e6, dest="minutes", metavar="MINUTES")
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args()
    print("| game | players | bot | games | % won | ms a decision, mean | longest |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for players in chosen.players:
        rules = build_ruleset(chosen.game, players)
        measured: list[Measured] = []
        for ms in chosen.ms:
            one = measure(rules, ms, chosen.turns, chosen)
            measured.append(one)
            name = f"master:ms={ms}" + (f",turns={chosen.turns}" if chosen.turns else "")
            print(
                f"| {chosen.game} | {players} | `{name}` | {one.games:,} "
                f"| {100 * one.share:.1f} ± {100 * one.error:.1f} "
                f"| {one.mean_ms:.1f} | {one.longest_ms:.1f} |",
                flush=True,
            )
        if chosen.plot is not None:
            title = f"{chosen.game}, {players} players: `master` by time"
            draw(title.replace("`", ""), chosen.ms, measured, chosen.plot)


if __name__ == "__main__":
    main()
