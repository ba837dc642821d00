"""Whole turns are those of the rules, card by card."""

from typing import Any

import numpy as np
import pytest

from tenback import State, deal_from_seed
from tenback.envs.turns import TurnGames
from tenback.records import lot_from_seed
from tenback.rules import view

COUNT = 3


def lay(games: TurnGames, state: State, actions: tuple[int, ...]) -> State:
    for action in actions:
        placed = games.encoding.placement_of(action, state.seat)
        state = state.end() if placed is None else state.place(placed)
    return state


@pytest.mark.parametrize(("game", "players"), [("original", 3), ("extreme", 1), ("duel", 2)])
def test_turns_are_what_the_rules_say(game: str, players: int) -> None:
    games = TurnGames(game, COUNT, players=players, reward="left")
    encoding, rules, source = games.encoding, games.encoding.rules, np.random.default_rng(3)
    games.reset(seed=40)
    states = [
        State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
        for seed in range(40, 40 + COUNT)
    ]
    compared = 0
    while not games.over.any():
        listed = games.list_turns()
        chosen = [int(source.integers(max(1, count))) for count in listed.counts.tolist()]
        for index, state in enumerate(states):
            assert games.seats[index] == state.seat
            if not listed.counts[index]:
                continue
            actions = games.actions_of(index, chosen[index])
            row = listed.afterstates[listed.firsts[index] + chosen[index]]
            if actions[-1] == encoding.end:
                laid = lay(games, state, actions[:-1])
                seen = encoding.observe(view(laid, state.seat, memory=True))
                np.testing.assert_array_equal(row, seen)
                compared += 1
            states[index] = lay(games, state, actions)
        games.step(chosen)
        if (listed.counts == 0).any():
            break
    assert compared > 3
    for index, state in enumerate(states):
        if games.over[index] and state.outcome is not None:
            share = state.outcome.score / int(encoding.packed.deck_size)
            winners = state.outcome.winners
            expected = [share if seat in winners else -share for seat in range(players)]
            np.testing.assert_allclose(games.rewards[index], expected)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"count": 0}, "at least one"),
        ({"width": "wide"}, "not one of bots, all"),
        ({"shaping": "laid"}, "not for whole turns"),
        ({"colour": 1}, "no argument 'colour'"),
    ],
)
def test_what_cannot_be_is_named(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        TurnGames(**arguments)


def test_order_and_numbers_are_enforced() -> None:
    games = TurnGames("original", 2, width="all")
    games.reset(seed=0)
    with pytest.raises(ValueError, match="list_turns"):
        games.step([0, 0])
    listed = games.list_turns()
    with pytest.raises(ValueError, match="2 whole numbers"):
        games.step([0])
    with pytest.raises(ValueError, match=r"game 1 has no turn \d+; it has"):
        games.step([0, int(listed.counts[1])])
    with pytest.raises(ValueError, match="game 0 has no turn -1"):
        games.actions_of(0, -1)
    games.step([0, 0])
    assert games.rewards.shape == (2, 1)
