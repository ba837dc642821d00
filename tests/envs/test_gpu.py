"""Games for a GPU, run on the CPU: the same as those of the vector environment."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from benchmarks.env_gpu import KERNELS, translate

from tenback.bots.training.devices import Processor
from tenback.envs import gpu
from tenback.envs.gpu import GpuGames
from tenback.envs.jax_games import JaxGames
from tenback.envs.vector import TenbackVectorEnv

COUNT = 5
#: One for all tests: it keeps what it has compiled.
PROCESSOR = Processor()


@pytest.mark.parametrize(
    "arguments",
    [
        {"game": "original", "players": 3, "reward": "left", "shaping": "room"},
        {"game": "extreme", "players": 1, "illegal": "concede"},
        {"game": "duel"},
    ],
    ids=lambda arguments: arguments["game"],
)
def test_games_on_a_gpu_are_those_of_the_vector_environment(arguments: dict[str, Any]) -> None:
    games = GpuGames(count=COUNT, device=PROCESSOR, **arguments)
    envs = TenbackVectorEnv(num_envs=COUNT, **arguments)
    observations, infos = envs.reset(seed=5)
    games.reset(seed=5)
    ends = 0
    for step in range(150):
        np.testing.assert_array_equal(games.observations, observations)
        np.testing.assert_array_equal(games.masks, infos["action_mask"])
        np.testing.assert_array_equal(games.seats, infos["seat"])
        actions = games.sample_actions().copy()
        playing = games.masks.any(1)
        assert games.masks[np.arange(COUNT), actions][playing].all()
        if step % 9 == 0:
            actions[step % COUNT] = games.encoding.end
        games.step(actions)
        observations, rewards, over, _, infos = envs.step(actions)
        np.testing.assert_array_equal(games.over, over)
        np.testing.assert_allclose(games.rewards, rewards)
        ends += int(over.sum())
    assert ends > COUNT


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"count": 0}, "at least one"),
        ({"count": 1, "illegal": "raise"}, "refuse or concede"),
        ({"count": 1, "colour": "red"}, "no argument 'colour'"),
        ({"count": 1, "players": 9}, "players"),
    ],
)
def test_what_cannot_be_is_named(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        GpuGames(device=PROCESSOR, **arguments)


def test_order_and_shapes_are_enforced() -> None:
    games = GpuGames(count=2, device=PROCESSOR)
    with pytest.raises(ValueError, match="before step"):
        games.step(np.zeros(2, int))
    with pytest.raises(ValueError, match="needs a seed"):
        games.reset()
    with pytest.raises(ValueError, match="2 whole numbers"):
        games.reset(seed=[1, 2, 3])
    games.reset(seed=0)
    with pytest.raises(ValueError, match="have the shape"):
        games.step(np.zeros(3, int))
    with pytest.raises(ValueError, match="whole numbers"):
        games.step(np.zeros(2))


@pytest.mark.gpu
@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
@pytest.mark.parametrize("name", list(KERNELS))
def test_the_kernels_can_be_translated_for_a_gpu(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba import cuda

    tools: Any = cuda
    hopper = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr(tools.dispatcher, "get_current_device", lambda: hopper)
    assert ".entry" in translate(name)


@pytest.mark.skipif(
    find_spec("jax") is None,
    reason="JAX is not installed: its wrapper is NOT tested (pip install jax)",
)
def test_jax_takes_the_arrays_and_hands_over_actions() -> None:
    jax: Any = import_module("jax")
    games = GpuGames("original", COUNT, device=PROCESSOR)
    wrapped = JaxGames(games)
    seen = wrapped.reset(seed=3)
    for step in range(20):
        np.testing.assert_array_equal(seen.masks, games.masks)
        np.testing.assert_array_equal(seen.observations, games.observations)
        logits = jax.numpy.where(seen.masks != 0, 0.0, -jax.numpy.inf)
        seen = wrapped.step(jax.random.categorical(jax.random.key(step), logits))
        np.testing.assert_array_equal(seen.over, games.over)
        assert not games.refusals.any()


@pytest.mark.skipif(
    find_spec("torch") is None,
    reason="PyTorch is not installed: the documented program is NOT run (pip install torch)",
)
def test_the_documented_program_for_pytorch_plays_on_when_games_are_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[GpuGames] = []

    def on_the_processor(game: str, _count: int, **options: Any) -> GpuGames:
        made.append(GpuGames(game, COUNT, device=PROCESSOR, **options))
        return made[-1]

    monkeypatch.setattr(gpu, "GpuGames", on_the_processor)
    page = Path(__file__).parents[2] / "docs" / "environments" / "gpu.md"
    exec(page.read_text("utf-8").split("```python\n")[1].split("```")[0], {})
    (games,) = made
    assert not np.isin(games.deals, np.arange(COUNT)).any()  # all were dealt anew
