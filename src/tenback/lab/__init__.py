"""Experiments: simulate, compare, rate, plot.

>>> from tenback import lab
>>> result = lab.simulate("original", players=2, bots="greedy", games=200, seed=3)
>>> result.games, result.frame.height
(200, 200)
>>> again = lab.simulate("original", players=2, bots="greedy", games=100, seed=3)
>>> again.frame.equals(result.frame[:100])
True

The same seed gives the same games on any executor and with any number of workers. Scripts that ask
for several workers need the usual ``if __name__ == "__main__":``.
"""

from typing import TYPE_CHECKING

from tenback.lazy import lazy_names

if TYPE_CHECKING:
    from tenback.lab.comparison import Comparison, ComparisonResult, compare
    from tenback.lab.errors import ExperimentInterrupted, GameFailedError, LabError, WorkerLostError
    from tenback.lab.plotting import plot
    from tenback.lab.results import SavedResults, load_results, save_results
    from tenback.lab.simulation import SimulationResult, simulate
    from tenback.lab.spec import RunSpec, make_spec
    from tenback.lab.store import RunStore
    from tenback.lab.tournament import LeagueResult, Standing, league

_HOMES = {
    "comparison": ("Comparison", "ComparisonResult", "compare"),
    "errors": ("ExperimentInterrupted", "GameFailedError", "LabError", "WorkerLostError"),
    "plotting": ("plot",),
    "results": ("SavedResults", "load_results", "save_results"),
    "simulation": ("SimulationResult", "simulate"),
    "spec": ("RunSpec", "make_spec"),
    "store": ("RunStore",),
    "tournament": ("LeagueResult", "Standing", "league"),
}

__all__ = [
    "Comparison",
    "ComparisonResult",
    "ExperimentInterrupted",
    "GameFailedError",
    "LabError",
    "LeagueResult",
    "RunSpec",
    "RunStore",
    "SavedResults",
    "SimulationResult",
    "Standing",
    "WorkerLostError",
    "compare",
    "league",
    "load_results",
    "make_spec",
    "plot",
    "save_results",
    "simulate",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES, extra="lab")
