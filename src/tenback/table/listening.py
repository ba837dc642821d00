"""The guard that listens at a table: it reads every language there is.

>>> talk_guard().judge("not on this one please", hints_allowed=False)
>>> talk_guard().judge("I have the thirty-five", hints_allowed=True)
TalkVerdict(code='NUMBER', excerpt='thirty-five')
>>> talk_guard().judge("I can jump back here", hints_allowed=False)
TalkVerdict(code='HINT', excerpt='I can jump back')
>>> talk_guard().judge("I hold a 3!", hints_allowed=False)
"""

from functools import cache

from tenback.rules.guard import Guard, GuardWords, read_words
from tenback.texts import LANGUAGES, guard_tables

__all__ = ["talk_guard"]


@cache
def talk_guard() -> Guard:
    """Make the guard of all languages, once."""
    return Guard([_words(language) for language in LANGUAGES])


def _words(language: str) -> GuardWords:
    try:
        return read_words(guard_tables(language))
    except ValueError as error:
        raise ValueError(f"language {language!r}: {error}") from None
