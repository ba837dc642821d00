"""Every seat an agent: PettingZoo's turn-based interface (AEC), for teams and for the Duel."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs] - it has none
from pettingzoo.utils.wrappers import (  # pyright: ignore[reportMissingTypeStubs]
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
)

from tenback.envs.encoding import VERSION
from tenback.envs.options import make_batch, verify_seed
from tenback.envs.rendering import MODES, Frame, render_state, verify_mode
from tenback.envs.rewards import Rewards
from tenback.kernels.codes import code_name, termination_name
from tenback.records.deals import MAX_SEED

__all__ = ["TenbackAEC", "env", "raw_env"]

#: Text, printed by every ``render()``.
HUMAN = "human"


class TenbackAEC(AECEnv[str, Any, Any]):
    """A table of agents ``seat_0``, ``seat_1``, …; a team is rewarded alike.

    An agent lays one card at a time and stays the selected one until its turn is over. The action
    mask is in ``infos[agent]``; with ``mask_in_observation`` also in the observation, which is then
    a dict of ``observation`` and ``action_mask``. After ``max_cycles`` actions, refused ones
    counted, a game is truncated; without it never.
    """

    metadata: ClassVar[dict[str, Any]] = {  # pyright: ignore[reportIncompatibleVariableOverride]
        "render_modes": [HUMAN, *MODES],
        "render_fps": 2,
        "name": f"tenback_v{VERSION}",
        "is_parallelizable": False,
    }
    #: Whether agents are told what they earned since their last action, as ``last()`` does.
    adds_up: ClassVar[bool] = True

    def __init__(
        self,
        game: str = "original",
        *,
        players: int = 2,
        mask_in_observation: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles: {max_cycles!r} is not 1 or more")
        self.render_mode = render_mode if render_mode == HUMAN else verify_mode(render_mode)
        self._batch = make_batch(game, 1, players=players, **options)
        if set(self._batch.seats) != {"agent"}:
            raise ValueError("seats: here every seat is an agent")
        if self.adds_up and self._batch.rules.players > 1:
            _verify_telescopes(self._batch.rewards)
        self.encoding = self._batch.encoding
        self.possible_agents = [f"seat_{seat}" for seat in range(self._batch.rules.players)]
        self.agents = []
        seen = spaces.Box(0, 1, (self.encoding.size,), np.int8)
        mask = spaces.Box(0, 1, (self.encoding.actions,), np.int8)
        space = spaces.Dict({"observation": seen, "action_mask": mask})
        self._masks_too = mask_in_observation
        self._max_cycles = max_cycles
        self._cycles = 0
        self.observation_spaces = {
            agent: space if mask_in_observation else spaces.Box(0, 1, seen.shape, np.int8)
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents
        }
        self._random: np.random.Generator | None = None
        self._is_closed = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: with a seed its own deal, without one the next of the last seed."""
        del options  # PettingZoo's own test passes some that mean nothing
        self._verify_open()
        if seed is not None or self._random is None:
            self._random, _ = np_random(seed)
            first = int(self._random.integers(MAX_SEED)) if seed is None else seed
            self._batch.seed([verify_seed(first)])
        results = self._batch.reset()
        self._cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[int(results.seats[0])]
        self._tell_infos()

    def step(self, action: Any) -> None:
        """Lay a card or end the turn for the selected agent."""
        self._verify_open()
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.encoding.verify_action(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        results = self._batch.step(np.array([action], np.int64))
        self.rewards = {
            agent: float(results.rewards[0, seat])
            for seat, agent in enumerate(self.possible_agents)
        }
        self._cycles += 1
        is_over = bool(results.over[0])
        is_cut = not is_over and self._cycles == self._max_cycles
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, is_cut)
        self.agent_selection = self.possible_agents[int(results.seats[0])]
        self._tell_infos()
        self._accumulate_rewards()
        if is_over or is_cut:
            self._deads_step_first()

    def observe(self, agent: str) -> Any:
        """Return what an agent may know, whoever is to move."""
        seat = self.possible_agents.index(agent)
        seen = self.encoding.observe_packed(self._batch.state(0), seat)
        if not self._masks_too:
            return seen
        return {"observation": seen, "action_mask": self._mask_of(agent)}

    def render(self) -> Frame:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Show the table as the selected agent sees it."""
        self._verify_open()
        mode = "ansi" if self.render_mode == HUMAN else self.render_mode
        frame = render_state(self._batch, 0, int(self._batch.results.seats[0]), mode)
        if self.render_mode != HUMAN:
            return frame
        print(frame)
        return None

    def close(self) -> None:
        """Close the environment; nothing can be done with it afterwards."""
        self._is_closed = True

    def _verify_open(self) -> None:
        if self._is_closed:
            raise ClosedEnvironmentError("this environment was closed")

    def _mask_of(self, agent: str) -> Any:
        mask = self._batch.results.masks[0]
        is_mover = self.possible_agents[int(self._batch.results.seats[0])] == agent
        return mask.copy() if is_mover else np.zeros_like(mask)

    def _tell_infos(self) -> None:
        results, state = self._batch.results, self._batch.state(0)
        self.infos = {agent: {"action_mask": self._mask_of(agent)} for agent in self.agents}
        if results.refusals[0]:
            actor = self.possible_agents[int(results.actors[0])]
            self.infos[actor]["refusal"] = code_name(int(results.refusals[0]))
        if results.over[0]:
            for seat, agent in enumerate(self.agents):
                self.infos[agent] |= {
                    "termination": str(termination_name(int(state.termination))),
                    "cards_left": self._batch.cards_left(0, seat),
                    "is_win": bool(int(state.winners) >> seat & 1),
                }


def _verify_telescopes(rewards: Rewards) -> None:
    """Refuse a shaping that would change what is best.

    While the others move, an agent's potential is discounted at every step, but its rewards are
    added up and discounted once. Only with 1 do the terms between its own decisions cancel.
    """
    if rewards.shaping != "none" and rewards.discount != 1:
        raise ValueError(
            f"discount: {rewards.discount!r} with shaping and several agents; "
            "here it is 1, the parallel form takes others"
        )


def raw_env(**arguments: Any) -> TenbackAEC:
    """Make the environment as it is."""
    return TenbackAEC(**arguments)


def env(**arguments: Any) -> Any:
    """Make the environment with PettingZoo's checks around it."""
    wrapped: Any = AssertOutOfBoundsWrapper(TenbackAEC(**arguments))
    return OrderEnforcingWrapper(wrapped)
