"""The seats that no agent plays: built-in bots, compiled into the step."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.bots import BotError
from tenback.bots.batches import bot_seed, compile_seating
from tenback.bots.search.best_turn import Desk, lay_or_lose, new_desk
from tenback.bots.search.choosing import choose_at_once
from tenback.bots.search.plans import LINEAR, VALUED, SeatPlan, plays_card_by_card
from tenback.bots.search.second_opinion import SecondOpinion, new_second_opinion
from tenback.bots.search.turns import hide, limits_for, play_turns
from tenback.bots.search.workspace import Workspace, new_workspace
from tenback.kernels import codes
from tenback.kernels.compiling import jit
from tenback.kernels.deals import start_of_stream
from tenback.kernels.packed import (
    MAX_PLAYERS,
    Numbers,
    PackedRules,
    PackedState,
    Words,
    new_states,
)
from tenback.rules import Ruleset

__all__ = ["AGENT", "Others", "play_others", "seat_others"]

#: The name of a seat that the caller plays.
AGENT: Final = "agent"
NO_POLICY: Final = -1
_CARD_BY_CARD: Final = (codes.GREEDY, codes.RANDOM)


class Thinking(NamedTuple):
    """What bots need that look at whole turns."""

    plans: tuple[SeatPlan, ...]
    seen: NDArray[Any]
    signals: Numbers  #: nobody says anything
    workspace: Workspace
    desk: Desk | None  #: the network, if some bot needs one
    second: SecondOpinion | None  #: beside it


class Others(NamedTuple):
    """Who plays the seats that no agent plays."""

    policies: Numbers  #: by seat; an agent has none
    generator: Words
    thinking: Thinking | None  #: without it less code is compiled


def seat_others(rules: Ruleset, seats: Sequence[str]) -> Others | None:
    """Seat bots where ``seats`` does not say "agent"; None if agents play every seat."""
    if len(seats) != rules.players:
        raise ValueError(f"seats: {len(seats)} named, the game has {rules.players}")
    if AGENT not in seats:
        raise ValueError(f"seats: one of them must be {AGENT!r}")
    bots = [seat for seat in seats if seat != AGENT]
    if not bots:
        return None
    try:
        seating = compile_seating(rules, [bots[0] if seat == AGENT else seat for seat in seats])
    except BotError as error:
        raise ValueError(f"seats: {error}") from None
    if seating is None or any(
        plan.policy not in (*_CARD_BY_CARD, LINEAR, VALUED) for plan in seating.plans
    ):
        raise ValueError(
            f"seats: {', '.join(sorted(set(bots)))}: not all of them play in compiled steps; "
            "greedy, random, planner, tuned and expert do"
        )
    plans = seating.plans + seating.plans[:1] * (MAX_PLAYERS - len(seats))
    policies = np.full(MAX_PLAYERS, NO_POLICY, np.int64)
    for seat, name in enumerate(seats):
        if name != AGENT:
            policies[seat] = plans[seat].policy
    thinking = None
    if not all(map(plays_card_by_card, plans)):
        desk = second = None
        if seating.tables is not None:
            desk = new_desk(seating.tables)
            second = new_second_opinion(seating.tables, seating.second)
        silence, workspace = np.zeros(4, np.int64), new_workspace()
        thinking = Thinking(plans, new_states(1), silence, workspace, desk, second)
    return Others(policies, np.zeros(1, np.uint64), thinking)


@jit
def play_others(rules: PackedRules, state: PackedState, seed: int, others: Others) -> None:
    """Let bots play until it is an agent's turn, or the game is over.

    The random numbers of a seat's bot come from the seed of the deal, as everywhere.
    """
    generator = others.generator
    while state.phase == codes.PLAYING and others.policies[state.seat] != NO_POLICY:
        seat = int(state.seat)
        policy = others.policies[seat]
        generator[0] = start_of_stream(bot_seed(seed, seat), state.turns)
        if policy < LINEAR:
            play_turns(rules, state, policy, 1, generator)
        else:
            _think(rules, state, others.thinking, generator)


# Numba leaves out a branch for what is None only if it is an argument of its own.


@jit
def _think(
    rules: PackedRules, state: PackedState, thinking: Thinking | None, generator: Words
) -> None:
    if thinking is not None:
        seen = thinking.seen[0]
        hide(rules, state, seen)
        desk, second = thinking.desk, thinking.second
        _play_best(rules, state, seen, thinking, desk, second, generator)


@jit
def _play_best(
    rules: PackedRules,
    state: PackedState,
    seen: PackedState,
    thinking: Thinking,
    desk: Desk | None,
    second: SecondOpinion | None,
    generator: Words,
) -> None:
    plan, workspace, signals = thinking.plans[int(state.seat)], thinking.workspace, thinking.signals
    turn = choose_at_once(rules, seen, limits_for(rules), plan, signals, workspace, desk, second)
    if desk is not None:  # noqa: SIM102 - see above
        if plan.policy == VALUED:
            lay_or_lose(rules, state, desk.buffer, turn, generator)
            return
    lay_or_lose(rules, state, workspace.buffer, turn, generator)
