"""Which rulesets are played here: a search for ways to finish a turn must not take long.

The search knows no bounds, because the rules know none. It runs at every card, where everybody
waits for it.
"""

from collections import Counter

from tenback.rules import Ruleset, RulesetError
from tenback.rules.commands import COPIES

__all__ = ["verify_bounded"]


def verify_bounded(rules: Ruleset) -> None:
    """Refuse more cards of a command, or in a hand, than the game has; raises a RulesetError."""
    counts = Counter(command for command in rules.layout.by_card if command is not None)
    for command, count in counts.items():
        if count > COPIES:
            raise RulesetError("layout", f"{count} numbers carry {command}, at most {COPIES} may")
    most = rules.game.initial_hand_size(rules)
    if rules.hand_size > most:
        raise RulesetError("hand_size", f"{rules.hand_size} cards in a hand, at most {most} may be")
