"""States that one seat cannot tell apart, to test that views, bots and clients leak nothing."""

import random
from dataclasses import replace

from tenback.rules import State

__all__ = ["deal_hidden_anew"]


def deal_hidden_anew(state: State, seat: int | None, source: random.Random) -> State:
    """Deal the cards that the seat cannot see again, keeping every count."""
    game = state.rules.game
    hands, decks = list(state.hands), list(state.decks)
    for deck, pile in enumerate(decks):
        seats = [
            other
            for other in range(state.rules.players)
            if other != seat and game.deck_of(other) == deck
        ]
        pool = [card for other in seats for card in hands[other]] + list(pile)
        source.shuffle(pool)
        for other in seats:
            count = len(hands[other])
            hands[other] = tuple(sorted(pool[:count]))
            del pool[:count]
        decks[deck] = tuple(pool)
    return replace(state, hands=tuple(hands), decks=tuple(decks))
