"""The learning curve of a training, as a plot."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from tenback.lab.pages import build_page
from tenback.lab.plots import PLOT_SETTINGS, figure_as_svg
from tenback.records.files import write_whole
from tenback.rules import find_game

__all__ = ["fitted_axis", "write_curve"]

_SMOOTHED = 5


class CurvePoint(Protocol):
    """A point of the curve: the games so far, and means over the most recent ones."""

    @property
    def games(self) -> int:
        """Return the number of games so far."""
        ...

    @property
    def won(self) -> float:
        """Return the share of games won; in a duel, by the first seat."""
        ...

    @property
    def left(self) -> float:
        """Return the mean number of cards left."""
        ...


class _Series(NamedTuple):
    games: list[int]
    won: list[float]
    left: list[float]


def _smoothed(points: Sequence[CurvePoint]) -> _Series:
    """Average the points in small groups, because each point alone is noisy."""
    groups = [points[at : at + _SMOOTHED] for at in range(0, len(points), _SMOOTHED)]
    return _Series(
        [group[-1].games for group in groups],
        [100 * sum(point.won for point in group) / len(group) for group in groups],
        [sum(point.left for point in group) / len(group) for group in groups],
    )


def fitted_axis(values: Sequence[float], highest: float | None = None) -> tuple[float, float]:
    """Return the ends of an axis: from 0, unless all values lie close together far from it."""
    low, high = min(values), max(values)
    margin = 0.08 * max(high - low, 1.0)
    top = high + margin
    return (
        max(0.0, low - margin) if low > 2 * (high - low) + margin else 0.0,
        top if highest is None else min(highest, top),
    )


def _thousands(games: float, _: object) -> str:
    """Write a number of games with its thousands apart."""
    return f"{games:,.0f}"


def write_curve(game: str, players: int, points: Sequence[CurvePoint], path: Path) -> None:
    """Plot the share of games won, and the cards left, against the games played."""
    mpl: Any = import_module("matplotlib")
    series = _smoothed(points)
    title = f"{game}, {players} player{'s' if players > 1 else ''}: self-play"
    # Between rivals somebody always wins.
    by = "" if find_game(game).is_team_game else " by P1"
    with mpl.rc_context(PLOT_SETTINGS):
        figure: Any = import_module("matplotlib.figure").Figure(
            figsize=(9, 5), layout="constrained"
        )
        axes: Any = figure.add_subplot()
        other: Any = axes.twinx()
        (won,) = axes.plot(series.games, series.won, color="#d9822b", lw=1.8, label=f"% won{by}")
        (left,) = other.plot(
            series.games, series.left, color="#2f6f9f", lw=1.8, ls="--", label="cards left"
        )
        axes.set_title(title, loc="left")
        axes.set_xlabel("games played")
        axes.set_ylabel(f"% of games won{by}")
        other.set_ylabel("mean cards left")
        axes.set_ylim(*fitted_axis(series.won, highest=100.0))
        other.set_ylim(*fitted_axis(series.left))
        axes.set_xlim(0, series.games[-1])
        axes.xaxis.set_major_formatter(_thousands)
        figure.legend(handles=[won, left], frameon=False, loc="outside upper right", ncols=2)
    if path.suffix == ".png":
        write_whole(path, lambda file: figure.savefig(file, format="png", dpi=144))
        return
    picture = figure_as_svg(figure)
    rows = [
        ("Games", f"{series.games[-1]:,}"),
        (f"Won{by} at the end", f"{series.won[-1]:.1f} %"),
    ]
    is_page = path.suffix != ".svg"
    text = build_page([(title, rows)], picture, "Learning curve") if is_page else picture
    write_whole(path, lambda file: file.write(text.encode()))
