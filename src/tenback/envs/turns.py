"""Games stepped by whole turns, for those who search or learn the worth of what a turn leaves.

A turn is chosen from a list; for each turn the list has the observation of its seat when the last
card lies and before anything is drawn (the afterstate). Listing and playing is compiled, for all
games in one call.

>>> games = TurnGames("original", 2)
>>> games.reset(seed=7)
>>> listed = games.list_turns()
>>> listed.counts.tolist(), listed.afterstates.shape == (listed.counts.sum(), 705)
([1600, 2272], True)
>>> [games.encoding.name_of(action) for action in games.actions_of(0, 3)]
['4>A1', '43>A1', 'end']
>>> games.step([3, 0])
"""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tenback.bots.search.turns import limits_for, play_turns
from tenback.envs.encoding import Encoding
from tenback.envs.options import read_options
from tenback.envs.rewards import Rewards, final_reward
from tenback.envs.stepping import Flags, Floats, deal_game
from tenback.envs.writing import Row, Rows, gather_observation, new_slate, spread_row
from tenback.kernels import codes
from tenback.kernels.compiling import jit
from tenback.kernels.enumeration import enumerate_turns, play_turn
from tenback.kernels.packed import RULES, Numbers, Words, new_states
from tenback.kernels.steps import closes
from tenback.kernels.turn_buffer import (
    EXACT,
    TurnBuffer,
    TurnLimits,
    new_turn_buffer,
    placements_of,
)

__all__ = ["Listed", "TurnGames"]

#: ``bots``: what built-in bots look at, which leaves out turns with many wide steps. ``all``: all.
Width = Literal["bots", "all"]


class Listed(NamedTuple):
    """The turns of every game, one game behind the other."""

    counts: Numbers  #: by game; 0 if it is over, or if no turn obeys every command
    firsts: Numbers  #: by game: its first turn in the arrays below
    afterstates: Rows  #: by turn: what its seat sees when the last card lies
    lengths: Row  #: by turn: how many cards it has laid


class TurnGames:
    """Many games of one ruleset, every seat played by the caller, a turn at a time.

    After ``reset`` and ``step`` there are ``seats`` (to move), ``over`` and ``rewards`` (by seat,
    of the last step). A game that is over is dealt anew by the next step.
    """

    def __init__(
        self,
        game: str = "original",
        count: int = 1,
        *,
        players: int | None = None,
        width: Width = "bots",
        memory: bool = True,
        **options: Any,
    ) -> None:
        if count < 1:
            raise ValueError(f"{count} games; at least one is needed")
        if width not in get_args(Width):
            raise ValueError(f"width: {width!r} is not one of {', '.join(get_args(Width))}")
        rules, rewards = read_options(game, players, **options)
        if rewards.shaping != "none" or rewards.illegal != Rewards().illegal:
            raise ValueError("shaping and illegal are not for whole turns")
        self.encoding = Encoding(rules, memory=memory)
        self.count = count
        self._reward = rewards.plan().kind
        self._ruleset = np.array([self.encoding.packed], RULES)
        self._limits = limits_for(self.encoding.packed) if width == "bots" else EXACT
        self._buffer = new_turn_buffer()
        self._states = new_states(count)
        self._spare = new_states(1)
        self._seeds, self._deals = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self._generator = np.zeros(1, np.uint64)
        self.seats = np.zeros(count, np.int8)
        self.over = np.ones(count, np.bool_)
        self.rewards = np.zeros((count, rules.players))
        self._counts: Numbers | None = None

    def reset(self, *, seed: int | Sequence[int]) -> None:
        """Deal all games: game n with the deal ``seed + n``, or the n-th of a list of seeds."""
        given = np.asarray(range(seed, seed + self.count) if isinstance(seed, int) else seed)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise ValueError(f"seed: {self.count} whole numbers are needed, one for each game")
        self._seeds[:], self._deals[:], self.over[:] = given, 0, True
        self._step(np.zeros(self.count, np.int64))

    def list_turns(self) -> Listed:
        """List the turns of the seat to move, in every game."""
        counts = np.zeros(self.count, np.int64)
        count_turns(self._ruleset, self._states, self._limits, self._buffer, counts)
        total = int(counts.sum())
        afterstates = np.empty((total, self.encoding.size), np.int8)
        lengths = np.empty(total, np.int8)
        write_turns(
            self._ruleset,
            self._states,
            self._limits,
            self._buffer,
            self._spare,
            new_slate(),
            self.encoding.memory,
            afterstates,
            lengths,
        )
        self._counts = counts
        return Listed(counts, np.cumsum(counts) - counts, afterstates, lengths)

    def actions_of(self, index: int, number: int) -> tuple[int, ...]:
        """Return a turn of a game as actions, card by card, as the other environments take them."""
        rules, state = self.encoding.packed, self._states[index]
        count = int(enumerate_turns(rules, state, self._limits, self._buffer))
        if not 0 <= number < count:
            raise ValueError(f"game {index} has no turn {number}; it has {count}")
        entry = int(self._buffer.turns[number])
        seat = int(state.seat)
        laid = [
            self.encoding.action_at(placed, seat) for placed in placements_of(self._buffer, entry)
        ]
        after = state.copy()
        play_turn(rules, after, self._buffer.entries[entry])
        # A turn that its last card has closed is not ended once more.
        found = self._buffer.entries[entry]
        closed = bool(closes(int(found.count), int(found.facts)))
        won = after.phase == codes.OVER and after.termination == codes.CLEARED
        return (*laid,) if closed or won else (*laid, self.encoding.end)

    def step(self, chosen: ArrayLike) -> None:
        """Play the chosen turn of every game, by its number among the game's listed turns.

        A game that has none to choose from lays what it can and is lost; one that is over is dealt
        anew. Their numbers do not matter.
        """
        numbers = np.asarray(chosen)
        if numbers.shape != (self.count,) or numbers.dtype.kind not in "iu":
            raise ValueError(f"chosen: {self.count} whole numbers are needed, one for each game")
        if self._counts is None:
            raise ValueError("call reset() and list_turns() before step()")
        wrong = (self._counts > 0) & ((numbers < 0) | (numbers >= self._counts))
        if wrong.any():
            index = int(wrong.argmax())
            most = int(self._counts[index])
            raise ValueError(f"game {index} has no turn {int(numbers[index])}; it has {most}")
        self._step(np.ascontiguousarray(numbers, np.int64))

    def _step(self, chosen: Numbers) -> None:
        self._counts = None
        told = step_turns(
            self._ruleset,
            self._states,
            self._seeds,
            self._deals,
            self._limits,
            self._buffer,
            self._generator,
            chosen,
            self._reward,
            self.seats,
            self.over,
            self.rewards,
        )
        if not told:
            raise ValueError("no deal of this ruleset leaves an agent anything to decide")


