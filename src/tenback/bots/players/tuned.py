"""The tuned bot: as the planner, with weights fitted to winning.

The weights come from ``benchmarks/fit_tuned.py`` (CMA-ES over games played by compiled code), one
set for each game and number of players; ``tuned.json`` names the seeds they were fitted on.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from tenback.bots.players.linear import LinearBot
from tenback.bots.players.planner import weights_from
from tenback.bots.value.features import Floats
from tenback.rules import GameRules, Ruleset
from tenback.rules.registry import relatives

__all__ = ["Tuned", "weights_for"]


@cache
def _fitted() -> dict[str, Any]:
    source = files("tenback.bots.players").joinpath("tuned.json")
    return json.loads(source.read_text(encoding="utf-8"))


@cache
def _weights(game: type[GameRules], players: int) -> Floats:
    for relative in relatives(game):
        named = _fitted()["weights"].get(f"{relative}-{players}")
        if named is not None:
            return weights_from(named)
    raise ValueError(f"there are no weights for {game.id} with {players} players")


def weights_for(rules: Ruleset) -> Floats:
    """Return the weights of a game and number of players; the options do not change them.

    A game that has none plays by those of its nearest relative.
    """
    return _weights(type(rules.game), rules.players)


class Tuned(LinearBot):
    """Takes the turn with the largest fitted value."""

    def weights(self, rules: Ruleset) -> Floats:
        """Return what was fitted for the game and the number of players."""
        return weights_for(rules)
