"""A league of duellists: every pair plays the same deals, each twice with the seats swapped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tenback.lab.errors import ExperimentInterrupted, LabError
from tenback.lab.ratings import fit_ratings
from tenback.lab.results import build_frame
from tenback.lab.runner import OnProgress, Runner, open_runner
from tenback.lab.spec import RunSpec, make_spec, verify_count
from tenback.lab.statistics import Estimate, estimate_share_of_groups
from tenback.lab.store import RunStore
from tenback.records import build_ruleset
from tenback.rules import Ruleset

if TYPE_CHECKING:
    import polars as pl

__all__ = ["LeagueResult", "Standing", "league"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A bot's rating in Elo points around a mean of 0, and the share of its games won."""

    bot: str
    rating: Estimate
    win_rate: Estimate
    #: Share of games won against each other bot, over both seats.
    against: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class LeagueResult:
    """The result of a league, the best bot first.

    ``first_seat_rate`` is the share of games won by whoever moved first, over all pairs with both
    seatings; ``first_seat_points`` is its worth in Elo points between equals.
    """

    specs: tuple[RunSpec, ...]
    standings: tuple[Standing, ...]
    first_seat_rate: Estimate
    first_seat_points: Estimate
    wanted: int
    #: Deals that all pairs have played with both seatings.
    deals: int
    games: int
    frame: "pl.DataFrame" = field(repr=False, compare=False)
    games_played: int = field(compare=False)
    seconds: float = field(compare=False)

    @property
    def is_complete(self) -> bool:
        """Whether it has all the deals that were asked for."""
        return self.deals == self.wanted


def league(  # noqa: PLR0913 - each is a choice of the experiment
    bots: Sequence[str],
    game: str | Ruleset = "duel",
    *,
    games: int = 1000,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    workers: int | None = 1,
    ray: str | None = None,
    store: RunStore | None = None,
    on_progress: OnProgress | None = None,
) -> LeagueResult:
    """Play ``games`` deals with every pair of bots, each deal twice; the first seat starts.

    The other arguments, and the errors, are those of ``simulate``.
    """
    verify_count(games)
    rules = game if isinstance(game, Ruleset) else build_ruleset(game, None, options)
    if rules.game.is_team_game:
        raise LabError(f"league: in {rules.game.id} bots play together; that is a comparison")
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise LabError("league: name two or more different bots")
    rules = replace(rules, starter=0)
    pairs = list(permutations(range(len(bots)), 2))
    specs = tuple(make_spec(rules, (bots[one], bots[other]), seed) for one, other in pairs)
    with open_runner(workers, ray, store, on_progress) as runner:
        try:
            runner.play(specs, games)
        except KeyboardInterrupt:
            done = len(_common(runner, specs))
            raise ExperimentInterrupted(_result(runner, bots, specs) if done else None) from None
    return _result(runner, bots, specs)


def _common(runner: Runner, specs: Sequence[RunSpec]) -> NDArray[np.int64]:
    """List the deals that every pair has played with both seatings."""
    return reduce(np.intersect1d, (runner.table(spec).numbers() for spec in specs))


def _result(runner: Runner, bots: Sequence[str], specs: tuple[RunSpec, ...]) -> LeagueResult:
    tables = [runner.table(spec) for spec in specs]
    deals = _common(runner, specs)
    pairs = list(permutations(range(len(bots)), 2))
    first_won = {
        pair: (table.column_at("winners", deals) & 1).astype(np.bool_)
        for pair, table in zip(pairs, tables, strict=True)
    }
    ratings = fit_ratings(len(bots), first_won)
    standings: list[Standing] = []
    for at, bot in enumerate(bots):
        # For each deal and opponent, how many of its two games the bot won.
        wins = {
            other: (first_won[at, other].astype(np.float64) + ~first_won[other, at]) / 2
            for other in range(len(bots))
            if other != at
        }
        standings.append(
            Standing(
                bot,
                ratings.points[at],
                estimate_share_of_groups(np.mean(list(wins.values()), axis=0)),
                {bots[other]: float(won.mean()) for other, won in wins.items()},
            )
        )
    return LeagueResult(
        specs=specs,
        standings=tuple(sorted(standings, key=lambda standing: -standing.rating.value)),
        first_seat_rate=ratings.first_seat_share,
        first_seat_points=ratings.first_seat_points,
        wanted=len(tables[0]),
        deals=len(deals),
        games=len(deals) * len(specs),
        frame=_joined_frame(runner, specs),
        games_played=runner.played,
        seconds=runner.seconds,
    )


def _joined_frame(runner: Runner, specs: Sequence[RunSpec]) -> "pl.DataFrame":
    import polars as pl  # noqa: PLC0415 - heavy

    frames = [
        build_frame(runner.table(spec)).with_columns(
            first=pl.lit(spec.bots[0]), second=pl.lit(spec.bots[1])
        )
        for spec in specs
    ]
    return pl.concat(frames)
