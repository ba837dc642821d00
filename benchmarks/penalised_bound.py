"""What a bound by information relaxation with a penalty would be at least, for one player.

    python benchmarks/penalised_bound.py --games 100 --beam 1 4 16

Whoever sees the deck wins every game. Charge them for it: at every draw they pay what the position
is worth after it, less what it was worth in the mean over all draws, by the network. Nobody who
does not see the deck pays or gains by that in the mean, so the mean of the best line's payment,

    won - sum(V(after the draw) - mean V(after a draw))  =  V(first) + sum(mean V - V(before)),

is an upper bound on all players. The best line is not found here but looked for by a beam, so what
is printed lies below that bound: if it is above what is to be excluded, this penalty excludes
nothing. Lines are chosen by some samples and paid for by others, so that no luck of the samples is
counted. docs/research/ceiling.md says what the figures mean.
"""

import argparse
import os
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from tenback.bots import play_turn
from tenback.bots.players.compiled import packed_rules
from tenback.bots.search.best_turn import NO_TURN, best_valued_turn, new_desk
from tenback.bots.search.deep import Search, add_samples, list_candidates, new_search
from tenback.bots.search.plans import Depth
from tenback.bots.search.turns import limits_for
from tenback.bots.search.workspace import new_heard
from tenback.bots.value.network import probability
from tenback.bots.value.weights import tables_for
from tenback.kernels.deals import start_of_stream
from tenback.kernels.packing import pack_view
from tenback.kernels.turn_buffer import placements_of
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.rules import Placement, State, view

#: One turn after the candidate, never played out: the mean of the best next values.
_DEPTH = Depth(turns=1, playout_deck=-1, candidates=6)

Turn = tuple[Placement, ...]


class Task(NamedTuple):
    """A deal, and how its best line is looked for."""

    seed: int
    beam: int
    samples: int  #: draws by which lines are chosen
    payments: int  #: draws by which the chosen line pays


class Line(NamedTuple):
    """A line of play so far, and what it pays without the value of the deal."""

    state: State
    payment: float
    turns: tuple[Turn, ...]


_searches: list[Search] = []


def gains(state: State, samples: int, stream: int, only: Turn | None = None) -> dict[Turn, float]:
    """Return the turns that the network likes best, each with the mean of V after it less V."""
    search, heard, packed = _search(state), new_heard(), packed_rules(state.rules)
    limits, seen = limits_for(packed), pack_view(view(state, 0, memory=True))
    value = value_of(state)
    count = list_candidates(packed, seen, limits, heard.signals, _DEPTH, search)
    candidates, buffer = search.candidates, search.desk.buffer
    turns = [placements_of(buffer, int(entry)) for entry in candidates.chosen[:count]]
    if only in turns:
        candidates.chosen[0] = candidates.chosen[turns.index(only)]
        turns = [only]
    candidates.sums[:] = 0
    generator = np.full(1, start_of_stream(stream, state.turns), np.uint64)
    add_samples(packed, seen, limits, _DEPTH, heard, len(turns), samples, search, generator)
    return {turn: candidates.sums[n] / samples - value for n, turn in enumerate(turns)}


def value_of(state: State) -> float:
    """Return V: the value of the network's best turn, none where no turn obeys every rule."""
    search, packed = _search(state), packed_rules(state.rules)
    seen, signals = pack_view(view(state, 0, memory=True)), new_heard().signals
    turn = best_valued_turn(packed, seen, limits_for(packed), signals, search.ahead)
    return 0.0 if turn == NO_TURN else float(probability(search.ahead.best[0]))


def _search(state: State) -> Search:
    if not _searches:
        _searches.append(new_search(new_desk(tables_for(state.rules))))
    return _searches[0]


def pay(state: State, turns: tuple[Turn, ...], task: Task) -> float:
    """Return the payment of a whole line, by draws that had no part in choosing it."""
    total = value_of(state)
    for turn in turns:
        total += gains(state, task.payments, _stream(~task.seed), turn)[turn]
        state = play_turn(state, turn)
    return total


def _stream(seed: int) -> int:
    return seed & 0xFFFFFFFF


def best_line(task: Task) -> tuple[float, bool]:
    """Return the payment of the best line that a beam finds, and whether it wins."""
    rules = build_ruleset("original", 1)
    deal = State.deal(rules, deal_from_seed(rules, task.seed))
    first = deal.start(lot_from_seed(rules, task.seed))
    lines, ended = [Line(first, 0.0, ())], list[Line]()
    while lines:
        longer: list[Line] = []
        for line in lines:
            found = gains(line.state, task.samples, _stream(task.seed))
            if not found:
                ended.append(line)  # no turn obeys every rule: the game is lost
            for turn, gain in found.items():
                state = play_turn(line.state, turn)
                reached = Line(state, line.payment + gain, (*line.turns, turn))
                (longer if state.outcome is None else ended).append(reached)
        lines = _best_different(longer, task.beam)
    best = max(ended, key=lambda line: line.payment)
    outcome = best.state.outcome
    return pay(first, best.turns, task), outcome is not None and outcome.won


def _best_different(lines: list[Line], beam: int) -> list[Line]:
    """Keep the lines that have paid best, one for each position."""
    kept: dict[tuple[object, ...], Line] = {}
    for line in sorted(lines, key=lambda line: -line.payment):
        kept.setdefault((line.state.tops, line.state.hands), line)
        if len(kept) == beam:
            break
    return list(kept.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=841)
    parser.add_argument("--beam", type=int, nargs="+", default=[1, 4, 16])
    parser.add_argument("--samples", type=int, default=16)
    parser.add_argument("--payments", type=int, default=64)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    first = chosen.seed << 32
    print("| beam | deals | payment of the line found, mean | its games won, % |")
    print("|---|---|---|---|", flush=True)
    with get_context("spawn").Pool(chosen.workers) as pool:
        for beam in chosen.beam:
            tasks = [
                Task(seed, beam, chosen.samples, chosen.payments)
                for seed in range(first, first + chosen.games)
            ]
            found = pool.map(best_line, tasks, chunksize=1)
            paid = np.array([payment for payment, _ in found])
            error = paid.std() / np.sqrt(paid.size)
            won = np.mean([won for _, won in found])
            print(
                f"| {beam} | {paid.size} | {paid.mean():.3f} ± {error:.3f} | {100 * won:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
