"""Whether the chances of a review are calibrated: predictions against results, in bot games.

    python benchmarks/calibration.py play --games 10000 --seed 601 --rows rows
    python benchmarks/calibration.py fit --rows rows
    python benchmarks/calibration.py check --games 10000 --seed 602 --out first.csv
    python benchmarks/calibration.py shift first.csv
    python benchmarks/calibration.py check --games 10000 --seed 603 --out calibration.csv
    python benchmarks/calibration.py plot calibration.csv --out docs/images/calibration.svg
    python benchmarks/calibration.py play --expert-mode --only original-3 --games 30000 --rows rows

`play` lets `expert` play every seat and keeps (phase, logit, won) of every turn. From those `fit`
finds, for each game, number of players and phase, the slope and the offset by which the network's
logits become chances, and writes them into the package. `check` plays other games, takes one turn
of each at random and values it as a review does: every game is one independent pair of a chance and
a result. Turns in which nothing is hidden are left out: there a review asks the solver. The lines
of its file are sums by tenths of the chance; checks of several seeds add up. With `--expert-mode`
`play` says how far the chances are off there, for which nothing is fitted.

A review deals hidden cards by what it infers from earlier turns. Where commands or an opponent keep
cards in hands, it deals a little too well or too badly. Where the chances of a check are off by two
standard errors or more, or its tenths disagree beyond chance, `shift` moves them. Another check, of
other games, then has to confirm them.
"""

import argparse
import csv
import json
import math
import time
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.analysis.reviewing import calibration
from tenback.analysis.reviewing.sampler import Sampler
from tenback.analysis.reviewing.sampling import (
    PHASES,
    Known,
    Lookahead,
    Tried,
    phase_of,
    sample,
)
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
from tenback.lab.plots import PLOT_SETTINGS, figure_as_svg
from tenback.records import build_ruleset
from tenback.rules import GAMES, Ruleset

KEPT = Path(calibration.__file__).with_name("calibration.json")
MOST_TURNS = 120
TENTHS = 10
#: Tenths with fewer games are not drawn, those with less variance not tested.
FEWEST = 20
LEAST_VARIANCE = 3.0
#: Below this p-value, the tenths of a check are believed to disagree with the chances.
SURELY_BENT = 0.01
#: The random stream of a deal that picks the turn to value.
PICKING_STREAM = 777
SUMS = ("games", "predicted", "variance", "won")
COLUMNS = ("game", "players", "tenth", *SUMS, "samples", "seed")

Pairs = NDArray[np.float64]


class Played(NamedTuple):
    """Room for one game: what was known and thought before each turn."""

    states: NDArray[Any]
    left: Numbers
    logits: NDArray[np.float64]


class Valuing(NamedTuple):
    """How a review values a turn; without samples, it does not."""

    ahead: Lookahead
    to_the_end: Lookahead
    playout_deck: int
    samples: int


class Found(NamedTuple):
    """What games showed: (chance, won) of one turn each, (phase, logit, won) of all turns."""

    pairs: Pairs
    rows: Pairs


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
def play_game(
    rules: PackedRules,
    seed: int,
    limits: TurnLimits,
    heard: Heard,
    search: Search,
    played: Played,
    state: PackedState,
) -> int:
    """Play a game of `expert`; return how many of its turns had something hidden."""
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
def predict(
    rules: PackedRules,
    seeds: Numbers,
    limits: TurnLimits,
    valuing: Valuing,
    search: Search,
    played: Played,
    heard: Heard,
    work: NDArray[Any],
    found: Found,
) -> tuple[int, int]:
    """Play games and write what they showed; return how many pairs and rows."""
    size, row = 0, 0
    generator = np.zeros(1, np.uint64)
    none = np.zeros(0, np.int64)
    entries = np.zeros(1, np.int64)
    values = np.zeros((1, max(1, 2 * valuing.samples)))
    for index in range(seeds.size):
        turns = play_game(rules, seeds[index], limits, heard, search, played, work[0])
        if turns == 0:
            continue
        for number in range(turns):
            state = played.states[number]
            found.rows[row, 0] = phase_of(deck_count(state, deck_of(rules, state.seat)))
            found.rows[row, 1] = played.logits[number]
            found.rows[row, 2] = (work[0].winners >> state.seat) & 1
            row += 1
        if valuing.samples == 0:
            continue
        generator[0] = start_of_stream(seeds[index], PICKING_STREAM)
        number = next_below(generator, turns)
        state, seen = played.states[number], work[1]
        hide(rules, state, seen)
        search.left[:] = played.left[number]
        entries[0] = best_valued_turn(rules, seen, limits, heard.signals, search.desk)
        deck = deck_count(seen, deck_of(rules, seen.seat))
        is_late = deck <= valuing.playout_deck
        count = valuing.samples * (2 if is_late else 1)
        sample(
            rules,
            limits,
            Known(seen, int(seen.seat), heard, seeds[index]),
            valuing.to_the_end if is_late else valuing.ahead,
            0,
            count,
            search,
            Tried(entries, none, values, generator),
        )
        found.pairs[size, 0] = values[0, :count].mean()
        found.pairs[size, 1] = (work[0].winners >> seen.seat) & 1
        size += 1
    return size, row


