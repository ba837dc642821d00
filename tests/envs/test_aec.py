"""The PettingZoo environment passes PettingZoo's own tests."""

import pickle
from copy import deepcopy
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError
from pettingzoo import test as pettingzoo_test  # pyright: ignore[reportMissingTypeStubs]

from tenback import State, deal_from_seed
from tenback.envs import aec, parallel
from tenback.envs.vector import TenbackVectorEnv
from tenback.records import lot_from_seed

suite: Any = pettingzoo_test
TABLES: list[dict[str, Any]] = [
    {"game": "original", "players": 1},
    {"game": "original", "players": 5},
    {"game": "extreme", "players": 3, "shaping": "laid"},
    {"game": "on-fire", "players": 2},
    {"game": "duel", "reward": "left"},
]


@pytest.mark.parametrize("arguments", TABLES, ids=lambda arguments: arguments["game"])
def test_pettingzoos_own_api_test(arguments: dict[str, Any]) -> None:
    suite.api_test(aec.env(**arguments), num_cycles=60)


@pytest.mark.parametrize("arguments", TABLES, ids=lambda arguments: arguments["game"])
def test_pettingzoos_own_seed_test(arguments: dict[str, Any]) -> None:
    suite.seed_test(lambda: aec.env(**arguments), num_cycles=30)


def test_pettingzoos_own_render_test() -> None:
    suite.render_test(lambda **mode: aec.env(game="duel", **mode))  # pyright: ignore


@pytest.mark.parametrize("arguments", TABLES, ids=lambda arguments: arguments["game"])
def test_pettingzoos_own_parallel_api_test(arguments: dict[str, Any]) -> None:
    suite.parallel_api_test(parallel.parallel_env(max_cycles=50, **arguments), num_cycles=120)
    suite.parallel_seed_test(lambda: parallel.parallel_env(**arguments), num_cycles=30)


def test_pettingzoos_own_max_cycles_test() -> None:
    # It wants all agents to act equally often: that holds only for an agent alone.
    alone = SimpleNamespace(
        env=partial(aec.env, players=1), parallel_env=partial(parallel.parallel_env, players=1)
    )
    suite.max_cycles_test(alone)


def test_in_parallel_those_who_wait_say_end_and_nothing_happens() -> None:
    table = parallel.parallel_env(game="original", players=3)
    beside: Any = aec.env(game="original", players=3)
    observations, infos = table.reset(seed=4)
    beside.reset(seed=4)
    source = np.random.default_rng(4)
    while table.agents:
        mover = beside.agent_selection
        for agent in table.agents:
            np.testing.assert_array_equal(observations[agent], beside.observe(agent))
            if agent != mover:
                assert np.flatnonzero(infos[agent]["action_mask"]).tolist() == [table.encoding.end]
        actions = {
            agent: source.choice(np.flatnonzero(infos[agent]["action_mask"]))
            for agent in table.agents
        }
        beside.step(actions[mover])
        observations, rewards, over, cut, infos = table.step(actions)
        assert rewards == beside.rewards
        assert (over, cut) == (beside.terminations, beside.truncations)
    with pytest.raises(ValueError, match="call reset"):
        table.step({})
    table.reset(seed=4)
    with pytest.raises(ValueError, match="is to move, and has no action"):
        table.step({})


def test_a_game_can_be_truncated() -> None:
    table: Any = aec.env(game="duel", max_cycles=3)
    table.reset(seed=1)
    for _ in range(3):
        assert not any(table.truncations.values())
        table.step(table.unwrapped.encoding.end)  # refused: nothing is laid yet
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    with pytest.raises(ValueError, match="max_cycles: 0"):
        aec.env(max_cycles=0)


def test_observations_can_carry_the_mask() -> None:
    table = aec.env(game="duel", mask_in_observation=True)
    with pytest.warns(UserWarning, match="Observation"):  # it knows arrays only
        suite.api_test(table, num_cycles=20)
    table.reset(seed=3)
    for agent in table.agents:
        seen = table.observe(agent)
        assert seen in table.observation_space(agent)
        assert seen["action_mask"].any() == (agent == table.agent_selection)


@pytest.mark.parametrize(("game", "players"), [("extreme", 3), ("duel", 2)])
def test_it_does_what_the_vector_environment_does(game: str, players: int) -> None:
    table: Any = aec.env(game=game, players=players)
    envs = TenbackVectorEnv(game, 1, players=players, autoreset_mode="Disabled")
    for seed in range(5):
        table.reset(seed=seed)
        observations, infos = envs.reset(seed=seed)
        source = np.random.default_rng(seed)
        over = [False]
        while not over[0]:
            seen, _, _, _, info = table.last()
            assert table.agent_selection == f"seat_{infos['seat'][0]}"
            np.testing.assert_array_equal(seen, observations[0])
            np.testing.assert_array_equal(info["action_mask"], infos["action_mask"][0])
            action = source.choice(np.flatnonzero(info["action_mask"]))
            table.step(action)
            observations, _, over, _, infos = envs.step([action])
        assert list(table.rewards.values()) == infos["rewards"][0].tolist()
        assert all(table.terminations.values())


