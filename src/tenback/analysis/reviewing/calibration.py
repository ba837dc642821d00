"""How the network's values are corrected so that they are chances: measured, and kept as data.

``calibration.json`` holds for each game and number of players a slope and an offset by phase: a
logit is multiplied and shifted (Platt's scaling). ``benchmarks/calibration.py`` measures them.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from tenback.analysis.reviewing.sampling import PHASES, Floats
from tenback.rules import Ruleset

__all__ = ["calibration_name", "scales_for"]


def calibration_name(rules: Ruleset) -> str:
    """Return the name that a ruleset's figures are kept under; only the default has any."""
    changed = rules.changed_options().keys() - {"talk"}
    return "" if changed else f"{rules.game.id}-{rules.players}"


@cache
def _kept() -> dict[str, Any]:
    source = files("tenback.analysis.reviewing").joinpath("calibration.json")
    return json.loads(source.read_text(encoding="utf-8"))


def scales_for(rules: Ruleset) -> tuple[Floats, Floats] | None:
    """Return slopes and offsets by phase; None where none were measured."""
    kept = _kept().get(calibration_name(rules))
    if kept is None:
        return None
    slopes, offsets = (np.array(kept[part], np.float64) for part in ("slopes", "offsets"))
    assert slopes.size == offsets.size == PHASES
    return slopes, offsets
