"""``tenback rules``: the rules of a game in our own words."""

from tenback.cli.common import GameName, Language, texts_for
from tenback.cli.errors import CliError
from tenback.rules import RulesetError, find_game
from tenback.texts import rules_text

__all__ = ["rules"]


def rules(game: GameName = "original", *, lang: Language | None = None) -> None:
    """Print the rules of a game.

    Parameters
    ----------
    lang
        Language of the texts; by default from the locale.
    """
    try:
        found = find_game(game)
    except RulesetError as error:
        raise CliError(str(error)) from None
    print(rules_text(found.id, texts_for(lang).language), end="")