@pytest.mark.parametrize("game", ["original", "duel"])
def test_cards_left_are_those_of_the_seat_or_its_team(game: str) -> None:
    table: Any = aec.raw_env(game=game, players=2)
    rules, with_cards = table.encoding.rules, 0
    for seed in range(10):
        table.reset(seed=seed)
        state = State.deal(rules, deal_from_seed(rules, seed)).start(lot_from_seed(rules, seed))
        source = np.random.default_rng(seed)
        while state.outcome is None:
            mask = table.infos[table.agent_selection]["action_mask"]
            action = int(source.choice(np.flatnonzero(mask)))
            placed = table.encoding.placement_of(action, state.seat)
            state = state.end() if placed is None else state.place(placed)
            table.step(action)
        for seat in range(2):
            told = table.infos[f"seat_{seat}"]
            assert told["cards_left"] == rules.game.cards_left(state.hands, state.decks, seat)
            with_cards += told["is_win"] and told["cards_left"] > 0
    assert bool(with_cards) == (game == "duel")


def play_shaped(game: str, make: Any, **options: Any) -> list[list[float]]:
    """Play by chance, and return what each agent earned, step by step."""
    table: Any = make(game=game, players=2, **options)
    source = np.random.default_rng(1)
    _, infos = table.reset(seed=9)
    earned: list[list[float]] = [[], []]
    while table.agents:
        actions = {
            agent: source.choice(np.flatnonzero(infos[agent]["action_mask"]))
            for agent in table.agents
        }
        _, rewards, _, _, infos = table.step(actions)
        for seat in range(2):
            earned[seat].append(rewards[f"seat_{seat}"])
    return earned


@pytest.mark.parametrize(("game", "start"), [("original", 1.0), ("duel", 0.0)])
def test_in_parallel_a_discounted_shaping_telescopes_for_every_agent(
    game: str, start: float
) -> None:
    plain = play_shaped(game, parallel.parallel_env)
    shaped = play_shaped(game, parallel.parallel_env, shaping="room", discount=0.9)
    weights = 0.9 ** np.arange(len(plain[0]))
    for one, two in zip(plain, shaped, strict=True):
        assert weights @ np.array(two) == pytest.approx(weights @ np.array(one) - start)


def test_by_turns_a_shaping_of_several_agents_is_not_discounted() -> None:
    with pytest.raises(ValueError, match=r"discount: 0\.9 with shaping and several agents"):
        aec.env(game="duel", shaping="laid", discount=0.9)
    aec.env(game="duel", discount=0.9)
    aec.env(game="original", players=1, shaping="laid", discount=0.9)


def sent(table: Any) -> Any:
    return pickle.loads(pickle.dumps(table))


@pytest.mark.parametrize("copied", [cast("Any", deepcopy), sent])
@pytest.mark.parametrize("make", [aec.env, aec.raw_env])
def test_a_copy_goes_on_from_the_same_card(copied: Any, make: Any) -> None:
    table: Any = make(game="duel", shaping="laid")
    copied(table).reset(seed=1)  # before the first deal, too
    table.reset(seed=4)
    for _ in range(7):
        table.step(int(table.last()[-1]["action_mask"].argmax()))
    assert len(table.agents) == 2
    other: Any = copied(table)
    while table.agents:
        assert (other.agent_selection, other.rewards) == (table.agent_selection, table.rewards)
        seen, earned, is_over, _, info = table.last()
        seen_there, earned_there, *_ = other.last()
        np.testing.assert_array_equal(seen_there, seen)
        assert earned_there == earned
        action = None if is_over else int(info["action_mask"].argmax())
        table.step(action)
        other.step(action)
    table.reset()
    other.reset()
    np.testing.assert_array_equal(other.observe("seat_0"), table.observe("seat_0"))


@pytest.mark.parametrize("copied", [cast("Any", deepcopy), sent])
def test_a_copy_in_parallel_goes_on_from_the_same_card(copied: Any) -> None:
    table = parallel.parallel_env(game="original", players=3, shaping="laid")
    _, infos = table.reset(seed=4)
    for _ in range(5):
        *_, infos = table.step(first_legal(infos))
    other = copied(table)
    while table.agents:
        there, told = (one.step(first_legal(infos)) for one in (other, table))
        assert (there[1:4], other.agents) == (told[1:4], table.agents)
        for agent, seen in told[0].items():
            np.testing.assert_array_equal(there[0][agent], seen)
        infos = told[-1]


def first_legal(infos: dict[str, Any]) -> dict[str, int]:
    """Choose the first legal action of every agent."""
    return {agent: int(info["action_mask"].argmax()) for agent, info in infos.items()}


def test_in_parallel_nothing_can_be_done_before_the_first_deal() -> None:
    with pytest.raises(ValueError, match="none was dealt: call reset"):
        parallel.parallel_env(game="duel").step({})


def test_a_closed_environment_says_so() -> None:
    table = aec.raw_env(game="duel")
    table.close()
    with pytest.raises(ClosedEnvironmentError):
        table.reset()


def test_a_bot_is_no_agent() -> None:
    with pytest.raises(ValueError, match="every seat is an agent"):
        aec.raw_env(game="duel", seats=("agent", "greedy"))
