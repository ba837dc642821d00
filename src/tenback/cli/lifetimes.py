"""How long a server keeps tables that nobody visits: options of ``serve`` and ``tables``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, Token

if TYPE_CHECKING:
    from tenback.server.live.janitor import Lifetimes

__all__ = ["KeepOptions"]

_FOR_EVER = inf


def _read_days(_: type, tokens: Sequence[Token]) -> float:
    text = tokens[0].value
    if text == "forever":
        return _FOR_EVER
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text):
        raise ValueError(f"{text!r} is not a number of days, or 'forever'")
    return float(text)


Days = Annotated[float, Parameter(converter=_read_days)]


@Parameter(name="*")
@dataclass(frozen=True)
class KeepOptions:
    """Days after the last visit, or 'forever'."""

    keep_gathering: Days = 1.0
    """Days that a table without a game yet is kept after the last visit, or 'forever'."""
    keep_unfinished: Days = 30.0
    """Days that a table in the middle of a game is kept after the last visit, or 'forever'."""
    keep_finished: Days = 1.0
    """Days after the last visit until a finished table is closed; its games are kept."""
    keep_games: Days = _FOR_EVER
    """Days that the games of a closed table are kept, or 'forever'."""

    @property
    def lifetimes(self) -> "Lifetimes":
        """The lifetimes, as the server takes them."""
        from tenback.server.live.janitor import Lifetimes  # noqa: PLC0415 - an extra

        days = (self.keep_gathering, self.keep_unfinished, self.keep_finished, self.keep_games)
        return Lifetimes(*(None if one == _FOR_EVER else one for one in days))
