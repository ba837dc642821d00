"""The games there are, found by id or alias."""

from collections.abc import Iterator
from importlib import import_module
from inspect import isabstract
from pkgutil import iter_modules

from tenback.rules import games
from tenback.rules.errors import RulesetError
from tenback.rules.game import GameRules
from tenback.rules.values import Termination

__all__ = ["GAMES", "find_game", "own_codes", "own_endings", "register", "relatives"]

GAMES: dict[str, GameRules] = {}


def register(game: GameRules) -> GameRules:
    """Add a game under its id; an id or alias that is taken already is a ValueError.

    The kernels know a game's own duties only if it was registered before they were imported.
    """
    for name in (game.id, *game.aliases):
        if any(name in (known.id, *known.aliases) for known in GAMES.values()):
            raise ValueError(f"a game called {name!r} is registered already")
    GAMES[game.id] = game
    return game


def find_game(name: str) -> GameRules:
    """Find a game by id or alias, in any case of letters, with spaces or hyphens.

    A name that no game has is a ``RulesetError``.

    >>> find_game("Face to Face")
    <GameRules duel>
    """
    folded = name.strip().casefold().replace(" ", "-").replace("_", "-")
    for game in GAMES.values():
        if folded == game.id or folded in game.aliases:
            return game
    raise RulesetError("game", f"there is no game {name!r}; the games are {', '.join(GAMES)}")


def relatives(game: type[GameRules]) -> Iterator[str]:
    """Yield the id of a game and of the games it is built on, the nearest first."""
    for kind in game.__mro__:
        if issubclass(kind, GameRules) and not isabstract(kind):
            yield kind.id


def own_codes() -> tuple[str, ...]:
    """List the refusal codes that games add to ``Code``, in the order of the games."""
    duties = (game.own_duties for game in GAMES.values() if game.own_duties is not None)
    return tuple(code for own in duties for code in own.codes)


def own_endings() -> tuple[str, ...]:
    """List the ways to lose that games add to ``Termination``, in the order of the games."""
    endings = (end for game in GAMES.values() for end in game.causes.values())
    return tuple(dict.fromkeys(end for end in endings if end not in tuple(Termination)))


def _games_of_the_folder() -> Iterator[GameRules]:
    for module in iter_modules(games.__path__, f"{games.__name__}."):
        for value in vars(import_module(module.name)).values():
            is_own = isinstance(value, type) and value.__module__ == module.name
            if is_own and issubclass(value, GameRules) and not isabstract(value):
                yield value()


for _game in sorted(_games_of_the_folder(), key=lambda game: game.menu_order):
    register(_game)
