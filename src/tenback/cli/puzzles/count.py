"""``tenback puzzles count``."""

from tenback.analysis.puzzles.file import load_puzzles
from tenback.analysis.puzzles.puzzle import BOTS, Puzzle, Theme
from tenback.cli.puzzles.common import GAMES, Puzzled

__all__ = ["count_puzzles"]


def count_puzzles(game: Puzzled | None = None) -> None:
    """Count the puzzles by theme, and say how often bots of each level find the answer.

    A share is in percent, with its standard error.

    Parameters
    ----------
    game
        Count the puzzles of this game; by default of all.
    """
    for name in GAMES if game is None else (game,):
        puzzles = load_puzzles(name)
        columns = {
            str(theme): about
            for theme in Theme
            if (about := [one for one in puzzles if theme in one.themes])
        } | {"all": list(puzzles)}
        print(_line(name, list(columns)))
        rows = zip(*map(_column, columns.values()), strict=True)
        for title, row in zip(_TITLES, rows, strict=True):
            print(_line(title, row))
        print()


_TITLES = ("puzzles", "exact", "rating", *(bot.partition(":")[0] for bot in BOTS))


def _line(title: str, cells: list[str] | tuple[str, ...]) -> str:
    return f"{title:<12}" + "".join(f"{cell:>10}" for cell in cells)


def _column(puzzles: list[Puzzle]) -> list[str]:
    """Return counts, the middle of the ratings, and each bot's share."""
    count = len(puzzles)
    ratings = sorted(one.rating for one in puzzles)
    column = [str(count), str(sum(one.is_open for one in puzzles)), str(ratings[count // 2])]
    for bot, tries in enumerate(BOTS.values()):
        shares = [one.tries[bot] / tries for one in puzzles]
        mean = sum(shares) / count
        error = (sum((share - mean) ** 2 for share in shares) / max(1, count - 1) / count) ** 0.5
        column.append(f"{100 * mean:.0f} ±{100 * error:.0f}")
    return column
