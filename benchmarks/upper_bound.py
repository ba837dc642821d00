"""How many games can still be won from the positions that a bot comes to: upper bounds.

    python benchmarks/upper_bound.py --players 1 --bot master:samples=64 --games 400

The bot plays the deals with the seeds (seed << 32) and up. In every game that it lost, the solver
is shown the first position with so many cards or fewer left to draw, with every card open. What it
proves unwinnable is lost whoever goes on from there. So the share of the other games is an upper
bound on every way to go on, the best one included: nobody who sees fewer cards can win more.
Positions that the solver leaves undecided count as winnable, which keeps the bound an upper one.
docs/research/ceiling.md says what the figures mean.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from tenback.analysis import Verdict, solve
from tenback.bots import choose_turn, create_bot, play_turn
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.records.deals import bot_seed
from tenback.rules import State

DECKS = (80, 70, 60, 50, 40, 30, 25, 20, 15, 10, 6, 4, 2, 0)


class Task(NamedTuple):
    """A game to play and to judge."""

    game: str
    players: int
    bot: str
    seed: int
    nodes: int


class Played(NamedTuple):
    """Whether a game was won, and whether it could still be won with ever fewer cards to draw."""

    won: bool
    verdicts: tuple[Verdict, ...]


def positions(task: Task) -> Iterator[State]:
    """Play a game by the rules; yield every position at the start of a turn, and the end."""
    rules = build_ruleset(task.game, task.players)
    bots = [create_bot(task.bot, seed=bot_seed(task.seed, seat)) for seat in range(rules.players)]
    start = lot_from_seed(rules, task.seed)
    state = State.deal(rules, deal_from_seed(rules, task.seed)).start(start)
    yield state
    while state.outcome is None:
        state = play_turn(state, choose_turn(state, bots[state.seat]))
        yield state


def judge(path: Sequence[State], nodes: int) -> tuple[Verdict, ...]:
    """Return, for each number of cards to draw, whether the game could still be won then.

    It goes from the end backwards: what leads to a position that can be won can be won itself, so
    most positions need no solver.
    """
    verdicts: list[Verdict] = []
    shown: State | None = None
    for deck in reversed(DECKS):
        state = next((state for state in path if len(state.decks[0]) <= deck), path[-1])
        if Verdict.WINNABLE in verdicts:
            verdicts.append(Verdict.WINNABLE)
        elif state is shown:
            verdicts.append(verdicts[-1])
        else:
            verdicts.append(solve(state, seconds=None, nodes=nodes).verdict)
        shown = state
    return tuple(reversed(verdicts))


def play(task: Task) -> Played:
    path = list(positions(task))
    outcome = path[-1].outcome
    assert outcome is not None
    if outcome.won:
        return Played(True, (Verdict.WINNABLE,) * len(DECKS))
    return Played(False, judge(path, task.nodes))


def told(share: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> str:
    mean = float(share.mean())
    return f"{100 * mean:.1f} ± {100 * (mean * (1 - mean) / share.size) ** 0.5:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="original")
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--bot", default="master:samples=64")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=41)
    parser.add_argument("--nodes", type=int, default=4_000, help="most positions for the solver")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    first = chosen.seed << 32
    tasks = [
        Task(chosen.game, chosen.players, chosen.bot, seed, chosen.nodes)
        for seed in range(first, first + chosen.games)
    ]
    with get_context("spawn").Pool(chosen.workers) as pool:
        played = pool.map(play, tasks, chunksize=1)
    won = np.array([one.won for one in played])
    print(f"{chosen.game}, {chosen.players} players, `{chosen.bot}`: {told(won)} % of {won.size}\n")
    print("| cards to draw, at most | not proved lost, % | of all games undecided, % |")
    print("|---|---|---|")
    for number, deck in enumerate(DECKS):
        verdicts = [one.verdicts[number] for one in played]
        is_open = np.array([verdict is not Verdict.UNWINNABLE for verdict in verdicts])
        undecided = np.array([verdict is Verdict.UNDECIDED for verdict in verdicts])
        print(f"| {deck} | {told(is_open)} | {100 * undecided.mean():.1f} |")


if __name__ == "__main__":
    main()
