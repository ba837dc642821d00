"""Every seat an agent, all asked at every step: PettingZoo's parallel interface.

Only one seat moves at a time. A waiting agent has one legal action, `end`, which does nothing. So
libraries that know only this interface can train on the games as well.
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv  # pyright: ignore[reportMissingTypeStubs] - it has none

from tenback.envs.aec import TenbackAEC
from tenback.envs.rendering import Frame

__all__ = ["TenbackParallel", "parallel_env"]


ParallelStep = tuple[
    dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class _Table(TenbackAEC):
    """A table that tells its agents at every step what they earned."""

    adds_up: ClassVar[bool] = False


class TenbackParallel(ParallelEnv[str, Any, Any]):
    """The table of ``tenback.envs.aec``, with an action of every agent at every step."""

    metadata: ClassVar[dict[str, Any]] = {  # pyright: ignore[reportIncompatibleVariableOverride]
        **TenbackAEC.metadata,
        "is_parallelizable": True,
    }

    def __init__(self, **arguments: Any) -> None:
        self._table = _Table(**arguments)
        self.encoding = self._table.encoding
        self.render_mode = self._table.render_mode
        self.possible_agents = self._table.possible_agents
        self.agents: list[str] = []
        self._waits = np.zeros(self.encoding.actions, np.int8)
        self._waits[self.encoding.end] = 1

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent observes."""
        return self._table.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent can do."""
        return self._table.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a game: with a seed its own deal, without one the next of the last seed."""
        self._table.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observations(), self._infos()

    def step(self, actions: dict[str, Any]) -> ParallelStep:
        """Let the seat that is to move act; the actions of the others are ignored."""
        table = self._table
        if not self.agents:
            raise ValueError("the game is over, or none was dealt: call reset() first")
        mover = table.agent_selection
        if mover not in actions:
            raise ValueError(f"{mover} is to move, and has no action")
        table.step(actions[mover])
        told = (
            self._observations(),
            dict(table.rewards),
            dict(table.terminations),
            dict(table.truncations),
            self._infos(),
        )
        if any(table.terminations.values()) or any(table.truncations.values()):
            self.agents = []
        return told

    def render(self) -> Frame:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Show the table as the seat that is to move sees it."""
        return self._table.render()

    def close(self) -> None:
        """Close the environment; nothing can be done with it afterwards."""
        self._table.close()

    def _observations(self) -> dict[str, Any]:
        found = {agent: self._table.observe(agent) for agent in self.agents}
        for agent, seen in found.items():
            if isinstance(seen, dict) and self._has_to_wait(agent):
                seen["action_mask"] = self._waits.copy()
        return found

    def _infos(self) -> dict[str, Any]:
        infos = {agent: dict(self._table.infos[agent]) for agent in self.agents}
        for agent, info in infos.items():
            if self._has_to_wait(agent):
                info["action_mask"] = self._waits.copy()
        return infos

    def _has_to_wait(self, agent: str) -> bool:
        table = self._table
        is_over = table.terminations[agent] or table.truncations[agent]
        return not is_over and agent != table.agent_selection


def parallel_env(**arguments: Any) -> TenbackParallel:
    """Make the environment."""
    return TenbackParallel(**arguments)
