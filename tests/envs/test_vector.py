"""The vector environment does in one call what as many single ones do, step by step."""

import pickle
from copy import deepcopy
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.passive_env_checker import data_shares_objects
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from tenback import State, deal_from_seed
from tenback.envs.errors import IllegalActionError
from tenback.envs.solo import TenbackEnv
from tenback.envs.vector import TenbackVectorEnv
from tenback.records import lot_from_seed
from tenback.rules import view

COUNT = 7


def random_actions(masks: Any, source: np.random.Generator, crime: float = 0.0) -> Any:
    """Choose a legal action for each game, or any with chance ``crime``; 0 for a game over."""
    chosen = [source.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks]
    wild = source.integers(masks.shape[1], size=len(chosen))
    return np.where(source.random(len(chosen)) < crime, wild, chosen)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(
    "arguments",
    [
        {"game": "original"},
        {"game": "extreme", "illegal": "concede", "shaping": "laid", "breach": "lose"},
        {"game": "duel", "seats": ("greedy", "agent"), "reward": "left", "shaping": "room"},
        {"game": "on-fire", "players": 3, "seats": ("random", "agent", "greedy")},
    ],
    ids=lambda arguments: arguments["game"],
)
def test_it_does_what_single_environments_do(
    mode: AutoresetMode, arguments: dict[str, Any]
) -> None:
    native = TenbackVectorEnv(num_envs=COUNT, autoreset_mode=mode, **arguments)
    single = SyncVectorEnv([lambda: TenbackEnv(**arguments)] * COUNT, autoreset_mode=mode)
    source = np.random.default_rng(1)
    one, infos = native.reset(seed=11)
    two, told = single.reset(seed=11)
    ends = 0
    for _ in range(160):
        np.testing.assert_array_equal(one, two)
        np.testing.assert_array_equal(infos["action_mask"], told["action_mask"])
        actions = random_actions(infos["action_mask"], source, crime=0.02)
        one, rewards, over, cut, infos = native.step(actions)
        two, wanted, wanted_over, wanted_cut, told = single.step(actions)
        # The same sums, but for rounding.
        np.testing.assert_allclose(rewards, wanted, atol=1e-12)
        np.testing.assert_array_equal(over, wanted_over)
        np.testing.assert_array_equal(cut, wanted_cut)
        ends += int(over.sum())
        if mode is AutoresetMode.SAME_STEP and over.any():
            np.testing.assert_array_equal(infos["_final_obs"], told["_final_obs"])
            for index in np.flatnonzero(over):
                np.testing.assert_array_equal(infos["final_obs"][index], told["final_obs"][index])
        if mode is AutoresetMode.DISABLED and over.any():
            one, infos = native.reset(options={"reset_mask": over.copy()})
            two, told = single.reset(options={"reset_mask": over.copy()})
            again = np.flatnonzero(over)  # it tells of the games that were dealt anew only
            np.testing.assert_array_equal(infos["action_mask"][again], told["action_mask"][again])
            told = infos
    assert ends > COUNT


@pytest.mark.parametrize(("game", "players"), [("original", 3), ("extreme", 2), ("duel", 2)])
def test_self_play_is_what_the_rules_say(game: str, players: int) -> None:
    """Every seat is an agent: the batch asks the seat that the rules name."""
    envs = TenbackVectorEnv(game, COUNT, players=players, autoreset_mode="Disabled")
    encoding, source = envs.encoding, np.random.default_rng(2)
    observations, infos = envs.reset(seed=100)
    states = [
        State.deal(encoding.rules, deal_from_seed(encoding.rules, seed)).start(
            lot_from_seed(encoding.rules, seed)
        )
        for seed in range(100, 100 + COUNT)
    ]
    over, rewards = np.zeros(COUNT, bool), np.zeros(COUNT)
    movers: list[int] = []
    while not over.any():
        for index, state in enumerate(states):
            seen = view(state, state.seat, memory=True)
            assert infos["seat"][index] == state.seat
            np.testing.assert_array_equal(observations[index], encoding.observe(seen))
            np.testing.assert_array_equal(infos["action_mask"][index], encoding.mask(seen))
        actions = random_actions(infos["action_mask"], source)
        movers = [state.seat for state in states]
        for index, state in enumerate(states):
            placed = encoding.placement_of(int(actions[index]), state.seat)
            states[index] = state.end() if placed is None else state.place(placed)
        observations, rewards, over, _, infos = envs.step(actions)
        assert list(infos["actor"]) == movers
    for index in np.flatnonzero(over):
        outcome = states[index].outcome
        assert outcome is not None
        expected = [1 if seat in outcome.winners else -1 for seat in range(players)]
        assert list(infos["rewards"][index]) == expected
        assert rewards[index] == expected[movers[index]]


