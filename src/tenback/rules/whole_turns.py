"""Whole turns from the plain rules: every way to complete a turn, found as it is asked for."""

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from tenback.rules.placement import gap
from tenback.rules.refusals import Code
from tenback.rules.ruleset import Ruleset
from tenback.rules.turns import LegalPlacements, may_end
from tenback.rules.values import Placement, Turn

__all__ = ["whole_turns"]


class _Line(NamedTuple):
    """A turn so far, and how far it has moved the piles onwards; a jump counts as -10."""

    cost: int
    turn: Turn


def whole_turns(
    rules: Ruleset, turn: Turn, *, is_last_hand: bool
) -> Iterator[tuple[Placement, ...]]:
    """Yield what can be laid from here so that the turn is complete, by cards and then by cost.

    ``is_last_hand`` says whether laying the whole hand clears the game, which needs no minimum.
    Turns of one card more are searched only when they are asked for. Of turns that leave the same
    hand and the same tops only the first is listed.
    """
    laid = len(turn.laid)
    if laid and may_end(rules, turn):
        yield ()
    lines = [_Line(0, turn)]
    while lines:
        complete: list[_Line] = []
        going_on: list[_Line] = []
        for line in _one_card_more(rules, lines):
            is_over, is_complete = _judge(rules, line.turn, is_last_hand)
            if is_complete:
                complete.append(line)
            if not is_over:
                going_on.append(line)
        listed: set[Hashable] = set()
        for _, found in sorted(complete, key=lambda line: line.cost):
            if (found.hand, found.tops) not in listed:
                listed.add((found.hand, found.tops))
                yield found.laid[laid:]
        lines = going_on


def _one_card_more(rules: Ruleset, lines: list[_Line]) -> Iterator[_Line]:
    seen: set[Hashable] = set()
    game = rules.game
    for cost, turn in lines:
        for placed in LegalPlacements(rules, turn):
            pile = game.piles[placed.pile]
            step = gap(pile.ascending, turn.tops[placed.pile], placed.card)
            after = turn.after(placed)
            key = (after.hand, after.tops, game.search_key(rules, after))
            if key not in seen:
                seen.add(key)
                helped = not pile.belongs_to(turn.seat)
                yield _Line(cost + (abs(step) if helped else step), after)


def _judge(rules: Ruleset, turn: Turn, is_last_hand: bool) -> tuple[bool, bool]:
    """Say whether the turn is over with its last card, and whether it is complete."""
    unmet = rules.game.judge_end(rules, turn)
    if not turn.hand and is_last_hand:  # A win needs no minimum, but every command obeyed (B-22).
        return True, unmet is None or unmet == Code.MINIMUM
    if rules.game.closes(rules, turn):
        return True, True
    return not turn.hand, unmet is None
