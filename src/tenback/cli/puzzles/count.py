"""``tenback puzzles count``."""

from rich.console import Console
from rich.table import Table

from tenback.analysis.puzzles.file import load_puzzles
from tenback.analysis.puzzles.puzzle import BOTS, Puzzle, Theme
from tenback.cli.puzzles.common import GAMES, Puzzled

__all__ = ["count_puzzles"]


def count_puzzles(game: Puzzled | None = None) -> None:
    """Count the puzzles by theme, and say how often bots of each level find the answer.

    Parameters
    ----------
    game
        Count the puzzles of this game; by default of all.
    """
    console = Console()
    for name in GAMES if game is None else (game,):
        puzzles = load_puzzles(name)
        table = Table("theme", "puzzles", "exact", "rating", *map(_short, BOTS), title=name)
        for theme in (*Theme, None):
            own = [one for one in puzzles if theme is None or theme in one.themes]
            if own:
                table.add_row(theme or "all", *_row(own))
        console.print(table)


def _short(bot: str) -> str:
    return bot.partition(":")[0]


def _row(puzzles: list[Puzzle]) -> list[str]:
    """Return counts, the middle of the ratings, and each bot's share in percent with its error."""
    count = len(puzzles)
    row = [str(count), str(sum(one.is_open for one in puzzles))]
    row.append(str(sorted(one.rating for one in puzzles)[count // 2]))
    for bot, tries in enumerate(BOTS.values()):
        shares = [one.tries[bot] / tries for one in puzzles]
        mean = sum(shares) / count
        error = (sum((share - mean) ** 2 for share in shares) / max(1, count - 1) / count) ** 0.5
        row.append(f"{100 * mean:.0f} ±{100 * error:.0f}")
    return row
