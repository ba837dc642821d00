"""The bodies of requests and answers about puzzles."""

from typing import Annotated

import msgspec

from tenback.analysis.puzzles.puzzle import Theme
from tenback.server.wire.practice import Laid
from tenback.server.wire.views import Placed

__all__ = [
    "NextPuzzle",
    "PlayerRating",
    "PuzzleGame",
    "PuzzleJudged",
    "PuzzleList",
    "PuzzleSentence",
    "PuzzleTheme",
    "PuzzleTry",
    "PuzzleTurn",
    "PuzzleView",
]

Id = Annotated[str, msgspec.Meta(max_length=40)]


class PlayerRating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How good somebody is at puzzles of a game, by Glicko-2; whoever plays keeps it."""

    rating: Annotated[float, msgspec.Meta(ge=0, le=4000)]
    deviation: Annotated[float, msgspec.Meta(ge=1, le=350)]
    volatility: Annotated[float, msgspec.Meta(ge=0.001, le=1)]


class PuzzleTheme(msgspec.Struct, frozen=True):
    """A theme, and how many puzzles are about it; ``puzzle.theme.ID`` in the text catalogue."""

    id: Theme
    count: int


class PuzzleGame(msgspec.Struct, frozen=True):
    """The puzzles of a game."""

    game: str
    count: int
    themes: tuple[PuzzleTheme, ...]


class PuzzleList(msgspec.Struct, frozen=True):
    """The puzzles there are, by game; ``newcomer`` is the rating to begin with."""

    games: tuple[PuzzleGame, ...]
    newcomer: PlayerRating


class NextPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a puzzle that suits a rating and is none of those ``seen``, by their numbers."""

    game: Id
    rating: float = 1500.0
    theme: Theme | None = None
    seen: Annotated[tuple[int, ...], msgspec.Meta(max_length=2000)] = ()


class PuzzleView(msgspec.Struct, frozen=True):
    """A puzzle without its answer; ``position`` can be looked at (``/api/positions/look``).

    ``open``: every card is known, and one turn wins for certain; else one is clearly better.
    """

    id: str
    game: str
    position: str
    open: bool
    themes: tuple[Theme, ...]
    rating: int


class PuzzleTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole turn as an answer; nothing laid gives up. With ``player`` the try is rated."""

    laid: Laid = ()
    player: PlayerRating | None = None


class PuzzleSentence(msgspec.Struct, frozen=True):
    """A sentence: its key in the text catalogue, and what fills it."""

    key: str
    details: dict[str, int | str]


class PuzzleTurn(msgspec.Struct, frozen=True):
    """A turn of a line."""

    seat: int
    laid: tuple[Placed, ...]


class PuzzleJudged(msgspec.Struct, frozen=True):
    """What came of a try.

    ``line`` begins with the answer and wins; ``refutation`` begins with the try and shows how it
    fails, where that is known. ``player`` is the rating afterwards, if the try was rated.
    """

    right: bool
    answer: tuple[Placed, ...]
    why: tuple[PuzzleSentence, ...]
    line: tuple[PuzzleTurn, ...]
    refutation: tuple[PuzzleTurn, ...]
    player: PlayerRating | None
