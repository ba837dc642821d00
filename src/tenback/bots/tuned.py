"""The tuned bot: as the planner, with weights fitted to winning.

The weights come from ``benchmarks/fit_tuned.py`` (CMA-ES over games played by compiled code), one
set for each game and number of players; ``tuned.json`` names the seeds they were fitted on.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from tenback.bots.features import FEATURE_COUNT, Floats
from tenback.bots.linear import best_linear_turn
from tenback.bots.packed_bot import PackedBot
from tenback.bots.planner import weights_from
from tenback.kernels.packed import PackedRules, PackedState
from tenback.rules import Game, Ruleset
from tenback.rules.registry import relatives

__all__ = ["Tuned", "weights_for"]


@cache
def _fitted() -> dict[str, Any]:
    return json.loads(files("tenback.bots").joinpath("tuned.json").read_text(encoding="utf-8"))


@cache
def _weights(game: type[Game], players: int) -> Floats:
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


class Tuned(PackedBot):
    """Takes the turn with the largest fitted value."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers = np.zeros(FEATURE_COUNT)

    def choose_entry(self, rules: Ruleset, packed: PackedRules, seen: PackedState) -> int:
        """Take the turn with the largest value."""
        return best_linear_turn(
            packed, seen, self.limits, weights_for(rules), self.buffer, self._numbers
        )
