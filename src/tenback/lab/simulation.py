"""Simulating a run: how often a team wins, and how many cards are left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from tenback.lab.errors import ExperimentInterrupted
from tenback.lab.results import build_frame
from tenback.lab.runner import OnProgress, Runner, open_runner
from tenback.lab.spec import RunSpec, make_spec, verify_count
from tenback.lab.statistics import estimate_share
from tenback.lab.store import RunStore
from tenback.records import build_ruleset
from tenback.rules import Ruleset

if TYPE_CHECKING:
    import polars as pl

__all__ = ["SimulationResult", "simulate"]


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """The result of a run.

    In a duel ``wins`` are those of the first seat, and the cards left are the loser's. Two results
    are equal if their games are, however long they took and wherever they were played.
    """

    spec: RunSpec
    wanted: int
    games: int
    wins: int
    win_rate: float
    se: float
    low: float
    high: float
    mean_left: float
    median_left: float
    #: Cards left -> number of games.
    distribution: Mapping[int, int]
    #: How games ended -> number of games.
    terminations: Mapping[str, int]
    decisions: int
    frame: "pl.DataFrame" = field(repr=False, compare=False)
    #: Games that were played now; the others were stored earlier.
    games_played: int = field(compare=False)
    seconds: float = field(compare=False)
    #: Speed once all workers were busy; ``seconds`` also counts their start.
    games_per_second: float = field(compare=False)
    decisions_per_second: float = field(compare=False)
    executor: str = field(compare=False)
    workers: int = field(compare=False)

    @property
    def is_complete(self) -> bool:
        """Whether it has all the games that were asked for."""
        return self.games == self.wanted

    def to_dict(self) -> dict[str, object]:
        """Return everything but the frame in plain values."""
        names = [name for name in self.__slots__ if name not in ("spec", "frame")]
        told: dict[str, object] = {name: getattr(self, name) for name in names}
        return {"run": self.spec.to_dict(), "complete": self.is_complete, **told}


def simulate(  # noqa: PLR0913 - each is a choice of the experiment
    game: str | Ruleset = "original",
    *,
    players: int | None = None,
    bots: str | Sequence[str] = "greedy",
    games: int = 1000,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    agree: bool = False,
    workers: int | None = 1,
    ray: str | None = None,
    store: RunStore | None = None,
    on_progress: OnProgress | None = None,
) -> SimulationResult:
    """Play games between bots; a shorter list of bots is repeated over the seats.

    ``game``, ``players`` and ``options`` are those of ``build_ruleset``, unless ``game`` is a
    ``Ruleset``. ``agree``: the seat that would start most gladly does (A-8), and the lot only
    breaks ties. ``workers`` is the number of processes; one plays in this process. ``ray`` is
    "local" or an address. With a ``store`` finished games are stored, and those stored earlier are
    not played again. What cannot be run raises a ``LabError``; Ctrl-C raises
    ``ExperimentInterrupted`` with the games so far.
    """
    verify_count(games)
    rules = game if isinstance(game, Ruleset) else build_ruleset(game, players, options)
    spec = make_spec(rules, bots, seed, agree=agree)
    with open_runner(workers, ray, store, on_progress) as runner:
        try:
            runner.play([spec], games)
        except KeyboardInterrupt:
            done = runner.table(spec).count
            raise ExperimentInterrupted(_result(runner, spec) if done else None) from None
    return _result(runner, spec)


def _result(runner: Runner, spec: RunSpec) -> SimulationResult:
    table = runner.table(spec)
    scores, winners = table.column("score"), table.column("winners")
    won = winners != 0 if spec.rules.game.is_team_game else winners & 1
    wins = int(np.count_nonzero(won))
    share = estimate_share(wins, table.count)
    frame = build_frame(table)
    left, counts = np.unique(scores, return_counts=True)
    ends = frame["termination"].value_counts(sort=True)
    speed = runner.games_per_second
    return SimulationResult(
        spec=spec,
        wanted=len(table),
        games=table.count,
        wins=wins,
        win_rate=share.value,
        se=share.se,
        low=share.low,
        high=share.high,
        mean_left=float(scores.mean()),
        median_left=float(np.median(scores)),
        distribution=dict(zip(left.tolist(), counts.tolist(), strict=True)),
        terminations=dict(ends.iter_rows()),
        decisions=int(table.column("decisions").sum()),
        frame=frame,
        games_played=runner.played,
        seconds=runner.seconds,
        games_per_second=speed,
        decisions_per_second=speed * runner.decisions_played / max(1, runner.played),
        executor=runner.executor.name,
        workers=runner.executor.workers,
    )
