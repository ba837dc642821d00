"""How often a bot wins the Duel against the same bot of an older checkout.

    git worktree add /tmp/before 222ec8d3
    python benchmarks/duel_before.py /tmp/before/src --bot master:ms=50 --deals 500 --seed 1601

The older bot sits in a process with the code of its checkout. It is told the turns of a game, plays
them again by its own rules, and answers with a turn; the rules of now judge both. Each deal is
played twice, with the seats swapped. A decision takes CPU time, so other programs cost neither side
anything.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

# What both checkouts have in common.
import tenback
from tenback.bots import choose_turn, create_bot, play_turn
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.rules import Placement, State

#: The placements of a turn, as JSON has them.
Turn = list[list[int]]


class Task(NamedTuple):
    """A deal, and who is the bot of now."""

    bot: str
    source: Path
    seed: int
    seat: int


class Played(NamedTuple):
    """Whether the bot of now won, and the CPU time of either side."""

    won: bool
    seconds: tuple[float, float]
    decisions: tuple[int, int]


def deal(seed: int) -> State:
    rules = build_ruleset("duel", 2)
    return State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))


def new_bot(name: str, seat: int) -> Any:
    """Make a bot that counts its time by the thread."""
    bot: Any = create_bot(name, seed=seat)
    bot.clock = time.thread_time
    bot.prepare(build_ruleset("duel", 2))
    return bot


def choose(state: State, bot: Any) -> tuple[Turn, float]:
    """Ask for a turn, and say how long it took."""
    before = time.thread_time()
    turn = [[placed.card, placed.pile] for placed in choose_turn(state, bot)]
    return turn, time.thread_time() - before


def play(state: State, turn: Turn) -> State:
    return play_turn(state, [Placement(card, pile) for card, pile in turn])


def serve(name: str, source: Path) -> None:
    """Answer for the older bot a line with a seed and turns: with a turn and its time."""
    if not Path(str(tenback.__file__)).is_relative_to(source.resolve()):
        sys.exit(f"{tenback.__file__} was imported, which is not in {source}")
    bot = new_bot(name, 1)
    for line in sys.stdin:
        seed, turns = json.loads(line)
        state = deal(seed)
        for turn in turns:
            state = play(state, turn)
        print(json.dumps(choose(state, bot)), flush=True)


class _Older:
    """The process with the older bot."""

    def __init__(self, source: Path, bot: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(source), "--bot", bot, "--serve"],
            env={**os.environ, "PYTHONPATH": str(source.resolve())},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def choose(self, seed: int, turns: Sequence[Turn]) -> tuple[Turn, float]:
        asked, answered = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answered is not None
        asked.write(json.dumps([seed, turns]) + "\n")
        asked.flush()
        line = answered.readline()
        if not line:
            raise RuntimeError(f"the older bot ended with {self._process.wait()}")
        turn, seconds = cast("tuple[Turn, float]", json.loads(line))
        return turn, seconds


#: Both bots of this process, by name.
_seated: dict[str, tuple[Any, _Older]] = {}


def play_game(task: Task) -> Played:
    """Play a deal; the bot of now has the seat of the task."""
    if task.bot not in _seated:
        _seated[task.bot] = new_bot(task.bot, 0), _Older(task.source, task.bot)
    now, older = _seated[task.bot]
    state, turns = deal(task.seed), list[Turn]()
    seconds, decisions = [0.0, 0.0], [0, 0]
    while state.outcome is None:
        is_older = int(state.seat != task.seat)
        turn, took = older.choose(task.seed, turns) if is_older else choose(state, now)
        seconds[is_older] += took
        decisions[is_older] += 1
        turns.append(turn)
        state = play(state, turn)
    won = task.seat in state.outcome.winners
    return Played(won, (seconds[0], seconds[1]), (decisions[0], decisions[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path, help="the folder src of the older checkout")
    parser.add_argument("--bot", default="master:ms=50")
    parser.add_argument("--deals", type=int, default=500, help="each is played twice")
    parser.add_argument("--seed", type=int, default=1601)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if not (chosen.source / "tenback").is_dir():
        sys.exit(f"{chosen.source} has no folder tenback; name the folder src of a checkout")
    if chosen.serve:
        serve(chosen.bot, chosen.source)
        return
    first = (chosen.seed << 32) + chosen.first
    tasks = [
        Task(chosen.bot, chosen.source, seed, seat)
        for seed in range(first, first + chosen.deals)
        for seat in range(2)
    ]
    played: list[Played] = []
    with get_context("spawn").Pool(chosen.workers) as pool:
        for one in pool.imap(play_game, tasks):
            played.append(one)
            if len(played) % 100 == 0:
                won = sum(game.won for game in played)
                print(f"{len(played)} of {len(tasks)} games, {won} won", file=sys.stderr)
    # The two games of a deal are no independent ones.
    won = np.array([game.won for game in played], float).reshape(-1, 2).mean(axis=1)
    error = won.std() / np.sqrt(won.size)
    ms = 1000 * np.array([game.seconds for game in played]).sum(axis=0)
    ms /= np.array([game.decisions for game in played]).sum(axis=0)
    print("| bot | games | % won against the older one | ms a decision, now and before |")
    print("|---|---|---|---|")
    print(
        f"| `{chosen.bot}` | {len(played):,} | {100 * won.mean():.1f} ± {100 * error:.1f} "
        f"| {ms[0]:.1f}, {ms[1]:.1f} |"
    )


if __name__ == "__main__":
    main()
