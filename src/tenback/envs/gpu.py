"""Games on a GPU: stepped there, and read there by PyTorch, JAX or CuPy.

>>> from tenback.bots.training.devices import Processor
>>> games = GpuGames("original", 3, device=Processor())  # without a device: the GPU
>>> games.reset(seed=7)
>>> games.step(games.sample_actions())
>>> games.observations.shape, games.masks.shape, games.over.tolist()
((3, 705), (3, 393), [False, False, False])
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tenback.bots.training.devices import Device, Gpu, why_no_gpu
from tenback.envs.encoding import Encoding
from tenback.envs.lanes import BYTES, Lanes, sample_lane, seed_lane, spread_word, step_lane
from tenback.envs.options import read_options
from tenback.envs.rewards import RAISE
from tenback.envs.stepping import ACT, DEAL
from tenback.envs.writing import words_for
from tenback.kernels.packed import RULES, STATE

__all__ = ["GpuGames"]


class GpuGames:
    """Many games of one ruleset on a GPU, every seat played by the caller.

    ``reset`` and ``step`` write ``observations``, ``masks`` (int8), ``rewards`` (of the seats that
    have acted, ``actors``), ``rewards_by_seat``, ``over``, ``seats`` and ``refusals``: always into
    the same arrays, which are CuPy's and have ``__dlpack__`` and ``__cuda_array_interface__``. A
    game that is over is dealt anew by the next step, whatever its action (as Gymnasium's
    ``NextStep``).
    """

    def __init__(
        self,
        game: str = "original",
        count: int = 1,
        *,
        players: int | None = None,
        memory: bool = True,
        device: Device | None = None,
        **options: Any,
    ) -> None:
        if count < 1:
            raise ValueError(f"{count} games; at least one is needed")
        rules, rewards = read_options(game, players, **options)
        self._plan = rewards.plan()
        if self._plan.illegal == RAISE:
            raise ValueError("illegal: 'raise' is not for a GPU; refuse or concede")
        if device is None and (reason := why_no_gpu()):
            raise RuntimeError(f"no games on a GPU: {reason}")
        self.device: Device = device or Gpu()
        self.count = count
        self.encoding = Encoding(rules, memory=memory)
        self._lanes = self._make_lanes()
        self._actions = self.device.arrays.zeros(count, np.int64)
        self._observed = self._make_rows(self.encoding.size)
        self._masked = self._make_rows(self.encoding.actions)
        self.observations = self._observed.view(np.int8)[: count * self.encoding.size].reshape(
            count, self.encoding.size
        )
        self.masks = self._masked.view(np.int8)[: count * self.encoding.actions].reshape(
            count, self.encoding.actions
        )
        lanes = self._lanes
        self.rewards, self.rewards_by_seat = lanes.earned, lanes.rewards
        self.over, self.seats, self.actors = lanes.over, lanes.seats, lanes.actors
        self.refusals, self.deals = lanes.refusals, lanes.dealt
        self._is_reset = False

    def _make_lanes(self) -> Lanes:
        arrays, count, players = self.device.arrays, self.count, self.encoding.rules.players
        return Lanes(
            rules=self.device.upload(np.array([self.encoding.packed], RULES)),
            states=self.device.upload(np.zeros(count, STATE)),
            seeds=arrays.zeros(count, np.int64),
            deals=arrays.zeros(count, np.int64),
            dealt=arrays.zeros(count, np.int64),
            potentials=arrays.zeros((count, players)),
            observed=arrays.zeros((count, words_for(self.encoding.size)), np.uint64),
            masked=arrays.zeros((count, words_for(self.encoding.actions)), np.uint64),
            generators=arrays.zeros((count, 1), np.uint64),
            rewards=arrays.zeros((count, players)),
            earned=arrays.zeros(count),
            over=arrays.zeros(count, np.bool_),
            seats=arrays.zeros(count, np.int8),
            actors=arrays.zeros(count, np.int8),
            refusals=arrays.zeros(count, np.int8),
        )

    def _make_rows(self, size: int) -> Any:
        return self.device.arrays.zeros(-(-self.count * size // BYTES), np.uint64)

    def reset(self, *, seed: int | Sequence[int] | None = None) -> None:
        """Deal all games: game n with the deal ``seed + n``, or the n-th of a list of seeds.

        Without a seed every game goes on to its next deal; the first reset needs one.
        """
        if seed is None and not self._is_reset:
            raise ValueError("the first reset needs a seed")
        if seed is not None:
            given = np.asarray(range(seed, seed + self.count) if isinstance(seed, int) else seed)
            if given.shape != (self.count,) or given.dtype.kind not in "iu":
                raise ValueError(f"seed: {self.count} whole numbers are needed, one for each game")
            self._lanes.seeds[:] = self.device.upload(given.astype(np.int64))
            self._lanes.deals[:] = 0
            self.device.launch(seed_lane, self.count, self._lanes)
        self._advance(DEAL)
        if self.over.any():
            raise ValueError("no deal of this ruleset leaves an agent anything to decide")
        self._is_reset = True

    def step(self, actions: Any) -> None:
        """Act in every game; actions are whole numbers on the GPU, of any library."""
        if not self._is_reset:
            raise ValueError("call reset() before step()")
        if actions is not self._actions:
            given = self._take(actions)
            if given.shape != (self.count,):
                raise ValueError(f"actions have the shape {(self.count,)}, not {given.shape}")
            if given.dtype.kind not in "iu":
                raise ValueError(f"actions are whole numbers, not {given.dtype}")
            self._actions[:] = given
        self._advance(ACT)

    def sample_actions(self) -> Any:
        """Return a random legal action for every game, in the same array each time."""
        self.device.launch(sample_lane, self.count, self._lanes, self._actions)
        return self._actions

    def _take(self, values: Any) -> Any:
        """Bring an array here, without a copy if it is on the device already."""
        arrays = self.device.arrays
        if hasattr(values, "__dlpack__") and not isinstance(values, (np.ndarray, arrays.ndarray)):
            return arrays.from_dlpack(values)
        return arrays.asarray(values)

    def _advance(self, order: int) -> None:
        encoding, launch = self.encoding, self.device.launch
        lanes = self._lanes
        launch(step_lane, self.count, lanes, self._actions, order, int(encoding.memory), self._plan)
        launch(spread_word, self._observed.size, lanes.observed, encoding.size, self._observed)
        launch(spread_word, self._masked.size, lanes.masked, encoding.actions, self._masked)