def rulesets(only: list[str], *, is_expert: bool = False) -> list[Ruleset]:
    """List the games and numbers of players, or those named; with both steps of expert mode."""
    steps = {"expert_minimum": True, "expert_hand": True} if is_expert else {}
    found = [
        build_ruleset(game.id, players, steps)
        for game in GAMES.values()
        if game.is_team_game or not is_expert
        for players in game.player_range
    ]
    return [one for one in found if not only or f"{one.game.id}-{one.players}" in only]


def seeds_of(seed: int, games: int) -> Numbers:
    """Return the seeds of the deals, as `tenback simulate --seed` does."""
    return (np.int64(seed) << np.int64(32)) + np.arange(games, dtype=np.int64)


def fit_scale(logits: NDArray[np.float64], won: NDArray[np.float64]) -> tuple[float, float]:
    """Fit a slope and an offset by maximum likelihood, with a weak prior towards 1 and 0."""
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
    """Fit the corrections of games and write them into the package."""
    for rules in rulesets(arguments.only):
        name = calibration.calibration_name(rules)
        saved = [np.load(path) for path in sorted(arguments.rows.glob(f"{name}-*.npz"))]
        if not saved:
            continue
        rows = np.concatenate([one["rows"] for one in saved])
        games = sum(int(one["games"]) for one in saved)
        seeds = [int(one["seed"]) for one in saved]
        scales = [fit_scale(*rows[rows[:, 0] == phase, 1:].T) for phase in range(PHASES)]
        kept = json.loads(KEPT.read_text())
        kept[name] = {
            "slopes": [round(slope, 4) for slope, _ in scales],
            "offsets": [round(offset, 4) for _, offset in scales],
            "games": games,
            "seeds": seeds,
        }
        write_kept(kept)
        print(name, kept[name])


def shift(arguments: argparse.Namespace) -> None:
    """Move the chances that a check found off by two standard errors or more.

    Where the tenths disagree beyond chance (p below 0.01), they are also stretched or flattened.
    """
    kept = json.loads(KEPT.read_text())
    for (game, players), tenths in read(arguments.file).items():
        predicted, variance, won = (sum(one[name] for one in tenths) for name in SUMS[1:])
        is_bent = tail_of(tenths) < SURELY_BENT
        if not is_bent and abs(won - predicted) < 2 * math.sqrt(variance):
            continue
        found = kept[f"{game}-{players}"]
        slope, offset = fit_tenths(tenths) if is_bent else (1.0, (won - predicted) / variance)
        for part in ("slopes", "offsets"):
            found[part] = [round(slope * value, 4) for value in found[part]]
        found["shift"] = round(slope * found.get("shift", 0.0) + offset, 4)
        print(f"{game}-{players}: times {slope:.4f}, {found['shift']:+.4f}")
    write_kept(kept)


def fit_tenths(tenths: list[dict[str, float]]) -> tuple[float, float]:
    """Fit a slope and an offset to the sums of a check, every tenth at its mean."""
    chances = [one["predicted"] / one["games"] for one in tenths]
    logits = np.repeat([math.log(chance / (1 - chance)) for chance in chances], 2)
    results = np.tile([1.0, 0.0], len(tenths))
    weights = [(one["won"], one["games"] - one["won"]) for one in tenths]
    counts = np.array(weights).ravel().astype(int)
    return fit_scale(np.repeat(logits, counts), np.repeat(results, counts))


