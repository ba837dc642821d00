"""What must hold in every state of every game."""

from tenback.rules import State, Termination

__all__ = ["verify_outcome", "verify_state"]


def verify_state(state: State) -> None:
    """Raise AssertionError unless every card is in exactly one place."""
    game = state.rules.game
    for deck, cards in enumerate(game.decks(state.rules)):
        held = list(state.decks[deck])
        for seat, hand in enumerate(state.hands):
            if game.deck_of(seat) == deck:
                held += hand
        laid = [
            card for card in range(state.gone[deck].bit_length()) if state.gone[deck] >> card & 1
        ]
        assert sorted(held + laid) == sorted(cards), f"cards of deck {deck} are not accounted for"
    for hand in state.hands:
        assert list(hand) == sorted(hand), "a hand is not sorted"
    anywhere = 0
    for mask in state.gone:
        anywhere |= mask
    for top, pile in zip(state.tops, game.piles, strict=True):
        assert top == pile.base or anywhere >> top & 1, f"the top {top} was never laid"


def verify_outcome(state: State) -> None:
    """Raise AssertionError unless the game ended in a way its rules know."""
    outcome, rules = state.outcome, state.rules
    assert outcome is not None, "the game is not over"
    left = rules.game.cards_left(state.hands, state.decks, outcome.seat)
    if outcome.termination == Termination.CLEARED:
        assert outcome.winners, "a cleared game has no winner"
        assert rules.game.is_cleared(state.hands, state.decks, outcome.seat)
    else:
        assert outcome.seat not in outcome.winners, "who failed has won"
        assert outcome.score >= left, "the score is smaller than the cards left"
        assert outcome.score > 0 or rules.game.is_cleared(state.hands, state.decks, outcome.seat)
    assert not state.legal_placements, "a finished game offers placements"
    assert not state.can_end(), "a finished game can be ended again"
