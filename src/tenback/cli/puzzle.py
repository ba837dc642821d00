"""``tenback puzzle``: solve puzzles in the terminal."""

import random
from typing import Annotated, Literal

from cyclopts import Parameter

from tenback.analysis.puzzles.file import find_puzzle
from tenback.analysis.puzzles.puzzle import Theme
from tenback.cli.common import Language, WholeNumber, texts_for
from tenback.cli.errors import CliError
from tenback.cli.puzzles.common import Puzzled
from tenback.terminal.console import StreamConsole
from tenback.terminal.puzzles import PuzzleSession
from tenback.terminal.storage import data_folder

__all__ = ["puzzle"]


def puzzle(
    game: Puzzled = "original",
    *,
    number: WholeNumber | None = None,
    theme: Literal["wait", "gap", "obey", "help", "last"] | None = None,
    seed: Annotated[WholeNumber | None, Parameter(show_default=False)] = None,
    lang: Language | None = None,
) -> None:
    """Solve puzzles: find the one turn that wins. Your rating is kept, and what you miss returns.

    Parameters
    ----------
    game
        The game.
    number
        Begin with this puzzle.
    theme
        Only puzzles about this: wait (the jump that waits), gap (leave the gap), obey (obey and
        survive), help (the helping card), last (last ten cards).
    seed
        Choose puzzles by this seed; by default by chance.
    lang
        Language of the texts; by default from the locale.
    """
    first = None
    if number is not None:
        first = find_puzzle(f"{game}-{number}")
        if first is None:
            raise CliError(f"there is no puzzle {game}-{number}")
    session = PuzzleSession(StreamConsole(), texts_for(lang), data_folder() / "puzzles.json", game)
    session.play(first, None if theme is None else Theme(theme), random.Random(seed))
