"""The simple move and the check of a turn agree with the referee, in every game."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.bots import BotError, play_turn
from tenback.records import parse_position
from tenback.rules import (
    LegalPlacements,
    Phase,
    Placement,
    State,
    can_complete,
    is_stuck,
    may_end,
    view,
    would_doom,
)
from tenback.server.thinking.checks import find_fault
from tenback.server.thinking.simple import simple_turn
from tenback.testing.random_play import all_rulesets, random_deal
from tenback.testing.strategies import states

RULESETS = list(all_rulesets())


def verify_simple_turn(state: State) -> State:
    """Play the simple move; it completes the turn whenever that is possible."""
    turn = state.turn
    assert turn is not None
    seen = view(state, state.seat, memory=True)
    placements = simple_turn(seen)
    assert find_fault(seen, placements) is None
    after = play_turn(state, placements)
    completes = after.turns == state.turns + 1 or (after.outcome is not None and after.outcome.won)
    if can_complete(state.rules, turn):
        assert completes
    return after


@pytest.mark.parametrize("start", range(8))
def test_the_simple_move_plays_every_ruleset_to_the_end(start: int) -> None:
    source = random.Random(start)
    for rules in RULESETS[start::16]:
        state = random_deal(rules, source)
        while state.outcome is None:
            state = verify_simple_turn(state)


@given(states(over=False))
def test_the_simple_move_completes_any_turn_that_can_be_completed(state: State) -> None:
    if state.phase is Phase.PLAYING:
        verify_simple_turn(state)


@given(states(over=False))
def test_the_simple_move_never_lays_what_dooms_it(state: State) -> None:
    turn = state.turn
    if turn is None or not can_complete(state.rules, turn):
        return
    for placement in simple_turn(view(state, state.seat)):
        assert not would_doom(state.rules, turn, placement)
        turn = turn.after(placement)


def test_the_smallest_gap_goes_first() -> None:
    line = "original piles=20,50,90,70 hands=22,40,41,60,88,80,95,30 deck=?40"
    state = parse_position(line).completed().to_state()
    assert simple_turn(view(state, 0)) == (Placement(40, 1), Placement(30, 1))


@given(states(over=False), st.randoms(use_true_random=False))
def test_a_turn_is_judged_as_the_referee_does(state: State, source: random.Random) -> None:
    turn = state.turn
    if turn is None:
        return
    seen, placements = view(state, state.seat, memory=True), list[Placement]()
    while len(placements) < 6 and source.random() < 0.8:
        options = list(LegalPlacements(state.rules, turn))
        if options and source.random() < 0.9:
            placements.append(source.choice(options))
        elif turn.hand:
            placements.append(Placement(source.choice(turn.hand), source.randrange(4)))
        else:
            break
        turn = turn.after(placements[-1])
    fault = find_fault(seen, placements)
    try:
        play_turn(state, placements)
    except BotError:
        assert fault is not None
    else:
        # Under breach=lose the referee accepts a breach, and the game is lost.
        assert fault is None or state.rules.breach == "lose"


def test_a_turn_in_a_dead_end_lays_what_it_can() -> None:
    doomed = 0
    source = random.Random(3)
    for rules in RULESETS[::5]:
        state = random_deal(rules, source)
        while state.outcome is None:
            turn = state.turn
            assert turn is not None
            if not can_complete(rules, turn) and not is_stuck(rules, turn):
                doomed += 1
                after = verify_simple_turn(state)
                assert after.outcome is not None
            options = list(state.legal_placements)
            is_over = state.laid and may_end(rules, turn)
            state = state.end() if is_over else state.place(source.choice(options))
    assert doomed > 0
