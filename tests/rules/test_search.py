"""Blocked, stuck and doomed, compared with brute force over all orders (A-1, B-15)."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenback.rules import (
    Placement,
    Ruleset,
    State,
    Turn,
    can_complete,
    is_blocked,
    is_stuck,
    would_doom,
)
from tenback.rules.placement import fits
from tenback.rules.turns import LegalPlacements, dooming_among, is_safe, list_legal
from tenback.testing.strategies import states


def every_order(turn: Turn, length: int) -> Iterator[tuple[Placement, ...]]:
    """Yield all sequences of placements, without looking at any rule."""
    if length == 0:
        yield ()
        return
    for card in turn.hand:
        for pile in range(len(turn.tops)):
            placement = Placement(card, pile)
            for rest in every_order(turn.after(placement), length - 1):
                yield (placement, *rest)


def reaches(rules: Ruleset, turn: Turn, placements: tuple[Placement, ...]) -> bool:
    """Whether a sequence obeys the values and the commands in force; duties do not count."""
    for placement in placements:
        if rules.game.judge_standing(rules, turn, *placement) is not None:
            return False
        turn = turn.after(placement)
    return True


def blocked_by_brute_force(rules: Ruleset, turn: Turn) -> bool:
    for length in range(1, min(turn.minimum, len(turn.hand)) + 1):
        for placements in every_order(turn, length):
            enough = length == turn.minimum
            waived = rules.game.waives_minimum(rules, placements[-1].card)
            if (enough or waived) and reaches(rules, turn, placements):
                return False
    return True


def completes_by_brute_force(rules: Ruleset, turn: Turn) -> bool:
    if turn.laid and rules.game.judge_end(rules, turn) is None:
        return True
    return any(
        completes_by_brute_force(rules, turn.after(Placement(card, pile)))
        for card in turn.hand
        for pile in range(len(turn.tops))
        if rules.game.judge(rules, turn, card, pile) is None
    )


def small(state: State) -> Turn | None:
    """Return the open turn with at most five cards in hand, so that brute force stays quick."""
    turn = state.turn
    return None if turn is None else turn._replace(hand=turn.hand[-5:])


@given(states())
@settings(max_examples=200, deadline=None)
def test_blocked_is_what_no_order_can_avoid(state: State) -> None:
    turn = small(state)
    if turn is not None and not turn.laid and len(turn.hand) >= 2:
        assert is_blocked(state.rules, turn) == blocked_by_brute_force(state.rules, turn)


@given(states(over=False))
@settings(max_examples=200, deadline=None)
def test_doomed_is_what_no_order_can_complete(state: State) -> None:
    turn = small(state)
    assert turn is not None
    assert can_complete(state.rules, turn) == completes_by_brute_force(state.rules, turn)


@given(states(over=False))
@settings(max_examples=150, deadline=None)
def test_a_placement_that_does_not_doom_can_be_completed(state: State) -> None:
    turn = small(state)
    assert turn is not None
    for card in turn.hand:
        for pile in range(len(turn.tops)):
            if state.rules.game.judge(state.rules, turn, card, pile) is None:
                placement = Placement(card, pile)
                after = turn.after(placement)
                assert would_doom(state.rules, turn, placement) != completes_by_brute_force(
                    state.rules, after
                )


@given(
    states(over=False),
    st.lists(st.integers(2, 59), min_size=4, max_size=4, unique=True),
    st.integers(1, 5),
)
@settings(max_examples=300, deadline=None)
def test_all_dooming_placements_at_once_are_those_one_by_one(
    state: State, tops: list[int], cards: int
) -> None:
    rules, turn = state.rules, state.turn
    assert turn is not None
    hand = tuple(card for card in turn.hand[-cards:] if card not in tops)
    turn = turn._replace(hand=hand, tops=tuple(tops))
    legal = tuple(LegalPlacements(rules, turn))
    found = tuple(one for one in legal if would_doom(rules, turn, one))
    assert dooming_among(rules, turn, legal) == found
    by_pile = [sum(pile == one.pile for one in legal) for pile in range(len(tops))]
    assert not (is_safe(rules, turn, by_pile) and found)


@given(states(over=False))
@settings(max_examples=150, deadline=None)
def test_what_is_listed_is_what_is_judged_card_by_card(state: State) -> None:
    rules, turn = state.rules, state.turn
    assert turn is not None
    placements = [Placement(card, pile) for pile in range(len(turn.tops)) for card in turn.hand]
    legal = [one for one in placements if rules.game.judge(rules, turn, *one) is None]
    assert list_legal(rules, turn) == list(LegalPlacements(rules, turn)) == legal


@pytest.mark.parametrize("ascending", [True, False])
def test_whether_a_card_fits_is_a_matter_of_the_difference_alone(ascending: bool) -> None:
    for top in range(1, 101):
        for card in range(2, 100):
            assert fits(ascending, top, card) == fits(ascending, 0, card - top)


@given(states(over=False))
@settings(max_examples=150, deadline=None)
def test_an_open_turn_is_never_stuck(state: State) -> None:
    assert state.turn is not None
    assert not is_stuck(state.rules, state.turn)
