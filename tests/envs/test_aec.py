"""The PettingZoo environment passes PettingZoo's own tests."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError
from pettingzoo import test as pettingzoo_test  # pyright: ignore[reportMissingTypeStubs]

from tenback.envs import aec, parallel
from tenback.envs.vector import TenbackVectorEnv

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


def test_a_closed_environment_says_so() -> None:
    table = aec.raw_env(game="duel")
    table.close()
    with pytest.raises(ClosedEnvironmentError):
        table.reset()


def test_a_bot_is_no_agent() -> None:
    with pytest.raises(ValueError, match="every seat is an agent"):
        aec.raw_env(game="duel", seats=("agent", "greedy"))
