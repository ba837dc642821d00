"""Plots of the distribution of cards left."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tenback.lab.pages import build_page
from tenback.lab.statistics import estimate_share
from tenback.records.files import write_whole

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "PLOT_SETTINGS",
    "PLOT_SUFFIXES",
    "Distribution",
    "draw",
    "figure_as_svg",
    "write_figure",
    "write_plot",
]

# Matplotlib, imported only to draw, leaves much of its interface without types.
Axes = Any
Drawing = Any

PLOT_SUFFIXES = (".png", ".svg", ".html")
_INK, _MUTED, _GRID = "#22303c", "#66737f", "#dfe4e8"
_LOST, _WON = "#7f9bb3", "#d9822b"
#: Colours that stay distinct for red-green colour blindness and in greyscale.
_SERIES = ("#2f6f9f", "#d9822b", "#3c8d5a", "#a23b72", "#6b5ca5", "#8c6d31", "#4f5d66", "#c44e52")
_LINES = ("-", "--", "-.", ":")
_HEADING: dict[str, Any] = {"fontsize": 13, "fontweight": "bold"}
#: A legend beside the caption, where it hides no bar.
_ABOVE: dict[str, Any] = {
    **{"frameon": False, "ncols": 2, "borderaxespad": 0.0},
    **{"loc": "lower right", "bbox_to_anchor": (1.0, 1.0)},
}
#: The style of all plots.
PLOT_SETTINGS: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "axes.edgecolor": _MUTED,
    "axes.labelcolor": _INK,
    "xtick.color": _MUTED,
    "ytick.color": _MUTED,
    "text.color": _INK,
    # The same results give the same bytes.
    "svg.hashsalt": "tenback",
}


@dataclass(frozen=True, slots=True)
class Distribution:
    """The cards left in many games; ``wins`` is None for duels, which have winners instead."""

    title: str
    scores: NDArray[np.int64]
    wins: int | None
    #: Who won each game of a duel.
    winners: NDArray[np.str_] | None = None

    @classmethod
    def of_frame(cls, title: str, frame: "pl.DataFrame") -> "Distribution":
        """Take the distribution from the games of a result."""
        results = frame["result"].cast(str)
        is_team_game = results.is_in(["won", "lost"]).all()
        wins = int((results == "won").sum()) if is_team_game else None
        winners = None if is_team_game else results.to_numpy().astype(np.str_)
        return cls(title, frame["score"].to_numpy().astype(np.int64), wins, winners)

    def won_by(self) -> list[tuple[str, NDArray[np.int64]]]:
        """Return the scores of the games of a duel that each seat won."""
        if self.winners is None:
            return []
        names = [str(name) for name in np.unique(self.winners)]
        return [(name, self.scores[self.winners == name]) for name in names]

    @property
    def caption(self) -> str:
        """Return the number of games and the share won, in words."""
        games = f"{len(self.scores):,} games"
        if self.wins is None:
            told = (
                f"{name} won {100 * len(scores) / len(self.scores):.2f} %"
                for name, scores in self.won_by()
            )
            return ", ".join((games, *told))
        share = estimate_share(self.wins, len(self.scores))
        between = f"{100 * share.low:.2f} to {100 * share.high:.2f}"
        return f"{games}, {100 * share.value:.2f} % won (95 % interval {between})"

    @property
    def summary(self) -> list[tuple[str, str]]:
        """Return the figures for the table beside the plot."""
        quartiles = np.percentile(self.scores, [25, 50, 75])
        told = [("Games", f"{len(self.scores):,}")]
        if self.wins is not None:
            share = estimate_share(self.wins, len(self.scores))
            told.append(("Won", f"{100 * share.value:.2f} %"))
            told.append(("Standard error", f"{100 * share.se:.2f} points"))
            between = f"{100 * share.low:.2f} to {100 * share.high:.2f} %"
            told.append(("95 % interval", between))
        told.append(("Mean cards left", f"{self.scores.mean():.2f}"))
        told.append(("Median, middle half", "{1:g}, {0:g} to {2:g}".format(*quartiles)))
        return told

    def shares(self, length: int) -> NDArray[np.float64]:
        """Return the percentage of games for each number of cards left."""
        return 100 * np.bincount(self.scores, minlength=length) / len(self.scores)


def draw(distributions: Sequence[Distribution]) -> Drawing:
    """Draw one distribution as bars, several as outlines over each other."""
    mpl: Any = import_module("matplotlib")

    with mpl.rc_context(PLOT_SETTINGS):
        figure: Drawing = import_module("matplotlib.figure").Figure(
            figsize=(9, 5), layout="constrained"
        )
        axes: Axes = figure.add_subplot()
        length = max(int(one.scores.max()) for one in distributions) + 1
        if len(distributions) == 1:
            _draw_bars(axes, distributions[0], length)
            axes.set_title(distributions[0].caption, loc="left", fontsize=10, color=_MUTED)
            axes.text(0, 1.08, distributions[0].title, transform=axes.transAxes, **_HEADING)
        else:
            _draw_outlines(axes, distributions, length)
            figure.legend(loc="outside upper left", frameon=False, fontsize=9, ncols=2)
        _keep_readable(axes, distributions, length)
        is_duel = all(one.wins is None for one in distributions)
        axes.set_xlabel("cards the loser has left" if is_duel else "cards left at the end")
        axes.set_ylabel("% of games")
        axes.set_xlim(-0.9, length - 0.1)
        axes.grid(axis="y", color=_GRID, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
    return figure


def _draw_bars(axes: Axes, one: Distribution, length: int) -> None:
    if one.winners is not None:
        below = np.zeros(length)
        for (name, scores), colour in zip(one.won_by(), _SERIES, strict=False):
            shares = 100 * np.bincount(scores, minlength=length) / len(one.scores)
            label = f"{name} won"
            axes.bar(np.arange(length), shares, bottom=below, width=0.86, color=colour, label=label)
            below += shares
        axes.legend(**_ABOVE)
        return
    shares = one.shares(length)
    has_wins = bool(one.wins)
    colours = [_WON if has_wins and left == 0 else _LOST for left in range(length)]
    axes.bar(np.arange(length), shares, width=0.86, color=colours)
    if has_wins:
        axes.patches[0].set_label("won")
        axes.legend(**_ABOVE)


def _keep_readable(axes: Axes, distributions: Sequence[Distribution], length: int) -> None:
    """Cut off the bar of wins where it would flatten all others, and say so in the picture."""
    shares = [one.shares(length) for one in distributions]
    wins = max(float(share[0]) for share in shares)
    others = max((float(share[1:].max()) for share in shares if length > 1), default=0.0)
    if others > 0 and wins > 4 * others:
        axes.set_ylim(0, 2 * others)
        told = f"won: up to {wins:.1f} %, cut off here"
        axes.text(0.7, 1.9 * others, told, color=_WON, fontweight="bold", va="top")


def _draw_outlines(axes: Axes, distributions: Sequence[Distribution], length: int) -> None:
    for at, one in enumerate(distributions):
        colour = _SERIES[at % len(_SERIES)]
        line = _LINES[at // len(_SERIES) % len(_LINES)]
        edges = np.arange(length + 1) - 0.5
        label = f"{one.title}\n{one.caption}"
        axes.stairs(one.shares(length), edges, color=colour, ls=line, lw=1.8, label=label)
        axes.stairs(one.shares(length), edges, color=colour, fill=True, alpha=0.12)


def write_plot(distributions: Sequence[Distribution], path: Path) -> None:
    """Write the plot in the format given by the suffix."""
    figure = draw(distributions)
    if path.suffix == ".html":
        tables = [(one.title, one.summary) for one in distributions]
        page = build_page(tables, figure_as_svg(figure), "Distribution of cards left")
        write_whole(path, lambda file: file.write(page.encode()))
    else:
        write_figure(figure, path)


def write_figure(figure: Drawing, path: Path) -> None:
    """Write a figure as .svg or .png."""
    if path.suffix == ".svg":
        svg = figure_as_svg(figure)
        write_whole(path, lambda file: file.write(svg.encode()))
    else:
        write_whole(path, lambda file: figure.savefig(file, format="png", dpi=144))


def figure_as_svg(figure: Drawing) -> str:
    """Return a figure as SVG, the same bytes for the same figure."""
    mpl: Any = import_module("matplotlib")

    text = io.StringIO()
    with mpl.rc_context(PLOT_SETTINGS):
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
