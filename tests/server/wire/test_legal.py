"""What may be laid is judged in one go, with the same result as card by card."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tenback.rules import Placement, State, would_doom
from tenback.server.wire.project import show_example
from tenback.server.wire.views import Legal
from tenback.table.moves import describe_move
from tenback.testing.strategies import states


def shown_one_by_one(state: State) -> list[Legal]:
    rules, turn = state.rules, state.turn
    assert turn is not None
    legal: list[Legal] = []
    breaching: list[Legal] = []
    for index, pile in enumerate(rules.game.piles):
        for card in turn.hand:
            code = rules.game.judge(rules, turn, card, index)
            one = Legal(card, index, *describe_move(pile, turn.seat, turn.tops[index], card))
            if code is None:
                dooms = would_doom(rules, turn, Placement(card, index))
                legal.append(Legal(one.card, one.pile, one.move, one.by, dooms))
            elif state.accepts_breach(code):
                breaching.append(Legal(one.card, one.pile, one.move, one.by, breach=code))
    return legal + breaching


@given(states(over=False))
@settings(max_examples=300, deadline=None)
def test_what_may_be_laid_is_shown_as_if_judged_card_by_card(state: State) -> None:
    assert list(show_example("G-9", state).legal) == shown_one_by_one(state)


@given(
    states(over=False),
    st.lists(st.integers(2, 59), min_size=4, max_size=4, unique=True),
    st.integers(1, 4),
)
@settings(max_examples=300, deadline=None)
def test_so_it_is_where_cards_are_few_and_doom(state: State, tops: list[int], cards: int) -> None:
    hands = list(state.hands)
    hands[state.seat] = tuple(one for one in hands[state.seat][-cards:] if one not in tops)
    state = replace(state, hands=tuple(hands), tops=tuple(tops))
    assert list(show_example("G-9", state).legal) == shown_one_by_one(state)
