"""Dealing, starting, laying, ending: the actions of a state and their refusals."""

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given, settings

from tenback.records import Position, build_ruleset, parse_position
from tenback.rules import (
    Code,
    DealError,
    Outcome,
    Phase,
    Placement,
    Rating,
    Refusal,
    State,
    Termination,
)
from tenback.testing.strategies import states

CARDS = tuple(range(2, 100))


def position(text: str) -> State:
    return parse_position(text).completed().to_state()


def started(game: str = "original", players: int = 1, **rest: Any) -> State:
    rules = build_ruleset(game, players, **rest)
    return State.deal(rules, rules.game.decks(rules)).start(0)


def refused(action: Any) -> str:
    with pytest.raises(Refusal) as caught:
        action()
    return caught.value.code


@pytest.mark.parametrize(("players", "size"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6)])
@pytest.mark.parametrize("expert", [False, True])
def test_hand_sizes(players: int, size: int, expert: bool) -> None:  # G-4, G-24
    rules = build_ruleset("original", players, {"expert_hand": expert})
    hands = State.deal(rules, (CARDS,)).hands
    assert [len(hand) for hand in hands] == [size - expert] * players


def test_a_duel_deals_from_two_decks() -> None:  # D-1, D-4
    state = started("duel", 2)
    assert state.hands == ((2, 3, 4, 5, 6, 7), (2, 3, 4, 5, 6, 7))
    assert [len(deck) for deck in state.decks] == [52, 52]


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        (CARDS[:-1], "missing 99"),
        ((*CARDS[:-1], 98), "missing 99; too many or unknown 98"),
        ((*CARDS, 100), "unknown 100"),
    ],
)
def test_a_wrong_deal_is_refused(deck: tuple[int, ...], told: str) -> None:
    with pytest.raises(DealError, match=told):
        State.deal(build_ruleset("original", 1), (deck,))


def test_a_deal_with_the_wrong_number_of_decks_is_refused() -> None:
    with pytest.raises(DealError, match="1 deck"):
        State.deal(build_ruleset("original", 1), (CARDS, CARDS))


def test_hands_are_seen_before_the_starter_is_named() -> None:
    rules = build_ruleset("original", 3)
    state = State.deal(rules, (CARDS,))
    assert state.phase is Phase.STARTING
    assert refused(lambda: state.place(Placement(2, 0))) == Code.NOT_STARTED
    assert refused(state.end) == Code.NOT_STARTED
    assert refused(state.concede) == Code.NOT_STARTED
    assert state.start(2).seat == 2
    assert refused(lambda: state.start(2).start(1)) == Code.ALREADY_STARTED


def test_a_fixed_starter_stays() -> None:
    state = State.deal(build_ruleset("original", 3, starter=1), (CARDS,))
    assert refused(lambda: state.start(0)) == Code.STARTER_FIXED
    assert state.start(1).seat == 1


def test_a_state_cannot_be_changed() -> None:
    state = started()
    with pytest.raises(FrozenInstanceError):
        state.seat = 3  # type: ignore[misc] # it is refused


@given(states(over=False))
@settings(max_examples=100, deadline=None)
def test_a_refusal_changes_nothing_and_verify_can_and_act_agree(state: State) -> None:
    before = replace(state)
    for card in range(1, 101):
        for pile in range(len(state.tops)):
            placement = Placement(card, pile)
            if not state.can_place(placement):
                assert refused(lambda p=placement: state.verify_place(p))
                assert refused(lambda p=placement: state.place(p)) == state.judge_place(placement)
    if not state.can_end():
        assert refused(state.verify_end) == refused(state.end) == state.judge_end()
    assert state == before


@given(states(over=False))
@settings(max_examples=100, deadline=None)
def test_legal_placements_is_a_collection(state: State) -> None:
    legal = state.legal_placements
    listed = list(legal)
    assert len(legal) == len(listed)
    assert bool(legal) == bool(listed)
    for card in range(1, 101):
        for pile in range(len(state.tops)):
            assert (Placement(card, pile) in legal) == (Placement(card, pile) in listed)


def test_players_with_empty_hands_are_skipped() -> None:  # G-18, A-6
    state = position("original players=3 piles=1,1,100,100 hands=5,6||7,8,9 deck=?0")
    state = state.place(Placement(5, 0)).end()
    assert state.seat == 2
    state = state.place(Placement(7, 0)).end()
    assert state.seat == 0
    state = state.place(Placement(6, 1)).end()
    assert (state.seat, state.turns) == (2, 3)
    assert state.place(Placement(8, 0)).end().seat == 2


