"""The games in OpenSpiel pass OpenSpiel's own random simulations."""

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import numpy as np
import pytest
from scripts.golden import OPENSPIEL, openspiel_file

from tenback.rules import State

pytestmark = [
    pytest.mark.openspiel,
    pytest.mark.skipif(
        find_spec("pyspiel") is None,
        reason="OpenSpiel has no wheel for this machine: its suite is NOT run",
    ),
]

GAMES = [
    "tenback_original",
    "tenback_original(players=3)",
    "tenback_original(players=5,expert_minimum=True)",
    "tenback_extreme(players=2,one_pile=after,breach=lose)",
    "tenback_on_fire(players=4,starter=2)",
    "tenback_duel(short_hand=clamp)",
]


@pytest.fixture(name="spiel")
def load_spiel() -> Any:
    names = import_module("tenback.envs.spiel")
    spiel: Any = import_module("pyspiel")
    assert names.short_name("on-fire") in spiel.registered_names()
    return spiel


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_random_simulation(spiel: Any, name: str) -> None:
    spiel.random_sim_test(spiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", OPENSPIEL)
def test_openspiels_own_play_through_is_the_one_that_was_kept(spiel: Any, name: str) -> None:
    assert name.partition("(")[0] in spiel.registered_names()
    generator: Any = import_module("open_spiel.python.algorithms.generate_playthrough")
    played = generator.playthrough(name, None, seed=OPENSPIEL[name])
    assert played == openspiel_file(name).read_text(encoding="utf-8")


def play(spiel: Any, name: str, seed: int) -> Any:
    source = Random(seed)
    state = spiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        assert state.returns() == [0.0] * state.num_players()
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1.0)
            state.apply_action(source.choice(outcomes))
        else:
            state.apply_action(source.choice(state.legal_actions()))
    return state


def test_a_team_shares_its_utility_and_duellists_do_not(spiel: Any) -> None:
    assert play(spiel, "tenback_original(players=3)", 1).returns() == [-1.0] * 3
    assert sorted(play(spiel, "tenback_duel", 1).returns()) == [-1.0, 1.0]


def test_the_table_is_one_that_the_rules_know(spiel: Any) -> None:
    """A game with random draws is that of a deck in the order of the draws."""
    state = play(spiel, "tenback_extreme(players=2,starter=1)", 4)
    rules, encoding = state.table.rules, state.encoding
    drawn = [card for _, card, _ in state.recall._drawn]
    rest = [card for card in range(2, 100) if card not in drawn]
    table = State.deal(rules, ((*drawn, *rest),)).start(1)
    for player, action in moves_of(spiel, state):
        assert table.seat == player
        placed = encoding.placement_of(action, player)
        table = table.end() if placed is None else table.place(placed)
    assert table.outcome == state.table.outcome
    assert table.hands == state.table.hands


def moves_of(spiel: Any, state: Any) -> list[tuple[int, int]]:
    """Return the actions of the players, without those of chance."""
    return [
        (step.player, step.action)
        for step in state.full_history()
        if step.player != spiel.PlayerId.CHANCE
    ]


def test_a_seat_knows_its_own_draws_alone(spiel: Any) -> None:
    state = spiel.load_game("tenback_original(players=2,starter=0)").new_initial_state()
    for card in range(14):
        state.apply_action(card)
    other = spiel.load_game("tenback_original(players=2,starter=0)").new_initial_state()
    for card in (*range(7), *range(20, 27)):
        other.apply_action(card)
    for seat, is_same in ((0, True), (1, False)):
        tensors = [np.array(one.information_state_tensor(seat)) for one in (state, other)]
        assert np.array_equal(tensors[0], tensors[1]) == is_same
        strings = [one.information_state_string(seat) for one in (state, other)]
        assert (strings[0] == strings[1]) == is_same
        seen = [one.observation_string(seat) for one in (state, other)]
        assert (seen[0] == seen[1]) == is_same
    assert state.action_to_string(0, 132) == "35>A1"


@pytest.mark.parametrize("recalls", [False, True])
def test_what_all_see_and_what_a_seat_sees_are_told_apart(spiel: Any, recalls: bool) -> None:
    state = play(spiel, "tenback_duel", 2)
    game, private = state.get_game(), spiel.PrivateInfoType
    whole, table, own = (
        game.make_py_observer(spiel.IIGObservationType(is_public, recalls, kind))
        for is_public, kind in (
            (True, private.SINGLE_PLAYER),
            (True, private.NONE),
            (False, private.SINGLE_PLAYER),
        )
    )
    for seat in range(2):
        for observer in (whole, table, own):
            observer.set_from(state, seat)
        np.testing.assert_array_equal(whole.tensor, table.tensor + own.tensor)
        hand = state.encoding.sections["hand"]
        assert not table.tensor[hand.start : hand.stop].any()
        assert own.tensor.any()
        drawn = [f"+{card}" for drawer, card, _ in state.recall._drawn if drawer == seat]
        if recalls:
            assert own.string_from(state, seat).split() == drawn
            assert "+" not in table.string_from(state, seat)
        else:
            assert "hand'" not in table.string_from(state, seat)
            assert own.string_from(state, seat).startswith("{'hand': (")
    with pytest.raises(ValueError, match="one seat's cards"):
        game.make_py_observer(spiel.IIGObservationType(True, recalls, private.ALL_PLAYERS))


def test_an_unknown_option_is_refused(spiel: Any) -> None:
    with pytest.raises(Exception, match="one_pile"):
        spiel.load_game("tenback_original(one_pile=after)")
