"""The greedy bot, and a tutorial: how to write a bot of your own.

A bot is any object with a method ``choose(view)`` that returns the placements of one turn. The
view holds what the bot's seat may know: its own ``hand``, the ``tops`` of the piles, how many
cards the others and the deck have, and (``gone``) which cards have been laid. It never holds a
hidden card, so a bot cannot cheat, not even by mistake.

The part of the view that the rules of laying cards look at is a small value, ``view.turn``. You
can plan with it: ``turn.after(placement)`` is the turn with one more card laid, and

* ``LegalPlacements(rules, turn)`` are the placements that obey every rule,
* ``may_end(rules, turn)`` says whether the turn may end,
* ``rules.game.closes(rules, turn)`` says whether the last card ended it by itself,
* ``would_doom(rules, turn, placement)`` warns of a placement that leads into a dead end.

These work for every game, so this bot plays them all (and any that is added) without knowing one
rule. Its policy: always the smallest step. To make your bot known to ``tenback play``, name its
class as an entry point in the group ``tenback.bots`` of your package.
"""

from functools import partial

from tenback.rules import LegalPlacements, Placement, Ruleset, Turn, View, may_end
from tenback.rules.placement import gap, is_jump

__all__ = ["Greedy"]


class Greedy:
    """Lays the card with the smallest gap until the turn may end, then only jumps."""

    #: The kernels play this bot as well; yours need not say anything of the kind.
    kernel_policy = "greedy"

    def choose(self, view: View) -> tuple[Placement, ...]:
        """Build the turn card by card."""
        rules, turn = view.rules, view.turn
        if turn is None:
            raise ValueError("it is not this seat's turn")
        while True:
            options = list(LegalPlacements(rules, turn))
            if may_end(rules, turn):
                # All duties are done: a jump is still a gain, anything else a loss of room.
                options = [option for option in options if is_own_jump(rules, turn, option)]
            if not options:
                break
            turn = turn.after(min(options, key=partial(step_order, rules, turn)))
            if rules.game.closes(rules, turn):
                break
        return turn.laid[len(view.laid) :]  # without what lay there when we were asked


def is_own_jump(rules: Ruleset, turn: Turn, option: Placement) -> bool:
    """Whether the card jumps back on a pile of the team or of this seat."""
    pile = rules.game.piles[option.pile]
    top = turn.tops[option.pile]
    return pile.belongs_to(turn.seat) and is_jump(pile.ascending, top, option.card)


def step_order(rules: Ruleset, turn: Turn, option: Placement) -> tuple[int, int, int]:
    """Order placements: smallest gap (a jump counts -10), own piles first, lowest card.

    On an opponent's pile the gap is how much the card helps them.
    """
    pile = rules.game.piles[option.pile]
    size = gap(pile.ascending, turn.tops[option.pile], option.card)
    if not pile.belongs_to(turn.seat):
        return (abs(size), option.pile + len(turn.tops), option.card)
    return (size, option.pile, option.card)
