"""A view is built by allow-list: what a seat may not know does not change it."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tenback.records import Position, format_position
from tenback.rules import Phase, State, view
from tenback.testing.hidden import deal_hidden_anew
from tenback.testing.strategies import states


@given(states(over=False), st.integers(0, 2**32), st.booleans())
@settings(max_examples=300, deadline=None)
def test_hidden_cards_do_not_change_a_view(state: State, seed: int, memory: bool) -> None:
    source = random.Random(seed)
    for seat in (*range(state.rules.players), None):
        other = deal_hidden_anew(state, seat, source)
        mine, theirs = view(state, seat, memory=memory), view(other, seat, memory=memory)
        assert mine == theirs
        assert repr(mine) == repr(theirs)
        assert list(mine.legal_placements) == list(theirs.legal_placements)
        assert mine.dooming_placements == theirs.dooming_placements
        assert (mine.end_refusal, mine.duties) == (theirs.end_refusal, theirs.duties)
        told, again = Position.of_view(mine), Position.of_view(theirs)
        assert format_position(told) == format_position(again)


@given(states())
@settings(max_examples=100, deadline=None)
def test_hands_are_revealed_only_when_the_game_is_over(state: State) -> None:
    for seat in (*range(state.rules.players), None):
        seen = view(state, seat)
        assert (seen.reveal is not None) == (state.phase is Phase.OVER)
        assert seen.hand == (() if seat is None else state.hands[seat])


@given(states(over=False))
@settings(max_examples=100, deadline=None)
def test_only_the_mover_is_offered_placements(state: State) -> None:
    for seat in (*range(state.rules.players), None):
        seen = view(state, seat)
        if seat == state.seat:
            assert list(seen.legal_placements) == list(state.legal_placements)
            assert seen.may_end == (state.judge_end() is None)
        else:
            assert not seen.legal_placements
            assert not seen.may_end
