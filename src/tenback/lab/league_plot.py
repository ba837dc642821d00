"""A league as a picture: ratings with their intervals, and the share won against each other."""

from importlib import import_module
from typing import Any

import numpy as np

from tenback.lab.plots import PLOT_SETTINGS
from tenback.lab.tournament import LeagueResult

__all__ = ["draw_league"]

_INK, _MUTED, _GRID, _RATING = "#22303c", "#66737f", "#dfe4e8", "#2f6f9f"
#: From losing to winning, through white; distinct for red-green colour blindness.
_COLOURS = "PuOr"


def draw_league(result: LeagueResult) -> Any:
    """Draw the standings, the best bot at the top."""
    mpl: Any = import_module("matplotlib")
    bots = [standing.bot for standing in result.standings]
    with mpl.rc_context(PLOT_SETTINGS):
        figure: Any = import_module("matplotlib.figure").Figure(
            figsize=(10, 1.8 + 0.6 * len(bots)), layout="constrained"
        )
        ratings, table = figure.subplots(1, 2, width_ratios=(1, 1.2))
        _draw_ratings(ratings, result, bots)
        _draw_table(table, result, bots)
        games = f"{result.games:,} games, {result.deals:,} deals a pair, both seatings"
        figure.suptitle(games, x=0.01, ha="left", fontsize=10, color=_MUTED)
    return figure


def _draw_ratings(axes: Any, result: LeagueResult, bots: list[str]) -> None:
    places = np.arange(len(bots))
    values = np.array([standing.rating.value for standing in result.standings])
    low = np.array([standing.rating.low for standing in result.standings])
    high = np.array([standing.rating.high for standing in result.standings])
    axes.errorbar(
        values, places, xerr=(values - low, high - values), fmt="o", color=_RATING, capsize=4
    )
    for place, value in zip(places, values, strict=True):
        axes.annotate(
            f"{value:+.0f}", (value, place), (0, 7), textcoords="offset points", ha="center"
        )
    axes.set_yticks(places, bots)
    axes.set_ylim(len(bots) - 0.5, -0.6)
    axes.margins(x=0.15)
    axes.set_xlabel("rating in Elo points, with 95 % interval")
    axes.grid(axis="x", color=_GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_table(axes: Any, result: LeagueResult, bots: list[str]) -> None:
    shares = np.full((len(bots), len(bots)), np.nan)
    for row, standing in enumerate(result.standings):
        for column, other in enumerate(bots):
            shares[row, column] = 100 * standing.against.get(other, np.nan)
    axes.imshow(shares, cmap=_COLOURS, vmin=0, vmax=100, aspect="auto")
    for (row, column), share in np.ndenumerate(shares):
        if not np.isnan(share):
            ink = "white" if abs(share - 50) > 35 else _INK
            axes.text(column, row, f"{share:.1f}", ha="center", va="center", color=ink)
    axes.set_xticks(np.arange(len(bots)), bots)
    axes.set_yticks(np.arange(len(bots)), bots)
    axes.set_xlabel("% of games won by the row against the column")
