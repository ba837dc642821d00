"""The Gymnasium environment passes Gymnasium's own checks and says what is wrong."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.env_checker import check_env

import tenback.envs
from tenback import State, deal_from_seed
from tenback.envs.errors import IllegalActionError
from tenback.envs.options import make_ruleset
from tenback.envs.solo import TenbackEnv
from tenback.records import lot_from_seed
from tenback.records.deals import MAX_SEED
from tenback.rules import GAMES, view


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_gymnasiums_own_check(game: str, mode: str | None) -> None:
    env: Any = gymnasium.make(tenback.envs.environment_id(game), render_mode=mode)
    check_env(env.unwrapped)


def play(env: Any, seed: int) -> tuple[list[float], dict[str, Any]]:
    """Play a game by random legal actions; return the rewards and the last info."""
    _, info = env.reset(seed=seed)
    source = np.random.default_rng(seed)
    rewards: list[float] = []
    is_over = False
    while not is_over:
        action = source.choice(np.flatnonzero(info["action_mask"]))
        _, reward, is_over, _, info = env.step(action)
        rewards.append(float(reward))
    return rewards, info


def test_a_name_with_its_module_needs_no_import() -> None:
    program = 'import gymnasium; print(gymnasium.make("tenback.envs:tenback/Duel-v0").spec.id)'
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert made.stdout.decode().strip() == "tenback/Duel-v0"


def test_a_seed_deals_the_cards_that_it_deals_everywhere() -> None:
    env = TenbackEnv("original")
    observation, _ = env.reset(seed=7)
    rules = make_ruleset("original")
    state = State.deal(rules, deal_from_seed(rules, 7)).start(lot_from_seed(rules, 7))
    expected = env.encoding.observe(view(state, 0, memory=True))
    np.testing.assert_array_equal(observation, expected)
    assert env.encoding.read(env.reset()[0])["hand"] != state.hands[0]


def test_without_a_seed_the_first_deal_is_drawn_by_chance() -> None:
    env: Any = TenbackEnv("original")
    env.np_random = np.random.default_rng(3)
    env.reset()
    assert env._batch.deals[0] == np.random.default_rng(3).integers(MAX_SEED)
    others: list[Any] = [TenbackEnv("original") for _ in range(2)]
    for other in others:
        assert other.np_random is not None  # it makes one
        other.reset()
    assert others[0]._batch.deals[0] != others[1]._batch.deals[0]


@pytest.mark.parametrize("game", ["original", "extreme"])
def test_the_environment_plays_what_the_rules_say(game: str) -> None:
    """Compare observation, mask, end and score with ``rules/``, step by step."""
    env = TenbackEnv(game, starter=0)
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        rules, source = env.encoding.rules, np.random.default_rng(seed)
        state = State.deal(rules, deal_from_seed(rules, seed)).start(0)
        is_over, reward = False, 0.0
        while not is_over:
            seen = view(state, 0, memory=True)
            np.testing.assert_array_equal(observation, env.encoding.observe(seen))
            np.testing.assert_array_equal(info["action_mask"], env.encoding.mask(seen))
            np.testing.assert_array_equal(info["action_mask"], env.action_masks())
            action = int(source.choice(np.flatnonzero(info["action_mask"])))
            placed = env.encoding.placement_of(action)
            state = state.end() if placed is None else state.place(placed)
            observation, reward, is_over, _, info = env.step(action)
            assert is_over == (state.outcome is not None)
        assert state.outcome is not None
        assert reward == (1 if state.outcome.won else -1)
        assert info["cards_left"] == state.outcome.score
        assert info["termination"] == state.outcome.termination


def test_rewards() -> None:
    plain, end = play(TenbackEnv("original"), 3)
    assert plain == [0.0] * (len(plain) - 1) + [-1.0]
    left, _ = play(TenbackEnv("original", reward="left"), 3)
    assert left[-1] == -end["cards_left"] / 98
    for shaping in ("laid", "room"):
        shaped, _ = play(TenbackEnv("original", shaping=shaping), 3)
        start = 0.0 if shaping == "laid" else 1.0
        assert sum(shaped) == pytest.approx(sum(plain) - start)  # the sum telescopes
        assert any(shaped[:-1])
        weighted, _ = play(TenbackEnv("original", shaping=shaping, shaping_weight=0.5), 3)
        assert sum(weighted) == pytest.approx(sum(plain) - start / 2)


def test_a_discounted_shaping_telescopes_under_its_discount() -> None:
    plain, _ = play(TenbackEnv("extreme", discount=0.9), 5)
    shaped, _ = play(TenbackEnv("extreme", shaping="room", discount=0.9), 5)
    weights = 0.9 ** np.arange(len(plain))
    assert weights @ np.array(shaped) == pytest.approx(weights @ np.array(plain) - 1.0)


def test_a_step_that_is_refused_is_shaped_as_well() -> None:
    """Otherwise being refused would put off the loss of what the potential has lent."""
    env = TenbackEnv("extreme", shaping="room", discount=0.9, illegal_reward=-0.25)
    _, info = env.reset(seed=5)
    source, is_over = np.random.default_rng(5), False
    rewards: list[float] = []
    refused: list[bool] = []
    while not is_over:
        wrong = source.random() < 0.3
        choices = np.flatnonzero(info["action_mask"] == (0 if wrong else 1))
        _, reward, is_over, _, info = env.step(source.choice(choices))
        rewards.append(float(reward))
        refused.append(wrong)
    assert any(refused)
    weights = 0.9 ** np.arange(len(rewards))
    plain = -0.25 * np.array(refused) - (np.arange(len(rewards)) == len(rewards) - 1)
    assert weights @ np.array(rewards) == pytest.approx(weights @ plain - 1.0)


def test_what_is_refused_changes_nothing() -> None:
    env = TenbackEnv("original", illegal_reward=-0.5)
    before, info = env.reset(seed=1)
    assert not info["action_mask"][env.encoding.end]
    after, reward, is_over, _, told = env.step(env.encoding.end)
    np.testing.assert_array_equal(before, after)
    assert (reward, is_over, told["refusal"]) == (-0.5, False, "MINIMUM")


def test_what_is_refused_can_end_the_game_or_be_an_error() -> None:
    env = TenbackEnv("original", illegal="concede")
    env.reset(seed=1)
    _, reward, is_over, _, told = env.step(env.encoding.end)
    assert (reward, is_over, told["termination"]) == (-1.0, True, "CONCEDED")
    strict = TenbackEnv("original", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalActionError, match="end is refused in game 0: MINIMUM"):
        strict.step(strict.encoding.end)


def test_a_breach_that_the_ruleset_accepts_loses() -> None:
    env = TenbackEnv("original", breach="lose", illegal="raise")
    env.reset(seed=1)
    _, reward, is_over, _, told = env.step(env.encoding.end)
    assert (reward, is_over, told["termination"]) == (-1.0, True, "MINIMUM")


def test_other_seats_are_played_by_built_in_bots() -> None:
    env = TenbackEnv("duel", seats=["greedy", "agent"])
    assert env.seat == 1
    rewards, end = play(env, 2)
    assert sum(rewards) == (1 if end["is_win"] else -1)


@pytest.mark.parametrize(
    "arguments",
    [
        {"game": "original", "players": 3},
        {"game": "extreme", "players": 2, "seats": ["random", "agent"]},
        {"game": "duel", "seats": ["random", "agent"]},
    ],
    ids=lambda arguments: arguments["game"],
)
def test_the_end_is_seen_from_the_agents_seat(arguments: dict[str, Any]) -> None:
    env: Any = TenbackEnv(**arguments)
    turns_of_bots = 0
    for seed in range(12):
        observation, info = env.reset(seed=seed)
        source, is_over = np.random.default_rng(seed), False
        while not is_over:
            action = source.choice(np.flatnonzero(info["action_mask"]))
            observation, _, is_over, _, info = env.step(action)
        state = env._batch.state(0)
        turns_of_bots += int(state.seat) != env.seat
        wanted = env.encoding.observe_packed(state, env.seat)
        np.testing.assert_array_equal(observation, wanted)
    assert turns_of_bots


def test_cards_left_are_those_of_the_agent() -> None:
    env: Any = TenbackEnv("duel", seats=["random", "agent"])
    with_cards = 0
    for seed in range(20):
        _, end = play(env, seed)
        told = env.encoding.read(env.encoding.observe_packed(env._batch.state(0), env.seat))
        assert end["cards_left"] == len(told["hand"]) + told["decks"][0]
        with_cards += end["is_win"] and end["cards_left"] > 0
    assert with_cards


def test_every_option_is_a_keyword() -> None:
    env = TenbackEnv(
        "extreme",
        players=3,
        expert_minimum=True,
        expert_hand=True,
        talk="nsv",
        short_hand="clamp",
        one_pile="after",
        breach="lose",
        layout="random",
        starter=1,
        hand_size=4,
    )
    rules = env.encoding.rules
    assert (rules.players, rules.one_pile, rules.hand_size, rules.starter) == (3, "after", 4, 1)
    assert rules.layout.name == "random"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"players": 9}, "original is for 1 to 5"),
        ({"colour": "red"}, "there is no argument 'colour'"),
        ({"reward": "gold"}, "reward: 'gold' is not one of win, left"),
        ({"discount": 2}, "discount: 2 is not from 0 to 1"),
        ({"render_mode": "human"}, "render_mode: 'human' is not one of ansi, rgb_array"),
        ({"players": 2, "seats": ["agent"]}, "seats: 1 named, the game has 2"),
        ({"players": 2, "seats": ["agent", "agent"]}, "this environment has one agent"),
        ({"players": 2, "seats": ["agent", "nobody"]}, "there is no bot 'nobody'"),
        ({"players": 2, "seats": ["agent", "master"]}, "not all of them play"),
        ({"one_pile": "after"}, "original has no such option"),
    ],
)
def test_an_argument_that_cannot_be_is_named(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        TenbackEnv(**arguments)


def test_a_ruleset_without_decisions_is_refused() -> None:
    with pytest.raises(ValueError, match="leaves an agent anything to decide"):
        TenbackEnv("original", hand_size=1).reset(seed=0)


def test_a_wrong_number_a_finished_game_and_a_closed_environment() -> None:
    env = TenbackEnv("original", illegal="concede")
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="there is no action 393"):
        env.step(393)
    wrong: list[Any] = [None, "x", 1.5, [1], np.array([1]), 2**70]
    for action in wrong:
        with pytest.raises(ValueError, match="an action is a whole number from 0 to 392"):
            env.step(action)
    env.step(env.encoding.end)
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(0)
    with pytest.raises(ValueError, match="reset knows no options"):
        env.reset(options={"colour": "red"})
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.reset()
    with pytest.raises(ClosedEnvironmentError):
        env.step(0)


def test_text_shows_what_the_seat_knows() -> None:
    env = TenbackEnv("duel", render_mode="ansi", starter=0)
    env.reset(seed=7)
    assert env.render() == (
        "a ↑ 1   d ↓ 60   oa ↑ 1   od ↓ 60\n"
        "deck 52 / 52   hands 6 6   your turn: 0 of 2 laid\n"
        f"hand {' '.join(map(str, env.encoding.read(env.reset(seed=7)[0])['hand']))}\n"
    )