@jit
def count_turns(
    ruleset: NDArray[Any],
    states: NDArray[Any],
    limits: TurnLimits,
    buffer: TurnBuffer,
    counts: Numbers,
) -> None:
    """Count the turns of every game."""
    for index in range(states.size):
        counts[index] = enumerate_turns(ruleset[0], states[index], limits, buffer)


@jit
def write_turns(
    ruleset: NDArray[Any],
    states: NDArray[Any],
    limits: TurnLimits,
    buffer: TurnBuffer,
    spare: NDArray[Any],
    slates: NDArray[Any],
    memory: bool,
    afterstates: Rows,
    lengths: Row,
) -> None:
    """Write what the turns of every game leave."""
    rules, after = ruleset[0], spare[0]
    size, first, place = afterstates.shape[1], afterstates.ctypes.data, 0
    slate = slates[0]
    for index in range(states.size):
        state = states[index]
        seat, deck = state.seat, rules.deck_of[state.seat]
        for number in range(enumerate_turns(rules, state, limits, buffer)):
            entry = buffer.entries[int(buffer.turns[number])]
            spare[0] = states[index]
            for word in range(2):
                after.hands[seat, word] &= ~entry.used[word]
                after.gone[deck, word] |= entry.used[word]
            for pile in range(4):
                after.tops[pile] = entry.tops[pile]
            after.laid = entry.count
            after.facts = entry.facts
            gather_observation(rules, after, seat, memory, slate.bits)
            spread_row(slate.bits, first + place * size, size)
            lengths[place] = entry.count
            place += 1


@jit
def step_turns(
    ruleset: NDArray[Any],
    states: NDArray[Any],
    seeds: Numbers,
    deals: Numbers,
    limits: TurnLimits,
    buffer: TurnBuffer,
    generator: Words,
    chosen: Numbers,
    reward: int,
    seats: Row,
    over: Flags,
    rewards: Floats,
) -> bool:
    """Play a turn in every game, or deal it anew; False if no deal leaves anything to decide."""
    rules = ruleset[0]
    for index in range(states.size):
        state = states[index]
        for seat in range(rules.players):
            rewards[index, seat] = 0.0
        if over[index]:
            number = deal_game(rules, state, seeds[index], deals[index], None)
            if number < 0:
                return False
            deals[index] = number + 1
        elif enumerate_turns(rules, state, limits, buffer) > 0:
            play_turn(rules, state, buffer.entries[int(buffer.turns[chosen[index]])])
        else:
            play_turns(rules, state, codes.GREEDY, 1, generator)
        seats[index] = state.seat
        is_over = state.phase != codes.PLAYING
        if is_over:
            for seat in range(rules.players):
                rewards[index, seat] = final_reward(rules, state, seat, reward)
        over[index] = is_over
    return True
