"""What the learning examples tell: a learning curve, and the result on the public deals."""

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from tenback.envs.agents import Agent, Policy
from tenback.envs.evaluation import evaluate
from tenback.envs.vector import TenbackVectorEnv


class Curve:
    """The cards left at the end of games, while an agent learns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.left: list[int] = []
        self.rows: list[tuple[int, int, float, float]] = []

    def count(self, envs: TenbackVectorEnv, over: Any, infos: dict[str, Any]) -> None:
        """Count the games that a step has ended; autoreset must be of the same step."""
        laid = envs.encoding.sections["gone"]
        for index in np.flatnonzero(over):
            self.left.append(envs.encoding.cards - int(laid.of(infos["final_obs"][index]).sum()))

    def write(self, steps: int) -> None:
        """Write what was counted since the last time."""
        if not self.left:
            return
        left = np.array(self.left)
        self.left = []
        row = (steps, left.size, float(left.mean()), float((left == 0).mean()))
        self.rows.append(row)
        print(f"{row[0]:>9,} steps, {row[2]:5.1f} cards left, {row[3]:6.2%} won", flush=True)
        with self.path.open("w", newline="") as file:
            csv.writer(file).writerows([("steps", "games", "cards_left", "won"), *self.rows])


def progress(given: Any, steps: int, seconds: float) -> float:
    """Return how much of a training is done, by its steps or by the clock, whichever is nearer.

    Only what ends by its steps is the same the next time.
    """
    return max(steps / given.steps, seconds / (60 * given.minutes))


def report(
    name: str, policy: Policy, envs: TenbackVectorEnv, given: Any, training: dict[str, Any]
) -> None:
    """Evaluate an agent on the public deals, beside built-in bots, and write the result file."""
    weights = next(
        path for kind in (".pt", ".zip") if (path := given.out.with_suffix(kind)).exists()
    )
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()[:16]
    found = evaluate(
        Agent(name, policy, digest),
        envs.encoding.rules,
        games=given.games,
        versus=[bot for bot in given.versus.split(",") if bot],
    )
    told = {**found.to_dict(), "training": training}
    given.out.with_suffix(".json").write_text(json.dumps(told, indent=2) + "\n")
    print(f"won {found.win_rate.value:.2%}, {found.left.value:.1f} cards left")