def write_kept(kept: dict[str, Any]) -> None:
    """Write the corrections into the package, a line each."""
    lines = (f" {json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(kept))
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def play(arguments: argparse.Namespace) -> None:
    """Play games and keep what is needed to fit."""
    arguments.samples = 0
    arguments.rows.mkdir(exist_ok=True)
    for rules in rulesets(arguments.only, is_expert=arguments.expert_mode):
        began = time.process_time()
        _, rows = play_games(rules, arguments)
        name = calibration.calibration_name(rules) or f"expert-{rules.game.id}-{rules.players}"
        facts = {"games": arguments.games, "seed": arguments.seed}
        np.savez_compressed(arguments.rows / f"{name}-{arguments.seed}", rows=rows, **facts)
        won, chances = rows[:, 2].mean(), (1 / (1 + np.exp(-np.clip(rows[:, 1], -30, 30)))).mean()
        seconds = time.process_time() - began
        told = f"{len(rows)} turns, predicted {chances:.4f}, won {won:.4f}"
        print(f"{name}: {told}, {seconds:.0f} s of CPU", flush=True)


def check(arguments: argparse.Namespace) -> None:
    """Compare chances with results on fresh games."""
    is_new = not arguments.out.exists()
    with arguments.out.open("a", newline="") as file:
        writer = csv.writer(file)
        if is_new:
            writer.writerow(COLUMNS)
        for rules in rulesets(arguments.only):
            name = f"{rules.game.id}-{rules.players}"
            began = time.process_time()
            pairs, _ = play_games(rules, arguments)
            write_tenths(writer, rules, pairs, arguments)
            file.flush()
            chances, won = pairs.T
            error = math.sqrt(float((chances * (1 - chances)).sum()))
            z = float((won - chances).sum()) / error
            brier = float(((won - chances) ** 2).mean())
            print(
                f"{name}: {len(pairs)} games, predicted {chances.mean():.4f}, won "
                f"{won.mean():.4f}, z {z:+.2f}, Brier {brier:.4f}, "
                f"{time.process_time() - began:.0f} s of CPU",
                flush=True,
            )


def play_games(rules: Ruleset, arguments: argparse.Namespace) -> tuple[Pairs, Pairs]:
    """Play games; return (chance, won) of one turn each, and (phase, logit, won) of all turns."""
    sampler = Sampler(rules, samples=arguments.samples, seed=0)
    found = Found(np.zeros((arguments.games, 2)), np.zeros((arguments.games * MOST_TURNS, 3)))
    size, row = predict(
        sampler.packed,
        seeds_of(arguments.seed, arguments.games),
        sampler.limits,
        Valuing(sampler.ahead, sampler.to_the_end, sampler.playout_deck, arguments.samples),
        sampler.search,
        new_played(),
        new_heard(),
        new_states(2),
        found,
    )
    return found.pairs[:size], found.rows[:row]


def write_tenths(writer: Any, rules: Ruleset, pairs: Pairs, arguments: argparse.Namespace) -> None:
    """Write the sums by tenths of the chance."""
    chances, won = pairs.T
    tenths = np.minimum((chances * TENTHS).astype(int), TENTHS - 1)
    for tenth in range(TENTHS):
        these = tenths == tenth
        if these.any():
            p = chances[these]
            told = (p.sum(), (p * (1 - p)).sum(), won[these].sum())
            row = (rules.game.id, rules.players, tenth, int(these.sum()), *map(float, told))
            writer.writerow([*row, arguments.samples, arguments.seed])


def read(path: Path) -> dict[tuple[str, int], list[dict[str, float]]]:
    """Read the tenths of each game and number of players; checks of several seeds are added up."""
    found: dict[tuple[str, int], dict[int, dict[str, float]]] = {}
    with path.open(newline="") as file:
        for line in csv.DictReader(file):
            tenths = found.setdefault((line["game"], int(line["players"])), {})
            sums = tenths.setdefault(int(line["tenth"]), dict.fromkeys(SUMS, 0.0))
            for name in SUMS:
                sums[name] += float(line[name])
    return {
        key: [tenths[tenth] for tenth in sorted(tenths)] for key, tenths in sorted(found.items())
    }


def plot(arguments: argparse.Namespace) -> None:
    """Draw a check, and print it as a table."""
    found = read(arguments.file)
    print("| game | players | games | predicted, % | won, % | z | chi-squared, tenths | p |")
    print("|---|---|---|---|---|---|---|---|")
    for (game, players), tenths in found.items():
        print(f"| {game} | {players} | {summary(tenths)} |")
    games = list(dict.fromkeys(game for game, _ in found))
    mpl: Any = import_module("matplotlib")
    with mpl.rc_context(PLOT_SETTINGS):
        figure: Any = import_module("matplotlib.figure").Figure(
            figsize=(4 * len(games), 4.2), layout="constrained"
        )
        for at, game in enumerate(games):
            axes: Any = figure.add_subplot(1, len(games), at + 1)
            axes.plot([0, 100], [0, 100], color="#66737f", lw=0.8)
            for (other, players), tenths in found.items():
                if other == game:
                    draw(axes, players, tenths)
            axes.set_title(game, loc="left")
            axes.set_xlabel("predicted chance, %")
            axes.set_ylabel("games won, %")
            axes.legend(frameon=False, fontsize=8, title="players", title_fontsize=8)
        arguments.out.write_text(figure_as_svg(figure))


def draw(axes: Any, players: int, tenths: list[dict[str, float]]) -> None:
    """Draw the tenths with enough games, each with its 95 % interval."""
    shown = [one for one in tenths if one["games"] >= FEWEST]
    x = [100 * one["predicted"] / one["games"] for one in shown]
    y = [100 * one["won"] / one["games"] for one in shown]
    error = [196 * math.sqrt(one["variance"]) / one["games"] for one in shown]
    axes.errorbar(x, y, yerr=error, fmt="o", ms=3.5, lw=1, capsize=2, label=str(players))


def summary(tenths: list[dict[str, float]]) -> str:
    """Return a row: games, means, the error of the mean in standard errors, chi-squared."""
    games, predicted, variance, won = (sum(one[name] for one in tenths) for name in SUMS)
    z = (won - predicted) / math.sqrt(variance)
    chi, freedom = chi_squared(tenths)
    chance = chi_squared_tail(chi, freedom)
    shares = f"{100 * predicted / games:.2f} | {100 * won / games:.2f}"
    return f"{games:.0f} | {shares} | {z:+.1f} | {chi:.1f} of {freedom} | {chance:.2f}"


def chi_squared(tenths: list[dict[str, float]]) -> tuple[float, int]:
    """Return how far the tenths are from what was predicted, and how many were compared."""
    tested = [one for one in tenths if one["variance"] >= LEAST_VARIANCE]
    return sum((one["won"] - one["predicted"]) ** 2 / one["variance"] for one in tested), len(
        tested
    )


def tail_of(tenths: list[dict[str, float]]) -> float:
    """Return the p-value of the tenths."""
    return chi_squared_tail(*chi_squared(tenths))


def chi_squared_tail(value: float, freedom: int) -> float:
    """Return the chance of a larger value, by Wilson and Hilferty's approximation."""
    if freedom == 0:
        return 1.0
    spread = 2 / (9 * freedom)
    normal = ((value / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(normal / math.sqrt(2))


def main() -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play")
    playing.set_defaults(command=play, seed=601)
    playing.add_argument("--expert-mode", action="store_true", help="with both steps of it")
    fitting = commands.add_parser("fit")
    fitting.set_defaults(command=fit)
    checking = commands.add_parser("check")
    checking.set_defaults(command=check, seed=602)
    checking.add_argument("--samples", type=int, default=32)
    checking.add_argument("--out", type=Path, default=Path("calibration.csv"))
    for one in (playing, checking):
        one.add_argument("--games", type=int, default=10_000)
        one.add_argument("--seed", type=int, default=argparse.SUPPRESS)
    for one in (playing, fitting):
        one.add_argument("--rows", type=Path, required=True)
    for one in (playing, fitting, checking):
        one.add_argument("--only", nargs="*", default=[])
    shifting = commands.add_parser("shift")
    shifting.set_defaults(command=shift)
    plotting = commands.add_parser("plot")
    plotting.set_defaults(command=plot)
    for one in (shifting, plotting):
        one.add_argument("file", type=Path)
    plotting.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.command(arguments)


if __name__ == "__main__":
    main()
