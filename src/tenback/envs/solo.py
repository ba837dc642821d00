"""One agent at one table: a Gymnasium environment, the other seats played by built-in bots."""

from collections.abc import Mapping, Sequence
from functools import cache
from operator import index
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

from tenback.envs.options import default_seats, make_batch, verify_seed
from tenback.envs.rendering import MODES, Frame, render_state, verify_mode
from tenback.envs.writing import Row
from tenback.kernels.codes import code_name, termination_name
from tenback.records.deals import MAX_SEED

__all__ = ["TenbackEnv"]


@cache
def _ending(number: int) -> str:
    return str(termination_name(number))


class TenbackEnv(gymnasium.Env[Row, np.int64]):
    """A game in which one seat learns; ``docs/environments.md`` explains every argument.

    >>> import gymnasium, tenback.envs
    >>> env = gymnasium.make("tenback/Original-v0")
    >>> observation, info = env.reset(seed=7)
    >>> env.unwrapped.encoding.read(observation)["hand"]
    (4, 30, 31, 43, 45, 60, 69, 78)
    """

    metadata: ClassVar[dict[str, Any]] = {  # pyright: ignore[reportIncompatibleVariableOverride]
        "render_modes": list(MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str = "original",
        *,
        players: int | None = None,
        seats: Sequence[str] | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = verify_mode(render_mode)
        if seats is None:
            seats = default_seats(game, players, **options)
        self._batch = make_batch(game, 1, players=players, seats=seats, **options)
        if self._batch.seats.count("agent") != 1:
            raise ValueError(
                f"seats: {list(self._batch.seats)}; this environment has one agent, "
                "PettingZoo's (tenback.envs.aec) and the vector environment have several"
            )
        self.encoding = self._batch.encoding
        self.seat = self._batch.seats.index("agent")
        self.action_space = spaces.Discrete(self.encoding.actions)
        self.observation_space = spaces.Box(0, 1, (self.encoding.size,), np.int8)
        self._action = np.zeros(1, np.int64)
        self._is_seeded = False
        self._is_open = False
        self._is_closed = False

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Row, dict[str, Any]]:
        """Deal a game: with a seed its own deal, without one the next of the last seed."""
        self._verify_not_closed()
        if options:
            raise ValueError(f"reset knows no options, not even {', '.join(options)}")
        if seed is not None or not self._is_seeded:
            super().reset(seed=seed)
            first = int(self.np_random.integers(MAX_SEED)) if seed is None else seed
            self._batch.seed([verify_seed(first)])
            self._is_seeded = True
        self._batch.reset()
        self._is_open = True
        return self._batch.results.observations[0].copy(), self._info()

    def step(self, action: int | np.int64) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Lay a card or end the turn; then the built-in bots play until it is the agent's turn."""
        if not self._is_open:
            self._verify_not_closed()
            raise ResetNeeded("the game is over, or none was dealt: call reset() first")
        try:
            self._action[0] = number = index(action)
        except (TypeError, OverflowError):
            raise ValueError(
                f"an action is a whole number from 0 to {self.encoding.end}, not {action!r}"
            ) from None
        if not 0 <= number < self.encoding.actions:
            self.encoding.verify_action(number)
        # Item by item: an index of an array costs as much as the step itself.
        results = self._batch.step(self._action)
        is_over = results.over.item()
        self._is_open = not is_over
        reward = results.rewards.item(self.seat)
        info: dict[str, Any] = {"action_mask": results.masks[0].copy()}
        if is_over or results.refusals.item():
            info = self._info()
        return results.observations[0].copy(), reward, is_over, False, info

    def action_masks(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Return which actions are legal now, as sb3-contrib asks for it."""
        return self._batch.results.masks[0].astype(np.bool_)

    def render(self) -> Frame:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Show the table as the agent sees it."""
        self._verify_not_closed()
        return render_state(self._batch, 0, self.seat, self.render_mode)

    def close(self) -> None:
        """Close the environment; nothing can be done with it afterwards."""
        self._is_closed = True
        self._is_open = False

    def _verify_not_closed(self) -> None:
        if self._is_closed:
            raise ClosedEnvironmentError("this environment was closed")

    def _info(self) -> dict[str, Any]:
        results = self._batch.results
        info: dict[str, Any] = {"action_mask": results.masks[0].copy()}
        if results.refusals[0]:
            info["refusal"] = code_name(int(results.refusals[0]))
        if results.over[0]:
            state = self._batch.state(0)
            info["termination"] = _ending(int(state.termination))
            info["cards_left"] = self._batch.cards_left(0, self.seat)
            info["is_win"] = bool(int(state.winners) >> self.seat & 1)
        return info
