"""The games there are, found by id or alias."""

from tenback.rules.duel import Duel
from tenback.rules.errors import RulesetError
from tenback.rules.extreme import Extreme
from tenback.rules.game import Game
from tenback.rules.original import Original

__all__ = ["GAMES", "find_game", "register"]

GAMES: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Add a game under its id; ids and aliases are unique."""
    for name in (game.id, *game.aliases):
        if any(name in (known.id, *known.aliases) for known in GAMES.values()):
            raise ValueError(f"a game called {name!r} is registered already")
    GAMES[game.id] = game
    return game


def find_game(name: str) -> Game:
    """Find a game by id or alias, in any case of letters, with spaces or hyphens."""
    folded = name.strip().casefold().replace(" ", "-").replace("_", "-")
    for game in GAMES.values():
        if folded == game.id or folded in game.aliases:
            return game
    raise RulesetError("game", f"there is no game {name!r}; the games are {', '.join(GAMES)}")


for _game in (Original(), Extreme(), Duel()):
    register(_game)
