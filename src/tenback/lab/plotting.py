"""``lab.plot``: a picture of any result."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tenback.lab.comparison import ComparisonResult
from tenback.lab.errors import LabError
from tenback.lab.league_plot import draw_league
from tenback.lab.plots import PLOT_SUFFIXES, Distribution, draw, write_figure, write_plot
from tenback.lab.results import SavedResults, verify_writable
from tenback.lab.simulation import SimulationResult
from tenback.lab.tournament import LeagueResult

__all__ = ["distributions_of", "plot"]

Result = SimulationResult | ComparisonResult | LeagueResult | SavedResults


def plot(*results: Result, path: str | Path | None = None) -> Any:
    """Draw results, and return the Matplotlib figure; a notebook shows it.

    Simulations, comparisons and saved results are drawn as distributions of the cards left, over
    each other. A league is drawn alone: ratings with their intervals, and who beats whom. With a
    ``path`` (.png, .svg, or .html for distributions) the picture is written as well.

    >>> from tenback import lab
    >>> figure = lab.plot(lab.simulate("original", players=2, bots="greedy", games=100, seed=1))
    >>> figure.axes[0].get_xlabel()
    'cards left at the end'
    """
    if not results:
        raise LabError("plot: name at least one result")
    for result in results:
        if not isinstance(result, Result):  # pyright: ignore[reportUnnecessaryIsInstance]
            told = "a result of simulate, compare, league or load_results"
            raise TypeError(f"plot: {told} can be drawn, not {result!r}")
    wanted = None if path is None else Path(path)
    leagues = [result for result in results if isinstance(result, LeagueResult)]
    if leagues:
        if len(results) > 1:
            raise LabError("plot: a league is drawn alone")
        if wanted is not None:
            verify_writable(wanted, (".png", ".svg"))
        figure = draw_league(leagues[0])
        if wanted is not None:
            write_figure(figure, wanted)
        return figure
    drawn = [one for result in results for one in distributions_of(result)]
    if wanted is not None:
        verify_writable(wanted, PLOT_SUFFIXES)
        write_plot(drawn, wanted)
    return draw(drawn)


def distributions_of(result: Result) -> Sequence[Distribution]:
    """Return one distribution for a run, or one for each team of a comparison."""
    frame = result.frame
    if "bots" in frame.columns:
        parts = frame.partition_by("bots", as_dict=True, maintain_order=True)
        return [Distribution.of_frame(str(key[0]), part) for key, part in parts.items()]
    title = result.spec.title if isinstance(result, SimulationResult) else _title(result)
    return [Distribution.of_frame(title, frame)]


def _title(result: Result) -> str:
    return result.title if isinstance(result, SavedResults) else type(result).__name__
