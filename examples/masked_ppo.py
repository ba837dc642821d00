"""PPO with action masks (sb3-contrib) on the vector environment, on the processor.

    pip install 'tenback[rl]' torch==2.13.0 sb3-contrib==2.9.2
    python examples/masked_ppo.py --minutes 10 --out masked_ppo

writes masked_ppo.csv (the learning curve), masked_ppo.zip (the model) and masked_ppo.json (its
result on the public deals, next to built-in bots).
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from card_model import CardModel
from gymnasium.vector import AutoresetMode
from reporting import Curve, progress, report
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from tenback.envs.agents import Policy
from tenback.envs.vector import TenbackVectorEnv

DISCOUNT, RATE = 0.99, 2e-3


class Tables(VecEnv):
    """The vector environment as stable-baselines3 wants it."""

    def __init__(self, envs: TenbackVectorEnv, curve: Curve) -> None:
        self.envs = envs
        self.curve = curve
        self._actions: Any = None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Any:
        seen, _ = self.envs.reset(seed=self._seeds[0])
        self._reset_seeds()
        return seen

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        observations, rewards, over, _, told = self.envs.step(self._actions)
        self.curve.count(self.envs, over, told)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in np.flatnonzero(over):
            infos[index] = {"terminal_observation": told["final_obs"][index]}
        return observations, rewards.astype(np.float32), over, infos

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        del indices
        return list(getattr(self.envs, method_name)(*args, **kwargs))

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self.envs, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        del indices
        return [getattr(self.envs, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        del indices
        setattr(self.envs, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        del wrapper_class, indices
        return [False] * self.num_envs

    def close(self) -> None:
        self.envs.close()


class Scores(nn.Module):
    """The scores of the model, in the place of sb3's last layer."""

    def __init__(self, model: CardModel) -> None:
        super().__init__()
        self.model = model

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return self.model(seen)[0]


class Values(Scores):
    """The values of the model, in the place of sb3's last layer."""

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return self.model(seen)[1][:, None]


class Clock(BaseCallback):
    """Writes the curve, lets the learning rate fall, and stops when the time is over."""

    def __init__(self, curve: Curve, given: argparse.Namespace) -> None:
        super().__init__()
        self.curve = curve
        self.given = given
        self.begin = time.monotonic()

    def done(self) -> float:
        """Return how much of the training is done."""
        return progress(self.given, self.num_timesteps, time.monotonic() - self.begin)

    def rate(self, _remaining: float) -> float:
        """Return the learning rate; sb3 would count steps alone."""
        return RATE * max(0.05, 1 - self.done())

    def _on_step(self) -> bool:
        return self.done() < 1

    def _on_rollout_end(self) -> None:
        self.curve.write(self.num_timesteps)


def policy_of(model: MaskablePPO) -> Policy:
    """Return the model as `tenback evaluate` asks for it."""

    def choose(observations: Any, masks: Any) -> Any:
        actions, _ = model.predict(observations, action_masks=masks != 0, deterministic=True)
        return actions

    return choose


def train(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="original")
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--tables", type=int, default=128)
    parser.add_argument("--steps", type=int, default=10**9, help="stop after so many")
    parser.add_argument("--minutes", type=float, default=10.0, help="stop after so many")
    parser.add_argument("--games", type=int, default=1000, help="public deals to evaluate on")
    parser.add_argument("--versus", default="greedy,tuned,expert")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("masked_ppo"))
    given = parser.parse_args(arguments)
    torch.set_num_threads(1)
    envs = TenbackVectorEnv(
        given.game,
        given.tables,
        players=given.players,
        autoreset_mode=AutoresetMode.SAME_STEP,
        reward="left",
        shaping="room",
        shaping_weight=2.0,
        discount=DISCOUNT,
    )
    curve = Curve(given.out.with_suffix(".csv"))
    clock = Clock(curve, given)
    model = MaskablePPO(
        "MlpPolicy",
        Tables(envs, curve),
        n_steps=32,
        batch_size=512,
        n_epochs=4,
        learning_rate=clock.rate,
        gamma=DISCOUNT,
        gae_lambda=0.9,
        ent_coef=0.002,
        seed=given.seed,
        device="cpu",
        policy_kwargs={"net_arch": [], "normalize_images": False},
    )
    network = CardModel(envs.encoding)
    model.policy.action_net = Scores(network)
    model.policy.value_net = Values(network)
    model.policy.optimizer = torch.optim.Adam(model.policy.parameters(), lr=RATE)
    model.learn(given.steps, callback=clock)
    model.save(given.out.with_suffix(".zip"))
    training = {"steps": model.num_timesteps, "seed": given.seed}
    report("masked PPO", policy_of(model), envs, given, training)


if __name__ == "__main__":
    train()
