"""What hidden cards are worth: games of a `master` that is shown cards nobody may see.

    python benchmarks/shown_cards.py --players 2 3 4 --games 200 --seed 920001
    python benchmarks/shown_cards.py --expert-mode --players 2 3 4 5 --games 200 --seed 920001
    python benchmarks/shown_cards.py --game duel --players 2 --ms 20 --games 150 --seed 910003
    python benchmarks/shown_cards.py --players 1 --games 300 --seed 921001

In a team every seat is shown the hands of its partners, but not the order of the deck. In a duel a
seat that is shown its rival's hand plays one that is not, each deal with the seats swapped. Who
plays alone is shown what the next turn will draw, and plays the turn after which `expert` would
stand best (without a search, whatever the time). None of these is a bound: a better player who sees
no more than the rules allow might still win more. But what they win more than a bot that is shown
nothing is lost to what is hidden.
"""

import argparse
import os
import time
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from tenback.bots import choose_turn, play_turn
from tenback.bots.players.master import Master, depth_for
from tenback.bots.search.best_turn import NO_TURN, best_valued_turn
from tenback.bots.search.deep import list_candidates
from tenback.kernels import codes
from tenback.kernels.enumeration import play_turn as play_entry
from tenback.kernels.packed import PackedRules, PackedState
from tenback.kernels.packing import pack_state
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.rules import Ruleset, State


class Task(NamedTuple):
    """A deal, and how it is played."""

    game: str
    players: int
    is_expert: bool  #: both steps of expert mode (G-24)
    ms: int
    seed: int
    shown: tuple[bool, ...]  #: which seats are shown the other hands


class Shown(Master):
    """A `master` that is shown hidden cards of a table while it stands in ``table``."""

    table: State | None = None

    def choose_entry(self, rules: Ruleset, packed: PackedRules, seen: PackedState) -> int:
        """Choose from what is shown as well."""
        if self.table is None:
            return super().choose_entry(rules, packed, seen)
        whole = pack_state(self.table)
        if rules.players == 1:
            return self._choose_by_draws(rules, packed, seen, whole)
        seen.hands[:] = whole.hands
        seen.hidden[:] = 0
        return super().choose_entry(rules, packed, seen)

    def _choose_by_draws(
        self, rules: Ruleset, packed: PackedRules, seen: PackedState, whole: PackedState
    ) -> int:
        """Return the turn after which the best next one, with the cards drawn, is worth most."""
        search, depth, signals = self.search_for(rules), depth_for(rules), self.heard.signals
        self.buffer, ahead = search.desk.buffer, search.ahead
        best, choice = -np.inf, NO_TURN
        for entry in search.candidates.chosen[
            : list_candidates(packed, seen, self.limits, signals, depth, search)
        ].tolist():
            after = whole.copy()
            play_entry(packed, after, self.buffer.entries[entry])
            if after.phase == codes.OVER:
                worth = np.inf if after.winners else -np.inf
            else:
                turn = best_valued_turn(packed, after, self.limits, signals, ahead, depth.spread)
                worth = -np.inf if turn == NO_TURN else float(ahead.best[0])
            if choice == NO_TURN or worth > best:
                best, choice = worth, entry
        return choice


_seated: dict[tuple[str, int, bool, int], list[Shown]] = {}


def play_game(task: Task) -> tuple[bool, int]:
    """Play a deal; return whether the seats that are shown cards won, and how many were left."""
    steps = {"expert_minimum": True, "expert_hand": True} if task.is_expert else {}
    rules = build_ruleset(task.game, task.players, steps)
    kind = task[:4]
    if kind not in _seated:
        _seated[kind] = [Shown(ms=task.ms, seed=seat) for seat in range(task.players)]
        for bot in _seated[kind]:
            bot.clock = time.thread_time
            bot.prepare(rules)
    bots = _seated[kind]
    state = State.deal(rules, deal_from_seed(rules, task.seed))
    state = state.start(lot_from_seed(rules, task.seed))
    while state.outcome is None:
        bot = bots[state.seat]
        bot.table = state if task.shown[state.seat] else None
        state = play_turn(state, choose_turn(state, bot))
        bot.table = None
    return task.shown.index(True) in state.outcome.winners, state.outcome.score


def seatings(game: str, players: int) -> list[tuple[bool, ...]]:
    """Return who is shown cards: everybody in a team, either seat in turn in a duel."""
    if game == "duel":
        return [(True, False), (False, True)]
    return [(True,) * players]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="original")
    parser.add_argument("--players", type=int, nargs="+", default=[3])
    parser.add_argument("--expert-mode", action="store_true", help="both steps of it")
    parser.add_argument("--ms", type=int, default=10)
    parser.add_argument("--games", type=int, default=200, help="deals; in a duel each twice")
    parser.add_argument("--seed", type=int, default=920001)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    first = chosen.seed << 32
    print("| game | players | ms | deals | % won | cards left, mean |")
    print("|---|---|---|---|---|---|", flush=True)
    with get_context("spawn").Pool(chosen.workers) as pool:
        for players in chosen.players:
            ways = seatings(chosen.game, players)
            tasks = [
                Task(chosen.game, players, chosen.expert_mode, chosen.ms, first + number, shown)
                for number in range(chosen.games)
                for shown in ways
            ]
            played = np.array(pool.map(play_game, tasks, chunksize=2), float)
            # The games of one deal are no independent ones.
            won = played[:, 0].reshape(chosen.games, len(ways)).mean(axis=1)
            error = won.std() / np.sqrt(chosen.games)
            mode = ", expert mode" if chosen.expert_mode else ""
            print(
                f"| {chosen.game}{mode} | {players} | {chosen.ms} | {chosen.games} "
                f"| {100 * won.mean():.1f} ± {100 * error:.1f} | {played[:, 1].mean():.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