#: Tables with bots, whose turn may be the last.
WITH_BOTS: list[dict[str, Any]] = [
    {"game": "original", "players": 2, "seats": ("agent", "greedy")},
    {"game": "extreme", "players": 3, "seats": ("random", "agent", "greedy")},
    {"game": "on-fire", "players": 3, "seats": ("agent", "random", "agent")},
    {"game": "duel", "seats": ("random", "agent")},
]


@pytest.mark.parametrize("arguments", WITH_BOTS, ids=lambda arguments: arguments["game"])
def test_the_last_observation_is_that_of_an_agent_not_of_a_bot(arguments: dict[str, Any]) -> None:
    count = 5 * COUNT  # a bot rarely has the last turn of a Duel
    envs, beside = (
        TenbackVectorEnv(num_envs=count, autoreset_mode=mode, render_mode="ansi", **arguments)
        for mode in ("Disabled", "SameStep")
    )
    source = np.random.default_rng(5)
    observations, infos = envs.reset(seed=40)
    beside.reset(seed=40)
    turns_of_bots = 0
    for _ in range(150):
        movers = infos["seat"].copy()
        actions = random_actions(infos["action_mask"], source, crime=0.02)
        observations, _, over, _, infos = envs.step(actions)
        *_, told = beside.step(actions)
        for index in np.flatnonzero(over):
            state, mover = cast("Any", envs)._batch.state(index), int(movers[index])
            assert arguments["seats"][mover] == "agent"
            assert infos["seat"][index] == infos["actor"][index] == mover
            wanted = envs.encoding.observe_packed(state, mover)
            np.testing.assert_array_equal(observations[index], wanted)
            np.testing.assert_array_equal(told["final_obs"][index], wanted)
            assert told["final_info"]["seat"][index] == mover
            hand = envs.encoding.read(wanted)["hand"]
            assert shown_hand(envs.render()[index]) == hand
            turns_of_bots += arguments["seats"][int(state.seat)] != "agent"
        if over.any():
            # Those that are over and are not dealt anew are observed once more.
            some = over & (np.arange(count) % 2 == 0)
            again, infos = envs.reset(options={"reset_mask": some})
            np.testing.assert_array_equal(again[over & ~some], observations[over & ~some])
            observations, infos = envs.reset(options={"reset_mask": over & ~some})
    assert turns_of_bots


def shown_hand(frame: Any) -> tuple[int, ...]:
    """Return the cards of the hand that a text shows."""
    line = next(line for line in frame.splitlines() if line.startswith("hand "))
    return tuple(int(card.partition(":")[0]) for card in line.split()[1:])


def test_the_same_seed_gives_the_same_games() -> None:
    first, second = (TenbackVectorEnv("extreme", 5, players=2) for _ in range(2))
    source = np.random.default_rng(0)
    _, infos = first.reset(seed=3)
    second.reset(seed=[3, 4, 5, 6, 7])
    for _ in range(120):
        actions = random_actions(infos["action_mask"], source)
        one, _, _, _, infos = first.step(actions)
        two, *_ = second.step(actions)
        np.testing.assert_array_equal(one, two)


def test_arrays_are_fresh_unless_told_otherwise() -> None:
    envs = TenbackVectorEnv("original", 3)
    calls = [envs.reset(seed=1)]
    for _ in range(3):
        observations, *_, infos = envs.step(np.zeros(3, int))
        calls.append((observations, infos))
    for index, one in enumerate(calls):
        assert not any(data_shares_objects(one, other) for other in calls[index + 1 :])
    reusing = TenbackVectorEnv("original", 3, copy=False)
    first, _ = reusing.reset(seed=1)
    second, *_ = reusing.step(np.zeros(3, int))
    assert first is second


def test_gymnasium_makes_it() -> None:
    envs: Any = gymnasium.make_vec("tenback/Duel-v0", num_envs=4)
    assert isinstance(envs.unwrapped, TenbackVectorEnv)
    observations, _ = envs.reset(seed=0)
    assert observations in envs.observation_space
    assert envs.action_masks().shape == (4, 233)


