"""``tenback puzzles check``."""

import random
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from tenback.cli.common import WholeNumber
from tenback.cli.errors import CliError
from tenback.cli.puzzles.common import GAMES, Puzzled, verify_kernels

__all__ = ["check_puzzles"]


def check_puzzles(
    game: Puzzled | None = None,
    *,
    file: Path | None = None,
    sample: WholeNumber = 0,
    seed: WholeNumber = 0,
) -> int:
    """Prove puzzles again, from their texts alone; exit status 1 if one does not hold.

    Prints a line for each puzzle that fails, then how many were checked.

    Parameters
    ----------
    game
        Check the puzzles of this game; by default of all.
    file
        Check the puzzles of this file instead of those that ship.
    sample
        Check only so many, chosen at random; 0 checks all.
    seed
        The seed of that choice.
    """
    if game is not None and file is not None:
        raise CliError(f"file: a file has its own games; {game} goes without it")
    verify_kernels()
    from tenback.analysis.puzzles.checking import PuzzleError, check_puzzle  # noqa: PLC0415
    from tenback.analysis.puzzles.file import load_puzzles, read_puzzles  # noqa: PLC0415

    try:
        if file is not None:
            puzzles = read_puzzles(file.read_text(encoding="utf-8"))
        else:
            names = GAMES if game is None else (game,)
            puzzles = [puzzle for name in names for puzzle in load_puzzles(name)]
    except (OSError, ValueError) as error:
        raise CliError(f"{file or 'the puzzles that ship'}: {error}") from None
    if 0 < sample < len(puzzles):
        puzzles = random.Random(seed).sample(puzzles, sample)
    console, broken = Console(stderr=True), 0
    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        for puzzle in bar.track(puzzles):
            try:
                check_puzzle(puzzle)
            except PuzzleError as error:
                broken += 1
                print(error, file=sys.stdout)
    print(f"{len(puzzles)} puzzles checked, {broken} do not hold")
    return 1 if broken else 0
