"""``tenback puzzles choose``."""

from pathlib import Path

from tenback.cli.common import WholeNumber
from tenback.cli.errors import CliError
from tenback.cli.puzzles.common import verify_kernels

__all__ = ["choose_puzzles"]


def choose_puzzles(pool: Path, *more: Path, out: Path, count: WholeNumber = 500) -> None:
    """Rate the puzzles that were found, and choose some of every theme and difficulty.

    Writes a file for each game, the easiest puzzle first, and prints the ratings of the bots.

    Parameters
    ----------
    pool
        A file that 'tenback puzzles make' wrote.
    more
        More of them.
    out
        The folder for the files.
    count
        How many puzzles of each game.
    """
    verify_kernels()
    from tenback.analysis.puzzles.choosing import choose_puzzles as choose  # noqa: PLC0415
    from tenback.analysis.puzzles.file import write_puzzles  # noqa: PLC0415
    from tenback.analysis.puzzles.pool import read_pool  # noqa: PLC0415

    try:
        found = [
            puzzle for path in (pool, *more) for one in read_pool(path) for puzzle in one.puzzles
        ]
    except (OSError, ValueError) as error:
        raise CliError(str(error)) from None
    out.mkdir(parents=True, exist_ok=True)
    for game in sorted({puzzle.game for puzzle in found}):
        own = [puzzle for puzzle in found if puzzle.game == game]
        chosen, bots = choose(own, count)
        write_puzzles(out / f"{game}.jsonl", chosen)
        print(f"{game}: {len(chosen)} of {len(own)} puzzles")
        print(
            "  " + ", ".join(f"{name.partition(':')[0]} {rating}" for name, rating in bots.items())
        )
