"""Comparing teams on the same deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from tenback.lab.errors import ExperimentInterrupted, LabError
from tenback.lab.results import build_frame
from tenback.lab.runner import OnProgress, Runner, open_runner
from tenback.lab.sequential import FIRST_LOOK, estimate_at_any_time, looks
from tenback.lab.spec import RunSpec, make_spec, verify_count
from tenback.lab.statistics import Estimate, estimate_mean, estimate_share, paired_difference
from tenback.lab.store import RunStore
from tenback.records import build_ruleset
from tenback.rules import Ruleset

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Comparison", "ComparisonResult", "Criterion", "compare"]

Criterion = Literal["wins", "left"]
_ALPHA = 0.05
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One team, with its differences to the first team (None for the first team itself)."""

    bots: str
    win_rate: Estimate
    mean_left: Estimate
    win_difference: Estimate | None
    left_difference: Estimate | None


@dataclass(frozen=True, slots=True)
class ComparisonResult:
    """The result of a comparison.

    ``is_settled`` is None unless the comparison was asked to stop early. Then the intervals of the
    differences hold whenever one stops, for all teams together, and are wider than ordinary ones.
    """

    specs: tuple[RunSpec, ...]
    teams: tuple[Comparison, ...]
    wanted: int
    games: int
    is_settled: bool | None
    frame: "pl.DataFrame" = field(repr=False, compare=False)
    games_played: int = field(compare=False)
    seconds: float = field(compare=False)

    @property
    def is_complete(self) -> bool:
        """Whether every deal was played, or the comparison was settled earlier."""
        return self.games == self.wanted or self.is_settled is True


def compare(  # noqa: PLR0913 - each is a choice of the experiment
    teams: Sequence[str],
    game: str | Ruleset = "original",
    *,
    players: int | None = None,
    games: int = 2000,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    agree: bool = False,
    until_settled: bool = False,
    criterion: Criterion = "wins",
    margin: float = 0.0,
    workers: int | None = 1,
    ray: str | None = None,
    store: RunStore | None = None,
    on_progress: OnProgress | None = None,
) -> ComparisonResult:
    """Let each team play the same deals, at most ``games`` of them.

    ``until_settled`` stops once every team is known to be better or worse than the first by the
    ``criterion``, or equal to it within the ``margin``. The other arguments, and the errors, are
    those of ``simulate``.
    """
    verify_count(games)
    rules = game if isinstance(game, Ruleset) else build_ruleset(game, players, options)
    if not rules.game.is_team_game:
        raise LabError(f"compare: in {rules.game.id} bots play each other; that is a league")
    if len(teams) < 2 or len(set(teams)) < len(teams):
        raise LabError("compare: name two or more different bots")
    if margin < 0:
        raise LabError(f"margin: {margin} is not 0 or more")
    specs = tuple(make_spec(rules, team, seed, agree=agree) for team in teams)
    referee = _Referee(specs, games, until_settled, criterion, margin)
    with open_runner(workers, ray, store, on_progress) as runner:
        try:
            for count in looks(games) if until_settled else (games,):
                runner.play(specs, count)
                if until_settled and referee.is_settled(runner):
                    break
        except KeyboardInterrupt:
            done = len(_common(runner, specs))
            raise ExperimentInterrupted(referee.result(runner) if done else None) from None
    return referee.result(runner)


@dataclass(frozen=True, slots=True)
class _Referee:
    specs: tuple[RunSpec, ...]
    wanted: int
    looks_often: bool
    criterion: Criterion
    margin: float

    def is_settled(self, runner: Runner) -> bool:
        """Whether every team is known to be better than, worse than or equal to the first."""
        if len(_common(runner, self.specs)) < FIRST_LOOK:
            return False
        for team in self.teams(runner)[1:]:
            found = team.win_difference if self.criterion == "wins" else team.left_difference
            assert found is not None
            is_apart = found.low > 0 or found.high < 0
            is_equal = -self.margin < found.low and found.high < self.margin
            if not is_apart and not is_equal:
                return False
        return True

    def teams(self, runner: Runner) -> tuple[Comparison, ...]:
        """Estimate every team from the deals that all have played."""
        games = _common(runner, self.specs)
        wins = [runner.table(spec).column_at("winners", games) != 0 for spec in self.specs]
        left = [runner.table(spec).column_at("score", games) for spec in self.specs]
        return tuple(
            Comparison(
                spec.team,
                estimate_share(int(np.count_nonzero(wins[at])), len(games)),
                estimate_mean(left[at]),
                self.difference(wins[at], wins[0]) if at else None,
                self.difference(left[at], left[0]) if at else None,
            )
            for at, spec in enumerate(self.specs)
        )

    def difference(self, values: NDArray[np.generic], reference: NDArray[np.generic]) -> Estimate:
        """Estimate a paired difference; with early stopping, valid at every look."""
        if not self.looks_often:
            return paired_difference(values, reference)
        # Bonferroni: two differences for each team but the first, and all hold together.
        alpha = _ALPHA / (2 * (len(self.specs) - 1))
        return estimate_at_any_time(np.subtract(values, reference, dtype=np.float64), alpha)

    def result(self, runner: Runner) -> ComparisonResult:
        """Summarise the games so far."""
        return ComparisonResult(
            specs=self.specs,
            teams=self.teams(runner),
            wanted=self.wanted,
            games=len(_common(runner, self.specs)),
            is_settled=self.is_settled(runner) if self.looks_often else None,
            frame=_joined_frame(runner, self.specs),
            games_played=runner.played,
            seconds=runner.seconds,
        )


def _common(runner: Runner, specs: Sequence[RunSpec]) -> Numbers:
    """List the deals that every team has played."""
    return reduce(np.intersect1d, (runner.table(spec).numbers() for spec in specs))


def _joined_frame(runner: Runner, specs: Sequence[RunSpec]) -> "pl.DataFrame":
    import polars as pl  # noqa: PLC0415 - heavy

    frames = [
        build_frame(runner.table(spec)).with_columns(bots=pl.lit(spec.team)) for spec in specs
    ]
    return pl.concat(frames)
