"""Positions that a person types: what no game can come to is refused."""

import pytest

from tenback.bots import create_bot
from tenback.bots.play import choose_turn
from tenback.records import (
    Position,
    PositionError,
    build_ruleset,
    deal_from_seed,
    parse_position,
    verify_possible,
)
from tenback.rules import Phase, State, view


@pytest.mark.parametrize(
    ("line", "told"),
    [
        # a card in two places
        ("original piles=50,97,3,4 hands=50|51 deck=", "50 is in the hand of P1 and on A1"),
        ("original piles=1,97,3,4 hands=51 deck=96,97", "97 is in the deck and on A2"),
        ("original piles=50,50,50,4 hands=51 deck=", "50 is on A1 and on A2"),
        ("original hands=50|51 deck= gone=2-50,52-99", "50 is in the hand of P1 and gone"),
        ("original hands=50 deck=51,52 gone=52", "52 is in the deck and gone"),
        (
            "original piles=50,97,3,4 hands=51|50 deck= laid=50>A1",
            "50 is in the hand of P2 and laid in this turn",
        ),
        (
            "original piles=51,50,3,4 hands=60 deck= laid=50>A1,51>A1",
            "50 is laid in this turn and on A2",
        ),
        (
            "original piles=50,97,3,4 hands=60 deck= laid=50>A1,50>A1",
            "50 is laid in this turn twice",
        ),
        # a duel has every number twice
        (
            "duel piles=30,60,1,60 hands=30,31|30,31 deck=|",
            "30 is in the hand of P1 and in the hand of P2 and on 1a",
        ),
        ("duel piles=30,30,30,60 hands=4,5|4,5 deck=|", "30 is on 1a and on 1d and on 2a"),
        ("duel piles=30,60,1,60 hands=4,5|?2 deck=?2| gone=2-3|2-3", "30 lies on 1a: name it"),
        # a turn that the piles do not show
        (
            "original piles=40,97,3,4 hands=51|52 deck= laid=50>A1",
            "laid=50>A1, but the top of that pile is 40",
        ),
        (
            "original piles=50,97,3,4 hands=52 deck= laid=50>A1,51>A1",
            "laid=51>A1, but the top of that pile is 50",
        ),
        ("duel to=P2 hands=4|5 deck=|6 laid=7>a", "laid=7>a, but the top of that pile is 1"),
        # nothing to do
        ("original hands= deck=", "P1 holds no card and has none to draw: nothing to do"),
        ("original piles=40,1,100,100 hands= deck= laid=40>A1", "P1 holds no card and has none"),
        (
            "original hands=|50 deck=",
            "P1 holds no card: nothing to do; name a seat with cards by t",
        ),
        ("original hands=?0|?5 deck=?5", "by to=P2"),
        ("original hands=50||51 to=P2 deck=", "P2 holds no card: nothing to do; name a seat"),
        ("duel hands=4,5| deck=|", "P2 holds no card and has none to draw"),
    ],
)
def test_what_no_game_comes_to_is_refused(line: str, told: str) -> None:
    with pytest.raises(PositionError) as caught:
        verify_possible(parse_position(line))
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "line",
    [
        "original hands=50|51 deck=?5",
        "original piles=40,1,100,100 hands=50 deck= gone=40",
        "original piles=50,97,3,4 hands=51 deck= gone=2-50,52-99 laid=60>A1,50>A1",
        "original to=P2 hands=|50 deck=",
        "original piles=40,1,100,100 hands=|50 deck= laid=40>A1",
        "duel piles=30,60,1,60 hands=30,31|31 deck=|",
        "duel piles=30,30,1,60 hands=4,5|4,5 deck=|",
        "duel piles=30,60,30,60 hands=4,5|?2 deck=?2| gone=2-3,30|30",
        "duel piles=30,30,1,60 hands=4,5|5 deck=| laid=30>a",
    ],
)
def test_what_a_game_may_come_to_is_accepted(line: str) -> None:
    """Anything else raises a PositionError."""
    verify_possible(parse_position(line))


@pytest.mark.parametrize(("game", "players"), [("original", 3), ("extreme", 2), ("duel", 2)])
def test_every_moment_of_a_game_is_possible(game: str, players: int) -> None:
    rules = build_ruleset(game, players)
    state = State.deal(rules, deal_from_seed(rules, 3)).start(0)
    bot = create_bot("greedy")
    while state.outcome is None:
        turns = state.turns
        for placement in choose_turn(state, bot):
            verify_possible(Position.of_state(state))
            verify_possible(Position.of_view(view(state, state.seat, memory=True)))
            state = state.place(placement)
        if state.phase is Phase.PLAYING and state.turns == turns:
            verify_possible(Position.of_state(state))
            state = state.end()
    assert state.turns > 3


def test_a_card_laid_in_this_turn_is_not_unseen() -> None:
    position = parse_position("original piles=3,97,98,4 hands=5|?1 deck=?0 laid=2>A1,3>A1")
    assert position.completed().hands == ((5,), (6,))


def test_a_turn_that_has_begun_keeps_the_minimum_of_its_whole_hand() -> None:
    line = "duel short_hand=clamp piles=9,60,1,60 hands=|5 deck=4|6 laid=9>a"
    state = parse_position(line).to_state()
    assert (state.minimum, state.outcome) == (1, None)
    state = parse_position("original piles=60,97,3,4 hands=65 deck=70 laid=60>A1").to_state()
    assert (state.minimum, state.outcome) == (2, None)
