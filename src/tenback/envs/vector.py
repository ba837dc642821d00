"""Thousands of games in one call: Gymnasium's vector environment, all of it in compiled code."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from tenback.envs.options import make_batch, verify_seed
from tenback.envs.rendering import MODES, Frame, render_state, verify_mode
from tenback.envs.stepping import Results
from tenback.envs.writing import Rows
from tenback.records.deals import MAX_SEED

__all__ = ["TenbackVectorEnv"]

VectorStep = tuple[Rows, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class TenbackVectorEnv(VectorEnv[Rows, NDArray[np.int64], NDArray[Any]]):
    """Many games of one ruleset.

    Every game waits for the seat ``infos["seat"]``; where agents play several seats, that is whose
    turn it is. ``rewards`` are those of the seat that has acted (``infos["actor"]``), and
    ``infos["rewards"]`` has them for all seats. With ``copy=False`` the arrays of a step are those
    of the last one, written anew: faster, if nothing is kept.
    """

    def __init__(  # noqa: PLR0913 - each is an argument of the environment
        self,
        game: str = "original",
        num_envs: int = 1,
        *,
        players: int | None = None,
        seats: Sequence[str] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._mode = _read_mode(autoreset_mode)
        self.metadata = {
            "render_modes": list(MODES),
            "render_fps": 2,
            "autoreset_mode": self._mode,
        }
        self.render_mode = verify_mode(render_mode)
        self.num_envs = num_envs
        self.copy = copy
        self._batch = make_batch(game, num_envs, players=players, seats=seats, **options)
        self.encoding = self._batch.encoding
        self.single_action_space = Discrete(self.encoding.actions)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = Box(0, 1, (self.encoding.size,), np.int8)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._numbers = np.arange(num_envs)
        self._truncations = np.zeros(num_envs, np.bool_)
        self._is_reset = False

    # Gymnasium's interface ------------------------------------------------------------------

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Rows, dict[str, Any]]:
        """Deal games: game n with the deal ``seed + n``, or the n-th of a list of seeds.

        Without a seed every game goes on to its next deal. ``options={"reset_mask": mask}`` deals
        only the games that are marked.
        """
        self._verify_open()
        chosen = self._read_mask(options)
        if not self._is_reset and chosen is not None and not chosen.all():
            raise ResetNeeded("the first reset must be of all games")
        self._seed(seed, chosen)
        self._own_results()
        results = self._batch.reset(chosen)
        self._is_reset = True
        return results.observations, self._infos(results)

    def step(self, actions: ArrayLike) -> VectorStep:
        """Act in every game; ``autoreset_mode`` says what becomes of games that are over."""
        self._verify_open()
        if not self._is_reset:
            raise ResetNeeded("call reset() before step()")
        chosen = self._verify_actions(actions)
        over = self._batch.results.over
        if self._mode is AutoresetMode.DISABLED and over.any():
            raise ResetNeeded(
                f"game {int(over.argmax())} is over; reset(options={{'reset_mask': ...}}) first"
            )
        last = self._batch.results
        self._own_results()
        try:
            results = self._batch.step(chosen, renews=self._mode is AutoresetMode.NEXT_STEP)
        except ValueError:
            self._batch.results = last  # nothing has happened
            raise
        terminations = results.over.copy()
        infos: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP and terminations.any():
            infos = self._final(results, terminations)
            self._batch.renew()
            results.over[:] = False
        told = {**self._infos(results), **infos}
        cut = self._truncations.copy()
        return results.observations, results.earned, terminations, cut, told

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, game by game, as sb3-contrib asks for it."""
        return self._batch.results.masks.astype(np.bool_)

    def render(self) -> tuple[Frame, ...]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Show every table as the seat to move sees it."""
        self._verify_open()
        seats = self._batch.results.seats
        return tuple(
            render_state(self._batch, index, int(seats[index]), self.render_mode)
            for index in range(self.num_envs)
        )

    # The parts of a step --------------------------------------------------------------------

    def _own_results(self) -> None:
        """Write the next step into arrays of its own, unless the caller wants the same ones."""
        if self.copy:
            last = self._batch.results
            self._batch.results = self._batch.new_results()
            self._batch.results.over[:] = last.over

    def _infos(self, results: Results) -> dict[str, Any]:
        infos: dict[str, Any] = {
            "action_mask": results.masks,
            "seat": results.seats,
            "actor": results.actors,
            "refusal": results.refusals,
        }
        if self._batch.rules.players > 1:
            infos["rewards"] = results.rewards
        return infos

    def _final(self, results: Results, over: NDArray[np.bool_]) -> dict[str, Any]:
        """Return what the games that are over showed last, before they are dealt anew."""
        final = np.full(self.num_envs, None, object)
        for index in np.flatnonzero(over):
            final[index] = results.observations[index].copy()
        mask = np.where(over[:, None], results.masks, 0).astype(np.int8)
        info = {
            "action_mask": mask,
            "_action_mask": over.copy(),
            "seat": np.where(over, results.seats, 0).astype(np.int8),
            "_seat": over.copy(),
        }
        return {
            "final_obs": final,
            "_final_obs": over.copy(),
            "final_info": info,
            "_final_info": over.copy(),
        }

    # Reading arguments ----------------------------------------------------------------------

    def _verify_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("this environment was closed")

    def _verify_actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape {(self.num_envs,)}, not {given.shape}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {given.dtype}")
        return np.ascontiguousarray(given, np.int64)

    def _read_mask(self, options: Mapping[str, Any] | None) -> NDArray[np.bool_] | None:
        if not options:
            return None
        if set(options) != {"reset_mask"}:
            raise ValueError(f"reset knows the option reset_mask, not {', '.join(options)}")
        mask = np.asarray(options["reset_mask"])
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise ValueError(f"reset_mask is {self.num_envs} truth values, one for each game")
        return cast("NDArray[np.bool_]", mask)

    def _seed(
        self, seed: int | Sequence[int | None] | None, chosen: NDArray[np.bool_] | None
    ) -> None:
        if seed is None:
            if not self._is_reset:
                self._batch.seed(self.np_random.integers(MAX_SEED, size=self.num_envs))
            return
        if isinstance(seed, Sequence | np.ndarray):
            wanted = [None if one is None else verify_seed(one) for one in seed]
        else:
            first = verify_seed(seed)
            verify_seed(first + self.num_envs - 1)
            super().reset(seed=first)
            wanted = list[int | None](range(first, first + self.num_envs))
        if len(wanted) != self.num_envs:
            raise ValueError(f"{len(wanted)} seeds for {self.num_envs} games")
        # A game without a seed of its own goes on, or begins anywhere.
        given = np.array([one is not None for one in wanted])
        fresh = self.np_random.integers(MAX_SEED, size=self.num_envs)
        seeds = np.array([0 if one is None else one for one in wanted], np.int64)
        seeded = given if self._is_reset else self._numbers >= 0
        if chosen is not None:
            seeded = seeded & chosen
        self._batch.seed(np.where(given, seeds, fresh)[seeded], seeded)


def _read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(one.value for one in AutoresetMode)
        raise ValueError(f"autoreset_mode: {mode!r} is not one of {known}") from None
