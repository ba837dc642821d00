"""The curve of a review on a full screen: a column for each turn, as high as the chance."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenback.analysis.reviewing import Review

__all__ = ["curve_rows", "review_curve"]

_EIGHTHS = " ▁▂▃▄▅▆▇█"
_HEIGHT = 6
_MARGIN = 6  # "100 % "
_MARK = "▲"


def review_curve(found: "Review", width: int) -> list[str]:
    """Draw the table's chance turn by turn, with a mark under the turns that cost most."""
    chances = [moment.table for moment in found.curve]
    costly = {number - 1 for number in found.costliest}
    return curve_rows(chances, costly, width)


def curve_rows(chances: Sequence[float], costly: "set[int]", width: int) -> list[str]:
    """Draw chances from 0 to 1 as columns within a width; some are left out if too many.

    A costly turn whose column is left out is marked at the column before it.
    """
    room = max(width - _MARGIN, 1)
    wide = max(1, min(3, room // len(chances)))
    shown = min(len(chances), room // wide)
    last = len(chances) - 1
    columns = [at * last // max(shown - 1, 1) for at in range(shown)]  # the end is never left out
    rows: list[str] = []
    for row in range(_HEIGHT - 1, -1, -1):
        label = {_HEIGHT - 1: "100 %", 0: "  0 %"}.get(row, "")
        bars = "".join(_bar(chances[at], row) * wide for at in columns)
        rows.append(f"{label:<{_MARGIN}}{bars}".rstrip())
    ends = [*columns[1:], len(chances)]
    marks = (
        _MARK if any(at in costly for at in range(first, end)) else " "
        for first, end in zip(columns, ends, strict=True)
    )
    rows.append((" " * _MARGIN + "".join(f"{mark:<{wide}}" for mark in marks)).rstrip())
    return rows


def _bar(chance: float, row: int) -> str:
    """Return the piece of a column in a row, counted from below."""
    eighths = round(8 * _HEIGHT * chance) - 8 * row
    return _EIGHTHS[min(max(eighths, 0), 8)]
