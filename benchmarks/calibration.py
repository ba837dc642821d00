"""Whether the chances of a review are chances: predicted against what happened, in bot games.

    python benchmarks/calibration.py fit --games 10000 --seed 601
    python benchmarks/calibration.py check --games 10000 --seed 602 --out calibration.csv
    python benchmarks/calibration.py plot calibration.csv --out docs/images/calibration.svg

`fit` lets `expert` play every seat and fits a slope and an offset for each phase of each game and
number of players, by which the network's logits become chances. They are written into the package.
`check` plays other games, takes one turn of each at random and values it as a review does; every
game is one independent pair of a chance and a result. Turns in which nothing is hidden are left
out: there a review asks the solver. The rows of a check are sums by tenths of the chance.
"""

import argparse
import csv
import json
import math
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.analysis.reviewing import calibration
from tenback.analysis.reviewing.sampler import Sampler
from tenback.analysis.reviewing.sampling import PHASES, Lookahead, phase_of, sample, turns_ahead
from tenback.bots.search.best_turn import NO_TURN, best_valued_turn
from tenback.bots.search.deep import Search
from tenback.bots.search.hidden_hands import note_turn
from tenback.bots.search.turns import hide, play_turns
from tenback.bots.search.workspace import Heard, new_heard
from tenback.kernels import codes
from tenback.kernels.compiling import jit
from tenback.kernels.deals import deal, next_below, start_of_stream
from tenback.kernels.enumeration import play_turn
from tenback.kernels.packed import Numbers, PackedRules, PackedState, new_states
from tenback.kernels.steps import deck_count, deck_of, hand_count
from tenback.kernels.turn_buffer import TurnLimits
from tenback.records import build_ruleset
from tenback.rules import GAMES, Ruleset

KEPT = Path(calibration.__file__).with_name("calibration.json")
MOST_TURNS = 120
TENTHS = 10
COLUMNS = ("game", "players", "tenth", "games", "predicted", "variance", "won", "samples", "seed")


class Played(NamedTuple):
    """Room for one game: what was known and thought before each turn."""

    states: NDArray[Any]
    left: Numbers
    logits: NDArray[np.float64]


def new_played() -> Played:
    """Make room for a game."""
    return Played(
        new_states(MOST_TURNS), np.zeros((MOST_TURNS, 5, 5), np.int64), np.zeros(MOST_TURNS)
    )


@jit
def is_open(rules: PackedRules, state: PackedState) -> bool:
    """Whether every seat can tell every card."""
    if rules.has_rivals:
        return deck_count(state, 0) + deck_count(state, 1) == 0
    holders = 0
    for seat in range(rules.players):
        holders += 1 if hand_count(state, seat) > 0 else 0
    deck = deck_count(state, 0)
    return holders <= 2 if deck == 0 else holders == 1 and deck == 1


@jit
def play(
    rules: PackedRules,
    seed: int,
    limits: TurnLimits,
    heard: Heard,
    search: Search,
    played: Played,
    state: PackedState,
) -> int:
    """Play a game of `expert`; how many of its turns had something hidden."""
    generator = np.zeros(1, np.uint64)
    deal(rules, state, seed)
    search.left[:] = 0
    turns = 0
    while state.phase == codes.PLAYING:
        seat = int(state.seat)
        turn = best_valued_turn(rules, state, limits, heard.signals, search.ahead)
        if turns < MOST_TURNS and turn != NO_TURN and not is_open(rules, state):
            played.states[turns] = state
            played.left[turns] = search.left
            played.logits[turns] = search.ahead.best[0]
            turns += 1
        held_low, held_high = state.hands[seat, 0], state.hands[seat, 1]
        if turn == NO_TURN:
            play_turns(rules, state, codes.GREEDY, 1, generator)
        else:
            play_turn(rules, state, search.ahead.buffer.entries[turn])
        note_turn(rules, state, seat, held_low, held_high, search.left)
    return turns


@jit
def collect(
    rules: PackedRules,
    seeds: Numbers,
    limits: TurnLimits,
    heard: Heard,
    search: Search,
    played: Played,
    work: NDArray[Any],
    rows: NDArray[np.float64],
) -> int:
    """Write (phase, logit, won) of every turn; how many rows there are."""
    size = 0
    for index in range(seeds.size):
        turns = play(rules, seeds[index], limits, heard, search, played, work[0])
        for number in range(turns):
            state = played.states[number]
            rows[size, 0] = phase_of(deck_count(state, deck_of(rules, state.seat)))
            rows[size, 1] = played.logits[number]
            rows[size, 2] = (work[0].winners >> state.seat) & 1
            size += 1
    return size


@jit
def predict(
    rules: PackedRules,
    seeds: Numbers,
    limits: TurnLimits,
    ahead: Lookahead,
    deep: Lookahead,
    heard: Heard,
    samples: int,
    search: Search,
    played: Played,
    work: NDArray[Any],
    values: NDArray[np.float64],
    rows: NDArray[np.float64],
) -> int:
    """Write (chance, won) of one turn of each game, as a review values it; how many rows."""
    size = 0
    generator = np.zeros(1, np.uint64)
    none = np.zeros(0, np.int64)
    entries = np.zeros(1, np.int64)
    for index in range(seeds.size):
        turns = play(rules, seeds[index], limits, heard, search, played, work[0])
        if turns == 0:
            continue
        generator[0] = start_of_stream(seeds[index], 777)
        number = next_below(generator, turns)
        state, seen = played.states[number], work[1]
        hide(rules, state, seen)
        search.left[:] = played.left[number]
        entries[0] = best_valued_turn(rules, seen, limits, heard.signals, search.desk)
        deck = deck_count(seen, deck_of(rules, seen.seat))
        how = deep if deck <= ahead.playout_deck else ahead
        count = samples * 2 if deck <= ahead.playout_deck else samples
        sample(
            rules,
            seen,
            seen.seat,
            limits,
            how,
            how.turns,
            heard,
            entries,
            none,
            seeds[index],
            0,
            count,
            search,
            values,
        )
        rows[size, 0] = values[0, :count].mean()
        rows[size, 1] = (work[0].winners >> seen.seat) & 1
        size += 1
    return size


