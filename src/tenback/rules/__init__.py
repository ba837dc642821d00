"""The rules of the games: pure functions and frozen values, nothing else.

>>> from tenback.rules import Ruleset, State, find_game
>>> rules = Ruleset(find_game("original"), players=1, starter=0)
>>> state = State.deal(rules, (tuple(range(2, 100)),)).start(0)
>>> state.hands[0]
(2, 3, 4, 5, 6, 7, 8, 9)
>>> state = state.place(state.placement(2, "A1"))
>>> state.tops
(2, 1, 100, 100)
"""

from tenback.rules.commands import EVEN, NO_COMMANDS, CardCommand, Layout
from tenback.rules.errors import DealError, PileNameError, RulesetError
from tenback.rules.game import GameRules
from tenback.rules.refusals import Code, Refusal
from tenback.rules.registry import GAMES, find_game, register
from tenback.rules.ruleset import OPTIONS, Option, Ruleset
from tenback.rules.signals import Signal, SignalKind
from tenback.rules.state import State
from tenback.rules.turns import (
    LegalPlacements,
    can_complete,
    is_blocked,
    is_stuck,
    may_end,
    would_doom,
)
from tenback.rules.values import (
    ClosedTurn,
    Outcome,
    Phase,
    Pile,
    Placement,
    Rating,
    Termination,
    Turn,
)
from tenback.rules.view import Reveal, View, view

__all__ = [
    "EVEN",
    "GAMES",
    "NO_COMMANDS",
    "OPTIONS",
    "CardCommand",
    "ClosedTurn",
    "Code",
    "DealError",
    "GameRules",
    "Layout",
    "LegalPlacements",
    "Option",
    "Outcome",
    "Phase",
    "Pile",
    "PileNameError",
    "Placement",
    "Rating",
    "Refusal",
    "Reveal",
    "Ruleset",
    "RulesetError",
    "Signal",
    "SignalKind",
    "State",
    "Termination",
    "Turn",
    "View",
    "can_complete",
    "find_game",
    "is_blocked",
    "is_stuck",
    "may_end",
    "register",
    "view",
    "would_doom",
]
