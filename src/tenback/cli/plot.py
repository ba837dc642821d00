"""``tenback plot``: draw saved results."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tenback.cli.errors import CliError
from tenback.cli.experiments import experiment
from tenback.lab.plots import PLOT_SUFFIXES, write_plot
from tenback.lab.plotting import distributions_of
from tenback.lab.results import load_results, verify_writable

__all__ = ["plot"]


def plot(
    *files: Path,
    out: Annotated[Path, Parameter(alias="-o")] = Path("distribution.png"),
) -> None:
    """Draw the distribution of cards left in saved results, over each other.

    Parameters
    ----------
    files
        Results written by --out of 'simulate', 'compare' or 'league': .parquet or .csv.
    out
        The file to draw into: .png, .svg or .html.
    """
    if not files:
        raise CliError("plot: name at least one file of results")
    with experiment():
        verify_writable(out, PLOT_SUFFIXES)
        drawn = [one for path in files for one in distributions_of(load_results(path))]
        write_plot(drawn, out)
    print(out)