def test_the_printed_score() -> None:  # G-20
    state = position("original piles=33,99,3,2 hands=5,6,7,8,20,34|?6|?6 deck=?7")
    assert state.outcome == Outcome(Termination.BLOCKED, 25, (), 0)


@pytest.mark.parametrize(
    ("score", "winners", "rating"),
    [(0, (0,), Rating.BEATEN), (9, (), Rating.EXCELLENT), (10, (), Rating.LOST)],
)
def test_ratings(score: int, winners: tuple[int, ...], rating: Rating) -> None:  # G-22
    assert Outcome(Termination.BLOCKED, score, winners, 0).rating is rating


@pytest.mark.parametrize(
    "termination", sorted({*Termination} - {Termination.CLEARED, Termination.BLOCKED})
)
def test_a_loss_is_not_excellent_however_few_cards_are_left(termination: Termination) -> None:
    assert Outcome(termination, 1, (), 0).rating is Rating.LOST  # G-22


@pytest.mark.parametrize(
    ("text", "card", "score"),
    [
        ("extreme layout=partial;SKULL:50 hands=50 deck=?0", 50, 1),
        ("extreme layout=partial;THREE:50 hands=50 deck=?0", 50, 2),
    ],
)
def test_a_command_missed_with_the_last_card_is_a_loss(text: str, card: int, score: int) -> None:
    outcome = position(text).place(Placement(card, 0)).outcome
    assert outcome is not None
    assert (outcome.score, outcome.rating) == (score, Rating.LOST)


def test_conceding_with_three_left_is_a_loss() -> None:
    outcome = position("original hands=50,51,52 deck=?0").concede().outcome
    assert outcome is not None
    assert (outcome.score, outcome.rating) == (3, Rating.LOST)


def test_a_team_wins_together_and_a_duel_has_one_winner() -> None:
    won = position("original players=2 hands=50| deck=?0").place(Placement(50, 0)).outcome
    assert won is not None
    assert (won.winners, won.score, won.winner) == ((0, 1), 0, None)
    duel = position("duel piles=9,60,1,60 hands=10,11|?5 deck=?0|?30")
    won = duel.place(Placement(10, 0)).place(Placement(11, 0)).outcome
    assert won is not None
    assert (won.winners, won.winner, won.score) == ((0,), 0, 35)


def test_who_cannot_lay_two_loses_the_duel() -> None:  # D-18, C-1
    state = position("duel piles=9,60,1,60 to=P2 hands=?6|30 deck=?10|?0")
    assert state.outcome == Outcome(Termination.BLOCKED, 1, (0,), 1)


def test_conceding() -> None:
    over = started("duel", 2).concede()
    assert over.outcome == Outcome(Termination.CONCEDED, 58, (1,), 0)
    assert refused(over.concede) == Code.TURN_OVER
    assert refused(over.end) == Code.TURN_OVER


def test_a_breach_is_accepted_and_lost_under_breach_lose() -> None:  # B-15
    text = (
        "extreme breach=lose layout=partial;NO_JUMP:45 piles=45,1,100,100 hands=35,60,61 deck=?40"
    )
    state = position(text)
    placement = Placement(35, 0)
    assert placement not in state.legal_placements
    assert state.can_place(placement)
    assert state.place(placement).outcome == Outcome(Termination.NO_JUMP, 42, (), 0)
    assert state.end().outcome == Outcome(Termination.MINIMUM, 43, (), 0)
    assert (
        refused(lambda: state.place(Placement(35, 2)).place(Placement(36, 2))) == Code.NOT_IN_HAND
    )


def test_ending_below_the_minimum_is_never_what_bots_are_offered() -> None:
    state = position("original breach=lose hands=35,60,61 deck=?40")
    assert state.can_end()
    assert state.judge_end() == Code.MINIMUM


@given(states(over=False))
@settings(max_examples=100, deadline=None)
def test_a_position_gives_the_state_back(state: State) -> None:
    again = Position.of_state(state).to_state()
    anyone = replace(state.rules, starter="lot")
    assert again == replace(state, last_turns=(), rules=anyone)
