"""Set-up and what may be seen: vectors cannot state these rules, as they start with a turn."""

from dataclasses import replace

import pytest

from tenback.records import build_ruleset, deal_from_seed, parse_position
from tenback.rules import (
    EVEN,
    CardCommand,
    Phase,
    Refusal,
    Ruleset,
    RulesetError,
    State,
    Termination,
    find_game,
    view,
)

TURN_CODES = ("TURN_OVER", "NOT_IN_HAND", "VALUE", "MINIMUM")


def dealt(rules: Ruleset, seed: int = 1) -> State:
    return State.deal(rules, deal_from_seed(rules, seed))


@pytest.mark.parametrize("game", ["original", "extreme"])
def test_four_bases_and_98_cards(game: str) -> None:  # G-1, G-3, X-1
    rules = build_ruleset(game)
    assert [(pile.ascending, pile.base) for pile in rules.game.piles] == [
        (True, 1),
        (True, 1),
        (False, 100),
        (False, 100),
    ]
    (deck,) = rules.game.decks(rules)
    assert sorted(deck) == list(range(2, 100))
    state = dealt(rules)
    assert sorted([*state.hands[0], *state.decks[0]]) == list(range(2, 100))


@pytest.mark.parametrize("game", ["original", "extreme"])
@pytest.mark.parametrize(("players", "hand"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6)])
def test_hand_sizes(game: str, players: int, hand: int) -> None:  # G-2, G-4, X-2, A-5
    assert {len(held) for held in dealt(build_ruleset(game, players)).hands} == {hand}
    expert = build_ruleset(game, players, {"expert_hand": True})
    assert {len(held) for held in dealt(expert).hands} == {hand - 1}
    assert expert.minimum(hand - 1, 40) == 2


@pytest.mark.parametrize("players", [0, 6])
def test_one_to_five_players(players: int) -> None:  # G-2
    with pytest.raises(RulesetError, match="original is for 1 to 5"):
        build_ruleset("original", players)


def test_the_team_starts_where_it_likes_and_goes_round() -> None:  # G-6, A-8
    state = dealt(build_ruleset("original", 3))
    assert state.phase is Phase.STARTING
    assert len(state.hands[0]) == 6  # hands are seen before the starter is named
    for seat in range(3):
        assert state.start(seat).seat == seat
    started = state.start(2)
    while started.seat == 2 and started.outcome is None:
        started = (
            started.end()
            if started.can_end()
            else started.place(next(iter(started.legal_placements)))
        )
    assert started.seat == 0


def test_hands_are_secret_and_counts_are_not() -> None:  # G-5, A-13
    state = dealt(build_ruleset("original", 3)).start(0)
    other = replace(state, hands=(state.hands[0], *reversed(state.hands[1:])))
    assert view(state, 0) == view(other, 0)
    assert view(state, 0).hand == state.hands[0]
    assert view(state, None).hand == ()
    assert view(state, 1).hand_counts == (6, 6, 6)
    assert view(state, 1).deck_counts == (80,)


def test_only_the_tops_are_seen_unless_a_list_is_asked_for() -> None:  # G-15, A-9, D-9
    state = dealt(build_ruleset("original")).start(0)
    for _ in range(2):
        state = state.place(next(iter(state.legal_placements)))
    assert view(state, 0).gone is None
    assert view(state, 0, memory=True).gone == state.gone
    assert len(view(state, 0).tops) == 4


def test_seven_commands_on_four_cards_each() -> None:
    assert len(CardCommand) == 7
    assert [len(EVEN.numbers(command)) for command in CardCommand] == [4] * 7
    assert len(EVEN.as_mapping()) == 28


def test_a_score_counts_cards_and_does_not_add_values() -> None:  # E-6, G-20
    state = parse_position("original piles=97,99,3,2 hands=60,61|?2 deck=?1").completed().to_state()
    assert state.outcome is not None
    assert (state.outcome.termination, state.outcome.score) == (Termination.BLOCKED, 5)


def test_each_player_of_a_duel_has_a_deck_of_their_own() -> None:  # D-1, D-3, D-4
    rules = build_ruleset("duel")
    assert [sorted(deck) for deck in rules.game.decks(rules)] == [list(range(2, 60))] * 2
    state = dealt(rules)
    assert [len(hand) for hand in state.hands] == [6, 6]
    assert [rules.game.deck_of(seat) for seat in (0, 1)] == [0, 1]
    assert sorted([*state.hands[1], *state.decks[1]]) == list(range(2, 60))


@pytest.mark.parametrize("players", [1, 3])
def test_a_duel_is_for_two(players: int) -> None:  # D-2
    with pytest.raises(RulesetError, match="duel is for exactly 2"):
        build_ruleset("duel", players)


def test_either_player_may_be_drawn_to_start_a_duel() -> None:  # D-5
    state = dealt(build_ruleset("duel"))
    assert [state.start(seat).seat for seat in (0, 1)] == [0, 1]
    fixed = dealt(build_ruleset("duel", starter=1))
    with pytest.raises(Refusal, match="STARTER_FIXED"):
        fixed.start(0)


def test_a_player_is_tested_when_their_own_turn_starts() -> None:  # C-9, D-18
    state = (
        parse_position("duel piles=1,60,58,2 hands=10,20,30,31,32,33|20,30,40 deck=?20|?20")
        .completed()
        .to_state()
    )
    assert state.outcome is None
    state = state.place(state.placement(10, "a")).place(state.placement(20, "a"))
    assert state.outcome is None
    state = state.end()
    assert state.outcome is not None
    assert (state.outcome.termination, state.outcome.seat) == (Termination.BLOCKED, 1)


@pytest.mark.parametrize("game", ["original", "extreme", "duel"])
def test_a_code_names_rules_of_its_own_game(game: str) -> None:
    letters = {"original": "GABE", "extreme": "GXABE", "duel": "DCB"}[game]
    for code in (*TURN_CODES, "NOT_STARTED", "ALREADY_STARTED", "STARTER_FIXED", "NO_SIGNALS"):
        cited = find_game(game).rule_of(code)
        assert all(rule[0] in letters for rule in cited.split(", ") if rule), (code, cited)
