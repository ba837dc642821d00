"""The card-game family "The Game": Original, Extreme and Duel.

>>> import tenback
>>> game = tenback.Game("original", players=2, seed=7, starter=0)
>>> print(game.view())
original, turn 1, P1 to move, 0 of at least 2 laid
A1 ↑ 1   A2 ↑ 1   D1 ↓ 100   D2 ↓ 100
to draw: 84
P1: 4 30 31 43 45 60 69
P2: 7 cards
>>> state = game.play("4>A1 30>A1")
>>> game.play_out("greedy").outcome.termination
<Termination.BLOCKED: 'BLOCKED'>
"""

from typing import TYPE_CHECKING

from tenback.lazy import lazy_names

if TYPE_CHECKING:
    from tenback import analysis, bots, draw, envs, lab, records, rules
    from tenback.bots import BotError, create_bot, play_out
    from tenback.game import Game
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
    "bots": ("BotError", "create_bot", "play_out"),
    "game": ("Game",),
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
    "BotError",
    "CardCommand",
    "Game",
    "GameRecord",
    "Layout",
    "Outcome",
    "Placement",
    "Refusal",
    "Ruleset",
    "State",
    "Termination",
    "View",
    "analysis",
    "bots",
    "build_ruleset",
    "create_bot",
    "deal_from_seed",
    "draw",
    "envs",
    "find_game",
    "format_position",
    "format_record",
    "lab",
    "parse_position",
    "parse_record",
    "play_out",
    "records",
    "replay",
    "rules",
    "verify_record",
    "view",
]

__getattr__, __dir__ = lazy_names(
    __name__, _HOMES, modules=("analysis", "bots", "draw", "envs", "lab", "records", "rules")
)
