"""The card-game family "The Game": Original, Extreme and Duel.

>>> import tenback
>>> rules = tenback.build_ruleset("original", players=1)
>>> state = tenback.State.deal(rules, tenback.deal_from_seed(rules, seed=7)).start(0)
>>> tenback.Placement(card=state.hands[0][0], pile=0) in state.legal_placements
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenback.bots import create_bot, play_out
    from tenback.records import (
        GameRecord,
        build_ruleset,
        deal_from_seed,
        format_position,
        format_record,
        parse_position,
        parse_record,
        replay,
        verify_record,
    )
    from tenback.rules import (
        CardCommand,
        Layout,
        Outcome,
        Placement,
        Refusal,
        Ruleset,
        State,
        Termination,
        View,
        find_game,
        view,
    )

__version__ = "0.1.0"

_HOMES = {
    "bots": ("create_bot", "play_out"),
    "records": (
        "GameRecord",
        "build_ruleset",
        "deal_from_seed",
        "format_position",
        "format_record",
        "parse_position",
        "parse_record",
        "replay",
        "verify_record",
    ),
    "rules": (
        "CardCommand",
        "Layout",
        "Outcome",
        "Placement",
        "Refusal",
        "Ruleset",
        "State",
        "Termination",
        "View",
        "find_game",
        "view",
    ),
}

__all__ = [
    "CardCommand",
    "GameRecord",
    "Layout",
    "Outcome",
    "Placement",
    "Refusal",
    "Ruleset",
    "State",
    "Termination",
    "View",
    "build_ruleset",
    "create_bot",
    "deal_from_seed",
    "find_game",
    "format_position",
    "format_record",
    "parse_position",
    "parse_record",
    "play_out",
    "replay",
    "verify_record",
    "view",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that importing the package is instant."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"tenback.{home}"), name)
    raise AttributeError(f"module 'tenback' has no attribute {name!r}")
