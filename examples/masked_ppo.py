"""PPO with action masks (sb3-contrib) on the vector environment, on the processor.

    pip install 'tenback[rl]' torch==2.13.0 sb3-contrib==2.9.2
    python examples/masked_ppo.py --minutes 10 --out masked_ppo

writes masked_ppo.csv (the learning curve), masked_ppo.zip (the model) and masked_ppo.json (its
result on the public deals, next to house bots).
"""

import argparse
import csv
import hashlib
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from tenback.envs.agents import Agent, Policy
from tenback.envs.evaluation import evaluate
from tenback.envs.vector import TenbackVectorEnv


class Tables(VecEnv):
    """The vector environment as stable-baselines3 wants it."""

    def __init__(self, envs: TenbackVectorEnv) -> None:
        self.envs = envs
        self._actions: Any = None
        self._last: Any = None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Any:
        self._last, _ = self.envs.reset(seed=self._seeds[0])
        self._reset_seeds()
        return self._last

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        observations, rewards, over, _, told = self.envs.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in np.flatnonzero(over):
            seen = told["final_obs"][index]
            left = self.envs.encoding.cards - int(
                self.envs.encoding.sections["gone"].of(seen).sum()
            )
            infos[index] = {"terminal_observation": seen, "left": left}
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


class Curve(BaseCallback):
    """Writes the cards left at the end of games, and stops when the time is over."""

    def __init__(self, path: Path, seconds: float) -> None:
        super().__init__()
        self.path = path
        self.until = time.monotonic() + seconds
        self.left: list[int] = []
        self.rows: list[tuple[int, int, float, float]] = []

    def _on_step(self) -> bool:
        self.left += [info["left"] for info in self.locals["infos"] if "left" in info]
        return time.monotonic() < self.until

    def _on_rollout_end(self) -> None:
        if not self.left:
            return
        left = np.array(self.left)
        self.left = []
        row = (self.num_timesteps, left.size, float(left.mean()), float((left == 0).mean()))
        self.rows.append(row)
        print(f"{row[0]:>9,} steps, {row[2]:5.1f} cards left, {row[3]:6.2%} won", flush=True)
        with self.path.open("w", newline="") as file:
            csv.writer(file).writerows([("steps", "games", "cards_left", "won"), *self.rows])


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
    parser.add_argument("--versus", default="greedy,tuned")
    parser.add_argument("--shaping", default="laid")
    parser.add_argument("--weight", type=float, default=1.0, help="of the shaping")
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
        shaping=given.shaping,
        shaping_weight=given.weight,
    )
    model = MaskablePPO(
        "MlpPolicy",
        Tables(envs),
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.005,
        seed=given.seed,
        device="cpu",
        policy_kwargs={"net_arch": [256, 256]},
    )
    model.learn(given.steps, callback=Curve(given.out.with_suffix(".csv"), 60 * given.minutes))
    saved = given.out.with_suffix(".zip")
    model.save(saved)
    digest = hashlib.sha256(saved.read_bytes()).hexdigest()[:16]
    found = evaluate(
        Agent("masked PPO", policy_of(model), digest),
        envs.encoding.rules,
        games=given.games,
        versus=[bot for bot in given.versus.split(",") if bot],
    )
    told = {**found.to_dict(), "training": {"steps": model.num_timesteps, "seed": given.seed}}
    given.out.with_suffix(".json").write_text(json.dumps(told, indent=2) + "\n")
    print(f"won {found.win_rate.value:.2%}, {found.left.value:.1f} cards left")


if __name__ == "__main__":
    train()
