"""Advice: turns that may be played, and their chances of winning."""

import random

import pytest

from tenback.analysis import Advice, AdviceError, advise
from tenback.analysis import advice as advising
from tenback.analysis.favouring import favour
from tenback.analysis.intervals import wilson
from tenback.bots import choose_turn, create_bot, play_turn
from tenback.records import build_ruleset, deal_from_seed, parse_position
from tenback.rules import Placement, State, View, view
from tenback.testing.hidden import deal_hidden_anew


def after_turns(game: str, players: int, turns: int, seed: int = 5) -> State:
    rules = build_ruleset(game, players)
    state = State.deal(rules, deal_from_seed(rules, seed)).start(0)
    bot = create_bot("tuned")
    for _ in range(turns):
        state = play_turn(state, choose_turn(state, bot))
    assert state.outcome is None
    return state


def seen(state: State) -> View:
    return view(state, state.seat, memory=True)


@pytest.mark.parametrize(
    ("game", "players"), [("original", 1), ("original", 3), ("extreme", 2), ("duel", 2)]
)
def test_every_turn_advised_can_be_played(game: str, players: int) -> None:
    state = after_turns(game, players, 6)
    found = advise(seen(state), samples=16)
    assert found
    for advice in found:
        play_turn(state, advice.placements)
        assert 0 <= advice.low <= advice.chance <= advice.high <= 1
        assert advice.samples >= 8
    chances = [advice.chance for advice in found]
    assert chances == sorted(chances, reverse=True)


def test_the_first_turn_advised_was_tried_on_all_samples() -> None:
    """A turn that was lucky in a few samples only does not come first."""
    rules = build_ruleset("original")
    state = State.deal(rules, deal_from_seed(rules, 1)).start(0)
    assert advise(seen(state), samples=48)[0].samples >= 48


def test_a_won_position_is_known_to_be_won() -> None:
    state = parse_position("original players=1 piles=70,90,20,30 hands=60,71 deck=").to_state()
    best = advise(seen(state), samples=16)[0]
    assert best.placements == (Placement(60, 0), Placement(71, 0))
    assert best.chance == 1


def test_turns_are_close_if_their_samples_cannot_tell_them_apart() -> None:
    def advice(won: int, samples: int) -> Advice:
        low, high = wilson(won, samples)
        return Advice((), won / samples, low, high, samples)

    assert advice(60, 100).is_close_to(advice(65, 100))
    assert not advice(6000, 10_000).is_close_to(advice(6500, 10_000))
    assert advice(8, 8).is_close_to(advice(8, 8))


def test_nothing_hidden_changes_the_advice() -> None:
    state = after_turns("original", 2, 8)
    other = deal_hidden_anew(state, state.seat, random.Random(1))
    assert advise(seen(state), samples=16, seed=3) == advise(seen(other), samples=16, seed=3)


def test_advice_needs_the_view_of_the_mover() -> None:
    state = after_turns("original", 2, 2)
    with pytest.raises(AdviceError, match="seat to move"):
        advise(view(state, 1 - state.seat, memory=True))


def test_the_games_of_the_advice_are_played_as_well_as_expert_plays() -> None:
    # Five experts win 95 of 100 games; play-outs that see fewer turns win far fewer. 0.85 is four
    # standard errors of 96 samples below.
    rules = build_ruleset("original", players=5)
    state = State.deal(rules, deal_from_seed(rules, seed=3)).start(0)
    assert advise(view(state, 0, memory=True), samples=96)[0].chance > 0.85


def test_a_turn_dropped_early_never_leads() -> None:
    tried = {
        1: advising.TriedTurn(samples=240, won=150),
        2: advising.TriedTurn(samples=240, won=140),
        3: advising.TriedTurn(samples=8, won=8),
        4: advising.TriedTurn(samples=80, won=70),
    }
    assert advising.ranked(tried, 4) == [1, 2, 3, 4]
    assert advising.ranked(tried, 2) == [1, 2]
    assert advising.ranked({}, 5) == []


def favours(position: str, turn: str, other: str = "") -> list[str]:
    """Return the kinds of reasons for a turn, compared with another one."""
    state = parse_position(position).to_state()
    shown = view(state, state.seat, memory=True)
    turns = [
        tuple(shown.placement(int(card), pile) for card, pile in (w.split(">") for w in t.split()))
        for t in (turn, other)
    ]
    return [why.kind for why in favour(shown, turns[0], turns[1] or None)]


ALONE = "original players=1 piles=40,60,70,90 hands=30,41,45,55,50,71 deck=2,3,4,5"


@pytest.mark.parametrize(
    ("turn", "other", "kinds"),
    [
        ("30>A1 41>A1", "45>A1 55>A1", ["jump", "room"]),
        ("55>A1 45>A1", "41>A1 45>A1", ["pair"]),
        ("41>A1 45>A1", "41>A1 55>A1", ["room"]),
        ("71>A2 55>D1", "41>A1 45>A1", ["keeps"]),
        ("41>A1 45>A1 55>A1", "41>A1 45>A1", ["more"]),
        ("41>A1 45>A1", "41>A1 45>A1", ["played"]),
    ],
)
def test_reasons_are_read_off_the_cards(turn: str, other: str, kinds: list[str]) -> None:
    assert favours(ALONE, turn, other) == kinds


def test_the_last_cards_are_a_reason_of_their_own() -> None:
    last = "original players=1 piles=70,90,20,30 hands=60,71 deck="
    assert favours(last, "60>A1 71>A1")[0] == "wins"
    assert favours("duel piles=20,60,30,60 hands=21,15|40 deck=2,3|4", "15>oa") == ["help"]