def test_pictures_of_every_table() -> None:
    envs = TenbackVectorEnv("original", 2, render_mode="rgb_array")
    envs.reset(seed=0)
    frames: Any = envs.render()
    assert [frame.shape for frame in frames] == [(300, 480, 3)] * 2


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ([0], "have the shape"),
        ([0.5, 0.5], "whole numbers"),
        ([0, 393], r"there is no action 393 \(game 1\)"),
        ([-1, 0], r"there is no action -1 \(game 0\)"),
    ],
)
def test_wrong_actions_are_named(actions: list[float], told: str) -> None:
    envs = TenbackVectorEnv("original", 2)
    envs.reset(seed=0)
    masks = envs.action_masks()
    with pytest.raises(ValueError, match=told):
        envs.step(actions)
    np.testing.assert_array_equal(envs.action_masks(), masks)


def test_an_illegal_action_can_be_an_error_and_then_nothing_has_happened() -> None:
    envs, untouched = (TenbackVectorEnv("original", 2, illegal="raise") for _ in range(2))
    _, infos = envs.reset(seed=0)
    untouched.reset(seed=0)
    first_legal = infos["action_mask"].argmax(1)
    with pytest.raises(IllegalActionError, match="end is refused in game 1: MINIMUM"):
        envs.step([int(first_legal[0]), envs.encoding.end])
    after, *_ = envs.step(first_legal)
    wanted, *_ = untouched.step(first_legal)
    np.testing.assert_array_equal(after, wanted)


def test_order_is_enforced() -> None:
    envs = TenbackVectorEnv("original", 2, illegal="concede", autoreset_mode="Disabled")
    with pytest.raises(ResetNeeded):
        envs.step([0, 0])
    with pytest.raises(ValueError, match="3 seeds for 2 games"):
        envs.reset(seed=[1, 2, 3])
    envs.reset(seed=0)
    with pytest.raises(ValueError, match="reset_mask is 2 truth values"):
        envs.reset(options={"reset_mask": [1, 0]})
    with pytest.raises(ValueError, match="the option reset_mask, not colour"):
        envs.reset(options={"colour": "red"})
    envs.step([envs.encoding.end, 0])
    with pytest.raises(ResetNeeded, match="game 0 is over"):
        envs.step([0, 0])
    envs.close()
    with pytest.raises(ClosedEnvironmentError):
        envs.reset()


@pytest.mark.parametrize("seed", [-1, 2**63, 2**63 - 1, 1.5, "7", [1, -2], [1, 0.5]])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    envs = TenbackVectorEnv("original", 2)
    with pytest.raises(ValueError, match=r"a seed is a whole number from 0 to 2\*\*63 - 1"):
        envs.reset(seed=seed)


def test_seeds_of_numpy_are_seeds() -> None:
    envs = TenbackVectorEnv("original", 2)
    one, _ = envs.reset(seed=cast("Any", np.int64(4)))
    two, _ = envs.reset(seed=cast("Any", np.array([4, 5])))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"num_envs": 0}, "0 games; at least one"),
        ({"num_envs": 1.5}, "1.5 games"),
        ({"num_envs": "4"}, "'4' games"),
        ({"autoreset_mode": "Never"}, "'Never' is not one of NextStep, SameStep, Disabled"),
    ],
)
def test_what_cannot_be_made_is_named(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        TenbackVectorEnv("original", **arguments)


def sent(envs: Any) -> Any:
    return pickle.loads(pickle.dumps(envs))


@pytest.mark.parametrize("copied", [cast("Any", deepcopy), sent])
def test_a_copy_goes_on_from_the_same_card(copied: Any) -> None:
    envs = TenbackVectorEnv("duel", 3, seats=("agent", "greedy"))
    assert not envs.action_masks().any()
    _, infos = envs.reset(seed=1)
    *_, infos = envs.step(infos["action_mask"].argmax(1))
    other = copied(envs)
    actions = infos["action_mask"].argmax(1)
    for one, two in zip(envs.step(actions)[:3], other.step(actions)[:3], strict=True):
        np.testing.assert_array_equal(one, two)


def test_a_large_seed_is_not_rounded() -> None:
    envs = TenbackVectorEnv("original", 2)
    first, second = 2**60 + 1, 2**60 + 2
    observations, _ = envs.reset(seed=[first, second])
    rules = envs.encoding.rules
    for row, seed in zip(observations, (first, second), strict=True):
        state = State.deal(rules, deal_from_seed(rules, seed)).start(0)
        np.testing.assert_array_equal(row, envs.encoding.observe(view(state, 0, memory=True)))
