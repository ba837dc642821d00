"""``tenback compare``: bots on the same deals."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.table import Table

from tenback.cli.common import WholeNumber, start_of_run
from tenback.cli.errors import CliError
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
from tenback.lab.comparison import ComparisonResult
from tenback.lab.comparison import compare as run_comparison
from tenback.lab.results import TABLE_SUFFIXES, save_results, verify_writable
from tenback.lab.statistics import Estimate
from tenback.rules import GAMES

__all__ = ["compare"]


def compare(  # noqa: PLR0913 - each is an option of the command line
    *bots: str,
    game: Annotated[str, Parameter(alias="-g")] = "original",
    players: Annotated[WholeNumber | None, Parameter(alias="-p")] = None,
    games: Games = 2000,
    seed: WholeNumber = 0,
    starter: str = "lot",
    until_settled: Annotated[bool, Parameter(negative="")] = False,
    criterion: Literal["wins", "left"] = "wins",
    margin: float = 0.0,
    out: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
    work: WorkOptions = WorkOptions(),  # noqa: B008 - frozen
    options: RulesetOptions = RulesetOptions(),  # noqa: B008 - frozen
) -> int:
    """Compare bots on the same deals; differences are against the first one.

    Parameters
    ----------
    bots
        Two bots or more; 'greedy,random' is a team with a bot for each seat.
    game
        A game of teams; for the duel there is 'tenback league'.
    players
        How many play; by default one.
    games
        How many deals at most: 2000, 10_000 or 1e6.
    seed
        A number that fixes all deals, from 0 to 2147483647.
    starter
        Who starts: a seat such as P1, 'lot', or 'agreed': whichever bot would start most gladly.
    until_settled
        Stop as soon as it is known which is better. The intervals are then wider, because they
        allow for repeated looks.
    criterion
        What decides: the share of wins, or the mean of cards left.
    margin
        Differences below this count as none: 0.01 is one point of the win rate, or 0.01 cards.
    out
        Write one row for each game into this file, .parquet or .csv.
    json
        Print the result as JSON.
    """
    for bot in bots:
        if bot in GAMES:
            raise CliError(f"{bot} is a game, no bot: --game {bot}")
    with experiment():
        if out is not None:
            verify_writable(out, TABLE_SUFFIXES)
        rules, agree = start_of_run(options.ruleset(game, players, seed), starter)
        run = Run(ComparisonResult, "deals", games, games * len(bots), lambda found: found.games)
        with work.prepare() as how:
            result, status = run.finish(
                lambda on_progress: run_comparison(
                    bots,
                    rules,
                    games=games,
                    seed=seed,
                    agree=agree,
                    until_settled=until_settled,
                    criterion=criterion,
                    margin=margin,
                    on_progress=on_progress,
                    **how,
                )
            )
            if result is None:
                return status
            if out is not None:
                specs = {"runs": [spec.to_dict() for spec in result.specs]}
                save_results(result.frame, specs, _title(result), out)
        _print_json(result) if json else _print_table(result)
        return status


def _title(result: ComparisonResult) -> str:
    spec = result.specs[0]
    return f"{spec.title.removesuffix(spec.team)}{' / '.join(one.team for one in result.specs)}"


def _print_json(result: ComparisonResult) -> None:
    told: dict[str, object] = {
        "runs": [spec.to_dict() for spec in result.specs],
        "games": result.games,
        "wanted": result.wanted,
        "complete": result.is_complete,
        "settled": result.is_settled,
        "teams": [asdict(team) for team in result.teams],
        "games_played": result.games_played,
        "seconds": result.seconds,
    }
    print_json(told)


def _print_table(result: ComparisonResult) -> None:
    table = Table(title=f"{_title(result)}; seed {result.specs[0].seed}")
    for name in ("bot", "won", "difference", "cards left", "difference"):
        table.add_column(name, justify="left" if name == "bot" else "right")
    for team in result.teams:
        table.add_row(
            team.bots,
            percent(team.win_rate.value),
            _difference(team.win_difference, 100),
            f"{team.mean_left.value:.2f}",
            _difference(team.left_difference, 1),
        )
    show(table)
    print(f"{result.games:,} deals of {result.wanted:,}, each played by every bot.")
    if result.is_settled is None:
        print("Differences to the first bot with 95 % intervals, paired by deal.")
    else:
        settled = "Settled" if result.is_settled else "Not settled"
        print(f"{settled}. All intervals of differences to the first bot hold together at 95 %,")
        print("however often one looks.")


def _difference(found: Estimate | None, scale: float) -> str:
    if found is None:
        return "-"
    return f"{scale * found.value:+.2f} ({between(found, scale)})"
