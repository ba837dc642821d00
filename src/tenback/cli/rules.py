"""``tenback rules``: the rules of a game in our own words."""

import sys
from shutil import get_terminal_size

from tenback.cli.common import GameName, Language, texts_for
from tenback.cli.errors import CliError
from tenback.rules import RulesetError, find_game
from tenback.terminal.console import fitted
from tenback.texts import rules_text
from tenback.texts.passages import as_lines

__all__ = ["rules"]

#: Longer lines are hard to read.
_WIDEST = 90


def rules(game: GameName = "original", *, lang: Language | None = None) -> None:
    """Print the rules of a game: on a terminal to be read there, in a pipe as Markdown.

    Parameters
    ----------
    lang
        Language of the texts; by default from the locale.
    """
    try:
        found = find_game(game)
    except RulesetError as error:
        raise CliError(str(error)) from None
    text = rules_text(found.id, texts_for(lang).language)
    if sys.stdout.isatty():
        text = fitted(as_lines(text), min(get_terminal_size().columns, _WIDEST)) + "\n"
    print(text, end="")
