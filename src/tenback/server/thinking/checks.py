"""Whether a chosen turn is one that the rules accept as a whole, judged from the view alone."""

from collections.abc import Sequence

from tenback.rules import Code, Placement, View, is_stuck, may_end
from tenback.rules.turns import judge_placement

__all__ = ["find_fault"]


def find_fault(view: View, placements: Sequence[Placement]) -> str | None:
    """Return the code that refuses the turn, None if it can be played to its end.

    A turn that stops where nothing more can be laid is accepted: it loses the game (B-15). What
    breach=lose would accept as a loss counts as a fault, since no bot is asked to lose.
    """
    rules, turn = view.rules, view.turn
    if turn is None:
        raise ValueError("it is not this seat's turn")
    is_closed = False
    for placement in placements:
        if is_closed:
            return Code.TURN_OVER
        if not 0 <= placement.pile < len(turn.tops):
            return "PILE"
        code = judge_placement(rules, turn, placement)
        if code is not None:
            return code
        turn = turn.after(placement)
        is_closed = rules.game.closes(rules, turn)
    if is_closed or may_end(rules, turn) or is_stuck(rules, turn):
        return None
    return rules.game.judge_end(rules, turn)