def rulesets(only: list[str]) -> list[Ruleset]:
    """List the games and numbers of players, or those named."""
    found = [
        build_ruleset(game.id, players) for game in GAMES.values() for players in game.player_range
    ]
    return [one for one in found if not only or f"{one.game.id}-{one.players}" in only]


def seeds_of(seed: int, games: int) -> Numbers:
    """Give the seeds of the deals, as `tenback simulate --seed` does."""
    return (np.int64(seed) << np.int64(32)) + np.arange(games, dtype=np.int64)


def fit_scale(logits: NDArray[np.float64], won: NDArray[np.float64]) -> tuple[float, float]:
    """Fit a slope and an offset by the largest likelihood, drawn a little towards 1 and 0."""
    slope, offset, prior = 1.0, 0.0, 20.0
    x = np.clip(logits, -12, 12)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(slope * x + offset)))
        rest, spread = won - chance, chance * (1 - chance)
        gradient = np.array([rest @ x - prior * (slope - 1), rest.sum() - prior * offset])
        cross = spread @ x
        hessian = np.array([[spread @ (x * x) + prior, cross], [cross, spread.sum() + prior]])
        step = np.linalg.solve(hessian, gradient)
        slope, offset = slope + step[0], offset + step[1]
        if np.abs(step).max() < 1e-6:
            break
    return float(slope), float(offset)


def fit(arguments: argparse.Namespace) -> None:
    """Fit the corrections and write them into the package."""
    for rules in rulesets(arguments.only):
        began = time.process_time()
        sampler = Sampler(rules, samples=8, seed=0)
        rows = np.zeros((arguments.games * MOST_TURNS, 3))
        size = collect(
            sampler.packed,
            seeds_of(arguments.seed, arguments.games),
            sampler.limits,
            new_heard(),
            sampler.search,
            new_played(),
            new_states(1),
            rows,
        )
        scales = [fit_scale(*rows[:size][rows[:size, 0] == phase, 1:].T) for phase in range(PHASES)]
        kept = json.loads(KEPT.read_text())
        kept[calibration.calibration_name(rules)] = {
            "slopes": [round(slope, 4) for slope, _ in scales],
            "offsets": [round(offset, 4) for _, offset in scales],
            "games": arguments.games,
            "seed": arguments.seed,
        }
        lines = (f" {json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(kept))
        KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        name, seconds = calibration.calibration_name(rules), time.process_time() - began
        print(f"{name}: {size} turns, {seconds:.0f} s of CPU", flush=True)


def check(arguments: argparse.Namespace) -> None:
    """Compare chances with results on fresh games."""
    is_new = not arguments.out.exists()
    with arguments.out.open("a", newline="") as file:
        writer = csv.writer(file)
        if is_new:
            writer.writerow(COLUMNS)
        for rules in rulesets(arguments.only):
            began = time.process_time()
            sampler = Sampler(rules, samples=arguments.samples, seed=0)
            ahead = sampler.ahead
            rows = np.zeros((arguments.games, 2))
            size = predict(
                sampler.packed,
                seeds_of(arguments.seed, arguments.games),
                sampler.limits,
                ahead,
                ahead._replace(turns=turns_ahead(ahead, 0)),
                new_heard(),
                arguments.samples,
                sampler.search,
                new_played(),
                new_states(2),
                np.zeros((1, 2 * arguments.samples)),
                rows,
            )
            chances, won = rows[:size].T
            tenths = np.minimum((chances * TENTHS).astype(int), TENTHS - 1)
            for tenth in range(TENTHS):
                these = tenths == tenth
                if these.any():
                    p = chances[these]
                    told = (p.sum(), (p * (1 - p)).sum(), won[these].sum())
                    row = (rules.game.id, rules.players, tenth, these.sum(), *map(float, told))
                    writer.writerow([*row, arguments.samples, arguments.seed])
            file.flush()
            error = math.sqrt(float((chances * (1 - chances)).sum()))
            z = float((won - chances).sum()) / error
            brier = float(((won - chances) ** 2).mean())
            seconds = time.process_time() - began
            print(
                f"{rules.game.id}-{rules.players}: {size} games, predicted {chances.mean():.4f}, "
                f"won {won.mean():.4f}, z {z:+.2f}, Brier {brier:.4f}, {seconds:.0f} s of CPU",
                flush=True,
            )


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    for name, command, seed in (("fit", fit, 601), ("check", check, 602)):
        one = commands.add_parser(name)
        one.set_defaults(command=command)
        one.add_argument("--games", type=int, default=10_000)
        one.add_argument("--seed", type=int, default=seed)
        one.add_argument("--only", nargs="*", default=[])
        if name == "check":
            one.add_argument("--samples", type=int, default=32)
            one.add_argument("--out", type=Path, default=Path("calibration.csv"))
    arguments = parser.parse_args()
    arguments.command(arguments)


if __name__ == "__main__":
    main()
