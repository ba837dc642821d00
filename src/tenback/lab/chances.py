"""The curve of a review as a plot."""

from importlib import import_module
from pathlib import Path
from typing import Any

from tenback.analysis.reviewing import Estimate, Review
from tenback.lab.plots import PLOT_SETTINGS, figure_as_svg
from tenback.records.files import write_whole
from tenback.rules import find_game

__all__ = ["CURVE_SUFFIXES", "write_chances"]

CURVE_SUFFIXES = (".png", ".svg")

_TABLE, _MARK = "#22303c", "#c44e52"
_SEATS = ("#2f6f9f", "#d9822b", "#3c8d5a", "#a23b72", "#6b5ca5")
_LINES = ("-", "--", "-.", ":", (0, (5, 1)))


def write_chances(found: Review, path: Path, chance: str, turn: str) -> None:
    """Plot the chances of the seats and of the table, with the costliest turns marked.

    ``chance`` and ``turn`` are the names of the axes. In a duel every seat has its own curve.
    """
    mpl: Any = import_module("matplotlib")
    turns = [moment.turns for moment in found.curve]
    with mpl.rc_context(PLOT_SETTINGS):
        figure: Any = import_module("matplotlib.figure").Figure(
            figsize=(9, 4.5), layout="constrained"
        )
        axes: Any = figure.add_subplot()
        for seat, name in enumerate(found.names):
            seen = [moment.seats[seat] for moment in found.curve]
            style: dict[str, Any] = {"color": _SEATS[seat], "ls": _LINES[seat], "label": name}
            axes.plot(turns, [100 * one.value for one in seen], lw=1.2, **style)
            low, high = ([100 * value for value in ends] for ends in _bounds(seen))
            axes.fill_between(turns, low, high, color=_SEATS[seat], alpha=0.12, lw=0)
        if find_game(found.game).is_team_game and found.players > 1:
            table = [100 * moment.table for moment in found.curve]
            axes.plot(turns, table, color=_TABLE, lw=2.4)
        for number in found.costliest:
            one = found.turns[number - 1]
            axes.annotate(
                f"{number}",
                (number - 1, 100 * one.best.value),
                xytext=(0, 9),
                textcoords="offset points",
                ha="center",
                color=_MARK,
                fontsize=9,
            )
            axes.plot([number - 1], [100 * one.best.value], "v", color=_MARK, ms=6)
        axes.set_ylim(-2, 102)
        axes.set_xlim(0, max(1, turns[-1]))
        axes.set_xlabel(turn)
        axes.set_ylabel(f"{chance}, %")
        axes.grid(color="#dfe4e8", lw=0.7)
        axes.legend(frameon=False, loc="best", fontsize=9)
    if path.suffix == ".png":
        write_whole(path, lambda file: figure.savefig(file, format="png", dpi=144))
    else:
        svg = figure_as_svg(figure)
        write_whole(path, lambda file: file.write(svg.encode()))


def _bounds(seen: list[Estimate]) -> tuple[list[float], list[float]]:
    return [one.low for one in seen], [one.high for one in seen]
