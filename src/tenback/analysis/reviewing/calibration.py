"""How the network's values are corrected so that they are chances: measured, and kept as data.

``calibration.json`` holds for each game and number of players a slope and an offset by phase: a
logit is multiplied and shifted (Platt's scaling). ``shift``, where there is one, says by how much
the hands that a review deals are better or worse for a seat than real ones.
``benchmarks/calibration.py`` measures them.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from tenback.analysis.reviewing.sampling import PHASES, Floats
from tenback.rules import NO_COMMANDS, Ruleset
from tenback.rules.commands import EVEN

__all__ = ["calibration_name", "kept_names", "scales_for"]


def calibration_name(rules: Ruleset) -> str:
    """Return the name that a ruleset's figures are kept under; "" for a variant, which has none."""
    is_changed = bool(rules.changed_options().keys() - {"talk"})
    has_own_cards = rules.layout not in (NO_COMMANDS, EVEN)
    has_own_hands = rules.hand_size != rules.game.initial_hand_size(rules)
    if is_changed or has_own_cards or has_own_hands:
        return ""
    return f"{rules.game.id}-{rules.players}"


@cache
def _kept() -> dict[str, Any]:
    source = files("tenback.analysis.reviewing").joinpath("calibration.json")
    return json.loads(source.read_text(encoding="utf-8"))


def kept_names() -> frozenset[str]:
    """Return the names of all that was measured."""
    return frozenset(_kept())


def scales_for(rules: Ruleset) -> tuple[Floats, Floats, float] | None:
    """Return slopes and offsets by phase, and the shift; None where none were measured."""
    kept = _kept().get(calibration_name(rules))
    if kept is None:
        return None
    slopes, offsets = (np.array(kept[part], np.float64) for part in ("slopes", "offsets"))
    assert slopes.size == offsets.size == PHASES
    return slopes, offsets, kept.get("shift", 0.0)
