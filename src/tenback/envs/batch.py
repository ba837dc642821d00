"""A batch of games: what every environment here is a shell over."""

from collections.abc import Callable, Sequence
from importlib import import_module
from numbers import Integral
from typing import Any, NoReturn, cast

import numpy as np
from numpy.typing import ArrayLike

from tenback.envs.encoding import Encoding
from tenback.envs.errors import IllegalActionError
from tenback.envs.others import AGENT, Others, seat_others
from tenback.envs.rewards import RAISE, Rewards
from tenback.envs.stepping import (
    ACT,
    ADVANCE,
    DEAL,
    DONE,
    LEAVE,
    NO_DEAL,
    OBSERVE,
    RENEW,
    Flags,
    Games,
    Results,
    first_refused,
    judge_action,
    step_games,
)
from tenback.envs.writing import Row, new_slate
from tenback.kernels.codes import code_name
from tenback.kernels.packed import RULES, Numbers, PackedState, new_states
from tenback.kernels.steps import cards_left
from tenback.rules import Ruleset

__all__ = ["GameBatch"]


def entry_for(function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """Return what Numba has compiled for such arguments, to be called with no others.

    It skips Numba's check of the arguments' types: for one game that takes longer than the step.
    """
    numba: Any = import_module("numba")
    dispatcher: Any = getattr(function, "dispatcher", function)
    kinds = tuple(numba.typeof(argument) for argument in arguments)
    dispatcher.compile(kinds)
    return cast("Callable[..., Any]", dispatcher.overloads[kinds].entry_point)


class GameBatch:
    """So many games of a ruleset, stepped together by compiled code."""

    def __init__(
        self,
        rules: Ruleset,
        count: int,
        *,
        rewards: Rewards | None = None,
        seats: Sequence[str] | None = None,
        memory: bool = True,
    ) -> None:
        if not isinstance(count, Integral) or count < 1:
            raise ValueError(f"{count!r} games; at least one is needed, a whole number")
        self.rules = rules
        self.count = count
        self.encoding = Encoding(rules, memory=memory)
        self.seats = tuple(seats or (AGENT,) * rules.players)
        self.results = self.new_results()
        self.results.masks[:] = 0  # nothing is legal before the first reset
        self._ruleset = np.array([self.encoding.packed], RULES)
        self._slates = new_slate()
        self.rewards = rewards or Rewards()
        self._plan = self.rewards.plan()
        self._others: Others | None = seat_others(rules, self.seats)
        self._games = Games(
            states=new_states(count),
            seeds=np.zeros(count, np.int64),
            deals=np.zeros(count, np.int64),
            dealt=np.zeros(count, np.int64),
            potentials=np.zeros((count, rules.players)),
            enders=np.zeros(count, np.int8),
        )
        self._entry: Any = None
        self._no_actions = np.zeros(count, np.int64)
        self._all_act = np.full(count, ACT, np.int8)
        self._all_advance = np.full(count, ADVANCE, np.int8)
        self._all_dealt = np.full(count, DEAL, np.int8)

    def new_results(self) -> Results:
        """Make fresh arrays for what a step tells."""
        count, players = self.count, self.rules.players
        return Results(
            observations=np.empty((count, self.encoding.size), np.int8),
            masks=np.empty((count, self.encoding.actions), np.int8),
            rewards=np.zeros((count, players)),
            earned=np.zeros(count),
            over=np.zeros(count, np.bool_),
            seats=np.zeros(count, np.int8),
            actors=np.zeros(count, np.int8),
            refusals=np.zeros(count, np.int8),
        )

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but the entry to compiled code, which a copy elsewhere finds anew."""
        return {**self.__dict__, "_entry": None}

    @property
    def deals(self) -> Numbers:
        """The seeds of the deals that are played, as ``tenback play --seed`` takes them."""
        return self._games.dealt

    def state(self, index: int) -> PackedState:
        """Return a game, hidden cards included: for renderers and tests, not for agents."""
        return self._games.states[index]

    def cards_left(self, index: int, seat: int) -> int:
        """Return how many cards a seat, or its team, has left in a game that is over.

        Losers have the score: a missed command may cost more than the cards (B-18). Whoever wins a
        duel because the other is blocked has cards left as well.
        """
        state = self._games.states[index]
        has_won = int(state.winners) >> seat & 1
        return int(cards_left(self.encoding.packed, state, seat) if has_won else state.score)

    def seed(self, seeds: ArrayLike, chosen: Flags | None = None) -> None:
        """Fix what the games are dealt from; the first deal is that of the seed itself."""
        wanted = slice(None) if chosen is None else chosen
        self._games.seeds[wanted] = np.asarray(seeds, np.int64)
        self._games.deals[wanted] = 0

    def reset(self, chosen: Flags | None = None) -> Results:
        """Deal all games anew, or the chosen ones."""
        orders = self._all_dealt if chosen is None else np.where(chosen, DEAL, OBSERVE)
        return self._step(self._no_actions, orders.astype(np.int8))

    def step(self, actions: Numbers, *, renews: bool = False) -> Results:
        """Act in every game; with ``renews``, games that are over are dealt anew instead.

        A ``ValueError`` names an action that does not exist; with ``illegal="raise"`` an
        ``IllegalActionError`` names one that the rules refuse.
        """
        orders = self._all_advance if renews else self._all_act
        if self._plan.illegal == RAISE:
            self._verify_legal(actions, orders)
        return self._step(actions, orders)

    def renew(self) -> None:
        """Deal the games anew that are over, and observe them; ``results.over`` stays as it is."""
        over = self.results.over.copy()
        self._step(self._no_actions, np.where(over, RENEW, LEAVE).astype(np.int8))
        self.results.over[:] = over

    def _step(self, actions: Numbers, orders: Row) -> Results:
        if actions.shape != (self.count,) or actions.strides != (8,) or actions.dtype != np.int64:
            actions = self._read_actions(actions)
        passed = (
            self._ruleset,
            self._games,
            actions,
            orders,
            self._plan,
            self._others,
            self._slates,
            self.encoding.memory,
            self.results,
        )
        if self._entry is None:
            self._entry = entry_for(step_games, *passed)
        told = self._entry(*passed)
        if told != DONE:
            self._refuse(told, actions)
        return self.results

    def _read_actions(self, actions: Numbers) -> Numbers:
        if actions.shape != (self.count,):
            raise ValueError(f"actions have the shape {(self.count,)}, not {actions.shape}")
        return np.ascontiguousarray(actions, np.int64)

    def _refuse(self, told: int, actions: Numbers) -> NoReturn:
        if told == NO_DEAL:
            raise ValueError("no deal of this ruleset leaves an agent anything to decide")
        raise ValueError(
            f"there is no action {int(actions[told])} (game {told}); "
            f"actions are 0 to {self.encoding.end}"
        )

    def _verify_legal(self, actions: Numbers, orders: Row) -> None:
        index = int(first_refused(self._ruleset, self._games, actions, orders))
        if index >= 0:
            action = int(actions[index])
            code = code_name(judge_action(self.encoding.packed, self._games.states[index], action))
            raise IllegalActionError(self.encoding.name_of(action), str(code), index)
