"""``tenback simulate``: many games between bots."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from tenback.cli.common import GameName, WholeNumber, start_of_run
from tenback.cli.experiments import (
    Games,
    Run,
    WorkOptions,
    experiment,
    percent,
    print_json,
    show,
)
from tenback.cli.ruleset_options import RulesetOptions
from tenback.lab.plots import PLOT_SUFFIXES, Distribution, write_plot
from tenback.lab.results import TABLE_SUFFIXES, save_results, verify_writable
from tenback.lab.simulation import SimulationResult
from tenback.lab.simulation import simulate as run_simulation

__all__ = ["simulate"]

_BIN = 10
_BAR = 40


def simulate(  # noqa: PLR0913 - each is an option of the command line
    game: GameName = "original",
    *,
    players: Annotated[WholeNumber | None, Parameter(alias="-p")] = None,
    bots: Annotated[str, Parameter(alias="-b")] = "greedy",
    games: Games = 10_000,
    seed: WholeNumber = 0,
    starter: str = "lot",
    out: Path | None = None,
    plot: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    work: WorkOptions = WorkOptions(),  # noqa: B008 - frozen
    options: RulesetOptions = RulesetOptions(),  # noqa: B008 - frozen
) -> int:
    """Let bots play many games; after Ctrl-C the same command resumes.

    In a duel wins are those of the first bot.

    Parameters
    ----------
    players
        How many play; by default one.
    bots
        A bot for each seat, separated by commas; a shorter list is repeated. See 'tenback bots'.
    games
        How many games: 2000, 10_000 or 1e6.
    seed
        A number that fixes all games, from 0 to 2147483647.
    starter
        Who starts: a seat such as P1, 'lot', or 'agreed': whichever bot would start most gladly.
    out
        Write one row for each game into this file, .parquet or .csv. Its seed can be given to
        'tenback play' (not with --layout random, which is drawn once for the run; with
        --starter agreed, play asks who starts).
    plot
        Draw the distribution of cards left into this file: .png, .svg or .html.
    json
        Print the result as JSON.
    """
    with experiment():
        if out is not None:
            verify_writable(out, TABLE_SUFFIXES)
        if plot is not None:
            verify_writable(plot, PLOT_SUFFIXES)
        rules, agree = start_of_run(options.ruleset(game, players, seed), starter)
        run = Run(SimulationResult, "games", games, games, lambda found: found.games)
        with work.prepare() as how:
            result, status = run.finish(
                lambda on_progress: run_simulation(
                    rules,
                    bots=bots,
                    games=games,
                    seed=seed,
                    agree=agree,
                    on_progress=on_progress,
                    **how,
                )
            )
            if result is None:
                return status
            if out is not None:
                save_results(result.frame, result.spec.to_dict(), result.spec.title, out)
            if plot is not None:
                write_plot([Distribution.of_frame(result.spec.title, result.frame)], plot)
        print_json(result.to_dict()) if json else _print_table(result)
        return status


def _print_table(result: SimulationResult) -> None:
    table = Table(title=f"{result.spec.title}; seed {result.spec.seed}", show_header=False)
    part = "" if result.is_complete else f" of {result.wanted:,}: a partial result"
    kept = result.games - result.games_played
    table.add_row("games", f"{result.games:,}{part}")
    won = "won" if result.spec.rules.game.is_team_game else f"won by P1 ({result.spec.bots[0]})"
    interval = f"95 % interval {100 * result.low:.2f} to {100 * result.high:.2f}"
    table.add_row(won, f"{percent(result.win_rate)} ({interval})")
    table.add_row("cards left", f"mean {result.mean_left:.2f}, median {result.median_left:g}")
    for name, share in _binned(result):
        table.add_row(name, f"{'█' * round(_BAR * share)} {percent(share, 1)}".strip())
    if result.games_played:
        table.add_row("decisions a second", f"{result.decisions_per_second:,.0f}")
        speed = f"{result.games_per_second:,.1f} ({result.seconds:.1f} s, "
        workers = f"{result.workers} worker{'s' if result.workers > 1 else ''}"
        table.add_row("games a second", f"{speed}{result.executor}, {workers})")
    if kept:
        table.add_row("kept from earlier", f"{kept:,} games")
    show(table)


def _binned(result: SimulationResult) -> list[tuple[str, float]]:
    """Bin the distribution: none left, 1 to 9, then by tens."""
    bins: dict[str, int] = {}
    last = max(result.distribution)
    if result.spec.rules.game.is_team_game:
        bins["  0"] = result.distribution.get(0, 0)
    for low in range(0, last + 1, _BIN):
        lowest = max(low, len(bins) and 1)
        counts = (result.distribution.get(left, 0) for left in range(lowest, low + _BIN))
        bins[f"  {lowest} to {low + _BIN - 1}"] = sum(counts)
    return [(name, count / result.games) for name, count in bins.items()]
