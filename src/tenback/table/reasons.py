"""Why something was refused, as a key of the text catalogue and what the sentence needs."""

from dataclasses import dataclass

from tenback.rules import CardCommand, Refusal, Ruleset, View
from tenback.rules.placement import JUMP

__all__ = ["RefusalReason", "explain"]


@dataclass(frozen=True, slots=True)
class RefusalReason:
    """A refusal for people: its ``key`` in the catalogue, the values, and the rule behind it."""

    code: str
    key: str
    details: dict[str, str | int]
    rule: str


def explain(refusal: Refusal, rules: Ruleset, view: View | None) -> RefusalReason:
    """Choose the sentence; a jump is suggested only where it is possible."""
    key = f"refusal.{refusal.code}"
    details = {
        name: value if isinstance(value, int) else str(value)
        for name, value in refusal.details.items()
    }
    if refusal.code in ("VALUE", "NOT_IMPROVING"):
        ascending = _is_ascending(rules, str(details["pile"]))
        key += ".up" if ascending else ".down"
        if refusal.code == "VALUE":
            top = int(details["top"])
            details["jump"] = jump = top - JUMP if ascending else top + JUMP
            if not _may_jump(view) or not rules.game.lowest <= jump <= rules.game.highest:
                key += ".no_jump"
    return RefusalReason(refusal.code, key, details, rules.game.rule_of(refusal.code))


def _is_ascending(rules: Ruleset, name: str) -> bool:
    names = [rules.game.pile_name(pile, 0) for pile in range(len(rules.game.piles))]
    return rules.game.piles[names.index(name)].ascending


def _may_jump(view: View | None) -> bool:
    if view is None:
        return True
    return CardCommand.NO_JUMP not in (command for _, command in view.visible_commands)
