"""``tenback puzzle``: solve puzzles in the terminal."""

import random
from typing import Annotated, Literal

from cyclopts import Parameter

from tenback.analysis.puzzles.file import find_puzzle
from tenback.analysis.puzzles.puzzle import Theme
from tenback.cli.common import Language, WholeNumber, texts_for
from tenback.cli.errors import CliError
from tenback.cli.full_screen import has_full_screen, leave_lines
from tenback.cli.puzzles.common import Puzzled
from tenback.terminal.console import StreamConsole
from tenback.terminal.puzzles import PuzzleSession
from tenback.terminal.storage import data_folder

__all__ = ["puzzle"]


def puzzle(  # noqa: PLR0913 - each is an option of the command line
    game: Puzzled = "original",
    *,
    number: WholeNumber | None = None,
    theme: Literal["wait", "gap", "obey", "help", "last"] | None = None,
    seed: Annotated[WholeNumber | None, Parameter(show_default=False)] = None,
    plain: Annotated[bool, Parameter(negative="")] = False,
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
    plain
        Solve in plain lines, as in pipes; they read well with a screen reader.
    lang
        Language of the texts; by default from the locale.
    """
    first = None
    if number is not None:
        first = find_puzzle(f"{game}-{number}")
        if first is None:
            raise CliError(f"there is no puzzle {game}-{number}")
    texts, file = texts_for(lang), data_folder() / "puzzles.json"

    def play(session: PuzzleSession) -> None:
        session.play(first, None if theme is None else Theme(theme), random.Random(seed))

    if plain or not has_full_screen():
        play(PuzzleSession(StreamConsole(), texts, file, game))
        return
    from tenback.terminal.screens import PuzzleScreen  # noqa: PLC0415 - Textual is heavy

    leave_lines(PuzzleScreen(texts, file, game, play))
