"""How strong `master` is by the time it gets for a decision: a table, and a plot.

    python benchmarks/strength_by_time.py --players 3 --ms 1 3 10 30 100 --games 200 \
        --plot docs/images/strength_by_time.png
    python benchmarks/strength_by_time.py --players 1 2 3 4 5 --ms 10 --games 2000
    python benchmarks/strength_by_time.py --players 2 3 4 5 --ms 10 --games 2000 --talk
    python benchmarks/strength_by_time.py --players 5 --ms 50 --depth spread=20 trust=16
    python benchmarks/strength_by_time.py --players 4 --ms 50 --games 1000 --agree

With ``--agree`` the bots agree who starts, else a lot decides.
With ``--depth candidates=1`` nothing is searched: the turn that the network likes best is played.

A decision is given milliseconds of CPU time, so that the figures mean the same on a machine
that others use as well. Every turn is judged by the plain rules. The deals have the seeds
(seed << 32) and up with --seed 1, as in the other measurements. A line is printed for each setting;
--for MINUTES ends each of them early and prints how many games were played.
"""

import argparse
import os
import time
from collections.abc import Iterator
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tenback.bots.play import choose_turn, let_talk, play_turn
from tenback.bots.players.master import Master
from tenback.bots.search.plans import CANDIDATES, Depth
from tenback.bots.starting import agreed_starter
from tenback.lab.plots import PLOT_SETTINGS
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.rules import GAMES, Ruleset, State


class Setting(NamedTuple):
    """Who plays what, with how much time."""

    game: str
    players: int
    ms: int
    turns: int
    is_expert: bool  #: both steps of expert mode (G-24)
    talks: bool  #: every seat may give signals before each turn
    agrees: bool  #: the seats agree who starts
    changes: tuple[tuple[str, float], ...]  #: of the depth of its search

    @property
    def bot(self) -> str:
        turns = f",turns={self.turns}" if self.turns else ""
        told = f"master:ms={self.ms}{turns}" + (",talk=1" if self.talks else "")
        changes = ", ".join(f"{name} {value:g}" for name, value in self.changes)
        changes = ", ".join(filter(None, (changes, "agreed start" if self.agrees else "")))
        return f"`{told}`" + (f" ({changes})" if changes else "")


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


class Searcher(Master):
    """A `master` whose search differs from what ships."""

    changes: tuple[tuple[str, float], ...] = ()

    def depth(self, rules: Ruleset) -> Depth:
        return super().depth(rules)._replace(**dict(self.changes))


#: The bots of this process, by setting.
_seated: dict[Setting, list[Searcher]] = {}


def play_game(task: tuple[Setting, int]) -> tuple[bool, list[float]]:
    """Play the deal of a seed; return whether it was won, and how long each decision took."""
    setting, seed = task
    steps = {"expert_minimum": True, "expert_hand": True} if setting.is_expert else {}
    rules = build_ruleset(setting.game, setting.players, steps)
    if setting not in _seated:
        _seated[setting] = [
            Searcher(ms=setting.ms, turns=setting.turns, talk=int(setting.talks), seed=seat)
            for seat in range(rules.players)
        ]
        for bot in _seated[setting]:
            bot.clock = time.thread_time
            bot.changes = setting.changes
            bot.prepare(rules)
    bots = _seated[setting]
    took: list[float] = []
    dealt, first = State.deal(rules, deal_from_seed(rules, seed)), lot_from_seed(rules, seed)
    state = dealt.start(agreed_starter(dealt, first) if setting.agrees else first)
    while state.outcome is None:
        state = let_talk(state, bots)  # not part of the decision
        before = time.thread_time()
        turn = choose_turn(state, bots[state.seat])
        took.append(1000 * (time.thread_time() - before))
        state = play_turn(state, turn)
    return state.outcome.won, took


def measure(setting: Setting, chosen: argparse.Namespace, pool: Pool) -> Measured:
    first = (chosen.seed << 32) + chosen.first
    end = time.monotonic() + 60 * chosen.minutes

    def tasks() -> Iterator[tuple[Setting, int]]:
        # Games already begun are counted, whatever they take: none is left out for being long.
        for seed in range(first, first + chosen.games):
            if time.monotonic() > end:
                return
            yield setting, seed

    played = list(_in_turn(pool, tasks(), chosen.workers))
    took = [ms for _, times in played for ms in times]
    won = sum(won for won, _ in played)
    return Measured(len(played), won, float(np.mean(took)), float(np.max(took)))


def _in_turn(
    pool: Pool, tasks: Iterator[tuple[Setting, int]], workers: int
) -> Iterator[tuple[bool, list[float]]]:
    """Keep every worker busy, and draw no task before a worker is free for it."""
    running: list[Any] = []
    for task in tasks:
        running.append(pool.apply_async(play_game, (task,)))
        while len(running) >= workers:
            ended = [one for one in running if one.ready()]
            running = [one for one in running if one not in ended]
            yield from (one.get() for one in ended)
            time.sleep(0.01)
    yield from (one.get() for one in running)


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


def _read_change(text: str) -> tuple[str, float]:
    """Read a setting of the search."""
    name, _, value = text.partition("=")
    try:
        if name in Depth._fields:
            number = float(value) if name == "trust" else int(value)
            if name != "candidates" or 1 <= number <= CANDIDATES:
                return name, number
    except ValueError:
        pass
    known = ", ".join(Depth._fields)
    told = f"{text!r} is not like trust=64; there are {known}, and at most {CANDIDATES} candidates"
    raise argparse.ArgumentTypeError(told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    teams = [name for name, game in GAMES.items() if game.is_team_game]
    parser.add_argument("--game", default="original", choices=teams)
    parser.add_argument("--players", type=int, nargs="+", default=[3])
    parser.add_argument("--ms", type=int, nargs="+", default=[1, 3, 10, 30, 100])
    parser.add_argument("--turns", type=int, default=0)
    parser.add_argument("--expert-mode", action="store_true", help="both steps of it")
    parser.add_argument(
        "--depth",
        type=_read_change,
        nargs="+",
        default=[],
        metavar="NAME=VALUE",
        help=f"settings of the search other than those that ship: {', '.join(Depth._fields)}",
    )
    parser.add_argument("--talk", action="store_true", help="with signals")
    parser.add_argument("--agree", action="store_true", help="the bots agree who starts")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--for", type=float, default=1e6, dest="minutes", metavar="MINUTES")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args()
    changes = tuple(chosen.depth)
    print("| game | players | bot | games | % won | ms a decision, mean | longest |")
    print("|---|---|---|---|---|---|---|", flush=True)
    with get_context("spawn").Pool(chosen.workers) as pool:
        for players in chosen.players:
            measured: list[Measured] = []
            for ms in chosen.ms:
                setting = Setting(
                    chosen.game,
                    players,
                    ms,
                    chosen.turns,
                    chosen.expert_mode,
                    chosen.talk,
                    chosen.agree,
                    changes,
                )
                one = measure(setting, chosen, pool)
                measured.append(one)
                print(
                    f"| {chosen.game} | {players} | {setting.bot} | {one.games:,} "
                    f"| {100 * one.share:.1f} ± {100 * one.error:.1f} "
                    f"| {one.mean_ms:.1f} | {one.longest_ms:.1f} |",
                    flush=True,
                )
            if chosen.plot is not None:
                draw(
                    f"{chosen.game}, {players} players: master by time",
                    chosen.ms,
                    measured,
                    chosen.plot,
                )


if __name__ == "__main__":
    main()
