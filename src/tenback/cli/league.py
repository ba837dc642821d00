"""``tenback league``: a round robin of duellists."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from tenback.cli.common import WholeNumber
from tenback.cli.experiments import (
    Games,
    Run,
    WorkOptions,
    between,
    experiment,
    percent,
    print_json,
    show,
)
from tenback.cli.ruleset_options import RulesetOptions
from tenback.lab.league_plot import draw_league
from tenback.lab.plots import write_figure
from tenback.lab.results import TABLE_SUFFIXES, save_results, verify_writable
from tenback.lab.tournament import LeagueResult
from tenback.lab.tournament import league as run_league

__all__ = ["league"]


def league(  # noqa: PLR0913 - each is an option of the command line
    *bots: str,
    game: Annotated[str, Parameter(alias="-g")] = "duel",
    games: Games = 1000,
    seed: WholeNumber = 0,
    out: Path | None = None,
    plot: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    work: WorkOptions = WorkOptions(),  # noqa: B008 - frozen
    options: RulesetOptions = RulesetOptions(),  # noqa: B008 - frozen
) -> int:
    """Rate duellists: every pair plays the same deals, each twice with the seats swapped.

    Parameters
    ----------
    bots
        Two bots or more.
    game
        A game of two against each other.
    games
        How many deals for each pair: 2000, 10_000 or 1e6.
    seed
        A number that fixes all deals, from 0 to 2147483647.
    out
        Write one row for each game into this file, .parquet or .csv.
    plot
        Draw ratings and who beats whom into this file, .png or .svg.
    json
        Print the result as JSON.
    """
    with experiment():
        if out is not None:
            verify_writable(out, TABLE_SUFFIXES)
        if plot is not None:
            verify_writable(plot, (".png", ".svg"))
        rules = options.ruleset(game, None, seed)
        to_play = games * len(bots) * (len(bots) - 1)
        run = Run(LeagueResult, "deals", games, to_play, lambda found: found.deals)
        with work.prepare() as how:
            result, status = run.finish(
                lambda on_progress: run_league(
                    bots, rules, games=games, seed=seed, on_progress=on_progress, **how
                )
            )
            if result is None:
                return status
            if out is not None:
                specs = {"runs": [spec.to_dict() for spec in result.specs]}
                title = f"league: {', '.join(standing.bot for standing in result.standings)}"
                save_results(result.frame, specs, title, out)
            if plot is not None:
                write_figure(draw_league(result), plot)
        _print_json(result) if json else _print_table(result)
        return status


def _print_json(result: LeagueResult) -> None:
    told: dict[str, object] = {
        "runs": [spec.to_dict() for spec in result.specs],
        "deals": result.deals,
        "games": result.games,
        "wanted": result.wanted,
        "complete": result.is_complete,
        "standings": [asdict(standing) for standing in result.standings],
        "first_seat_rate": asdict(result.first_seat_rate),
        "first_seat_points": asdict(result.first_seat_points),
        "games_played": result.games_played,
        "seconds": result.seconds,
    }
    print_json(told)


def _print_table(result: LeagueResult) -> None:
    table = Table(title=f"{result.specs[0].rules.game.id}; seed {result.specs[0].seed}")
    table.add_column("bot")
    for name in ("rating", "95 % interval", "won"):
        table.add_column(name, justify="right")
    for standing in result.standings:
        table.add_column(f"against {standing.bot}", justify="right")
    for standing in result.standings:
        cross = [
            percent(standing.against[other.bot], 1) if other.bot in standing.against else "-"
            for other in result.standings
        ]
        rating = standing.rating
        table.add_row(
            standing.bot,
            f"{rating.value:+.0f}",
            between(rating, digits=0),
            percent(standing.win_rate.value, 1),
            *cross,
        )
    show(table)
    print(
        f"{result.deals:,} deals of {result.wanted:,} a pair, each twice: {result.games:,} games."
    )
    first, points = result.first_seat_rate, result.first_seat_points
    print(
        f"The first seat won {percent(first.value)} (95 % interval {between(first, 100)}), worth "
        f"{round(points.value):+d} points between equals ({between(points, digits=0)})."
    )
