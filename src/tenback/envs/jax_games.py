"""Games for JAX: the arrays of ``GpuGames`` as JAX's, without a copy, and actions of JAX taken.

A step is not a function that JAX can trace: the games live outside of it, and are changed. Trace
what chooses actions and what learns, and call ``step`` between.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from tenback.envs.gpu import GpuGames

__all__ = ["JaxGames", "Seen"]


class Seen(NamedTuple):
    """What a step tells, as arrays of JAX: good until the next step writes them anew."""

    observations: Any
    masks: Any
    rewards: Any  #: of the seats that have acted
    over: Any
    seats: Any  #: the seats to move


class JaxGames:
    """The games of a ``GpuGames`` for JAX."""

    def __init__(self, games: GpuGames) -> None:
        self.games = games
        self._jax: Any = import_module("jax")

    def reset(self, *, seed: int | Sequence[int] | None = None) -> Seen:
        """Deal all games, as ``GpuGames.reset`` does."""
        self.games.reset(seed=seed)
        return self._seen()

    def step(self, actions: Any) -> Seen:
        """Act in every game; actions are whole numbers of JAX on the same device."""
        self.games.step(self._jax.block_until_ready(actions))
        return self._seen()

    def _seen(self) -> Seen:
        games = self.games
        take = self._jax.dlpack.from_dlpack
        rewards = games.rewards.astype("float32")  # JAX has no 64 bits unless told
        over = games.over.view("int8")
        arrays = (games.observations, games.masks, rewards, over, games.seats)
        seen = Seen(*map(take, arrays))
        return seen._replace(over=seen.over != 0)
