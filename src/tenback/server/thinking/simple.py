"""The simple move: what is laid for a bot that crashed, overran or chose nonsense."""

from collections.abc import Hashable

from tenback.rules import LegalPlacements, Placement, Ruleset, Turn, View, may_end
from tenback.rules.placement import gap

__all__ = ["simple_turn"]


def simple_turn(view: View) -> tuple[Placement, ...]:
    """Lay the smallest gap that leads into no dead end, card by card, until the turn may end.

    Where every way is a dead end, lay what can be laid: the game is lost then (B-15).
    """
    turn = view.turn
    if turn is None:
        raise ValueError("it is not this seat's turn")
    complete = _complete(view.rules, turn, set()) or _lay_on(view.rules, turn)
    return complete.laid[len(view.laid) :]


def _complete(rules: Ruleset, turn: Turn, tried: set[Hashable]) -> Turn | None:
    """Find the first completion, smallest gaps first; a dead end is met once.

    One search for the whole turn instead of asking ``would_doom`` at every card: the path to the
    first completion is exactly the cards that doom nothing.
    """
    game = rules.game
    if turn.laid and may_end(rules, turn):
        return turn
    if game.is_hopeless(rules, turn):
        return None
    for placement in _smallest_first(rules, turn):
        after = turn.after(placement)
        key = (after.hand, after.tops, game.search_key(rules, after))
        if key not in tried:
            tried.add(key)
            complete = _complete(rules, after, tried)
            if complete is not None:
                return complete
    return None


def _lay_on(rules: Ruleset, turn: Turn) -> Turn:
    while options := _smallest_first(rules, turn):
        turn = turn.after(options[0])
        if rules.game.closes(rules, turn):
            break
    return turn


def _smallest_first(rules: Ruleset, turn: Turn) -> list[Placement]:
    """Sort the legal placements: own piles by gap, then a duel opponent's by how much it helps."""

    def order(placement: Placement) -> tuple[bool, int, int, int]:
        card, index = placement
        pile = rules.game.piles[index]
        size = gap(pile.ascending, turn.tops[index], card)
        helps = not pile.belongs_to(turn.seat)
        return (helps, abs(size) if helps else size, index, card)

    return sorted(LegalPlacements(rules, turn), key=order)
