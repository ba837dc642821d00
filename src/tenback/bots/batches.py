"""Whole games between bots in compiled code, from seeds.

The same bots as at a table: every decision is made from a packed view, and every bot's random
numbers come from a seed of (game, seat), so that a game is the same in any batch and outside of
one. A bot is compiled if it declares a plan (``search/plans.py``) or is a policy of the kernels.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tenback.bots.players.compiled import CompiledBot, packed_rules
from tenback.bots.protocol import Bot
from tenback.bots.registry import create_bot
from tenback.bots.search.beginning import begin_as_agreed
from tenback.bots.search.best_turn import lay_or_lose, new_desk
from tenback.bots.search.choosing import choose_turn
from tenback.bots.search.deep import Search, new_search
from tenback.bots.search.hidden_hands import note_turn
from tenback.bots.search.plans import (
    LINEAR,
    VALUED,
    SeatPlan,
    needs_network,
    plays_card_by_card,
    seat_plan,
)
from tenback.bots.search.turns import hide, limits_for, play_turns
from tenback.bots.search.workspace import Heard, Workspace, new_heard, new_workspace
from tenback.bots.signals import NO_SIGNAL, may_talk, signal_of_hand
from tenback.bots.value.tables import Tables
from tenback.bots.value.weights import second_tables_for, tables_for
from tenback.kernels import BatchResult, codes, play_batch, write_result
from tenback.kernels.bits import HIGH, LOW
from tenback.kernels.compiling import jit
from tenback.kernels.deals import deal, start_of_stream
from tenback.kernels.packed import (
    MAX_PLAYERS,
    PILES,
    Numbers,
    PackedRules,
    PackedState,
    Words,
    new_states,
)
from tenback.rules import Ruleset

__all__ = ["Seating", "bot_seed", "compile_seating", "play_games"]

_BOT_STREAM = 110
_POLICIES = {"random": codes.RANDOM, "greedy": codes.GREEDY}


class Seating(NamedTuple):
    """Who sits where: a plan for every seat, and the networks if some plan needs them."""

    rules: PackedRules
    plans: tuple[SeatPlan, ...]
    tables: Tables | None
    second: Tables | None = None  #: for a second opinion, where there is one


@jit
def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of the bot at a seat of a game, as ``tenback.records.deals`` does."""
    return int(start_of_stream(seed, _BOT_STREAM + seat) >> np.uint64(1))


def compile_seating(rules: Ruleset, bots: Sequence[str]) -> Seating | None:
    """Return the plans of the seats; None if some bot does not play in compiled code."""
    plans: list[SeatPlan] = []
    for specification in bots:
        plan = _plan_of(specification, rules)
        if plan is None:
            return None
        plans.append(plan)
    if not any(map(needs_network, plans)):
        return Seating(packed_rules(rules), tuple(plans), None)
    tables, second = tables_for(rules), second_tables_for(rules)
    return Seating(packed_rules(rules), tuple(plans), tables, second)


def _plan_of(specification: str, rules: Ruleset) -> SeatPlan | None:
    bot = create_bot(specification)
    if isinstance(bot, CompiledBot):
        return bot.plan(rules) if _declares(bot, "plan") else None
    policy = getattr(bot, "kernel_policy", None) if _declares(bot, "kernel_policy") else None
    # A policy of the kernels takes no parameters.
    if policy is None or ":" in specification:
        return None
    return seat_plan(_POLICIES[cast("str", policy)])


def _declares(bot: Bot, name: str) -> bool:
    """Whether the class that chooses says how it is compiled.

    A subclass that chooses otherwise has to say it anew.
    """
    for kind in type(bot).__mro__:
        if name in vars(kind):
            return True
        if vars(kind).keys() & {"choose", "choose_entry"}:
            return False
    return False


def play_games(seating: Seating, seeds: ArrayLike, *, agree: bool = False) -> BatchResult:
    """Play the games of the seeds; ``agree``: a team's seats agree who starts, instead of a lot."""
    rules, plans = seating.rules, seating.plans
    if all(map(plays_card_by_card, plans)) and not agree:
        return play_batch(rules, [plan.policy for plan in plans], seeds)
    numbers = np.ascontiguousarray(seeds, dtype=np.int64)
    results = np.empty((len(BatchResult._fields), numbers.size), np.int64)
    search = None
    if seating.tables is not None:
        search = new_search(new_desk(seating.tables), seating.second)
    # Always as many plans as the largest table has seats: code is compiled once for all tables.
    every_plan = plans + plans[:1] * (MAX_PLAYERS - len(plans))
    states, generator = new_states(2), np.zeros(1, np.uint64)
    heard, workspace = new_heard(), new_workspace()
    _play_games(
        rules, every_plan, numbers, agree, states, heard, workspace, search, generator, results
    )
    return BatchResult(*results)


@jit
def _hear(
    rules: PackedRules,
    state: PackedState,
    plans: tuple[SeatPlan, ...],
    heard: Heard,
) -> None:
    """Write what the other seats tell the mover, if it listens."""
    told, signals = heard.told, heard.signals
    open_table = plans[int(state.seat)].talks and may_talk(rules, state.tops)
    for pile in range(PILES):
        signals[pile] = NO_SIGNAL
        for seat in range(rules.players):
            told[seat, pile] = NO_SIGNAL
            if open_table and seat != state.seat and plans[seat].talks:
                low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
                told[seat, pile] = signal_of_hand(rules, state.tops, pile, low, high)
                signals[pile] = max(signals[pile], told[seat, pile])


@jit
def _play_games(
    rules: PackedRules,
    plans: tuple[SeatPlan, ...],
    seeds: Numbers,
    agree: bool,
    states: NDArray[Any],
    heard: Heard,
    workspace: Workspace,
    search: Search | None,
    generator: Words,
    results: NDArray[np.int64],
) -> None:
    """Play games; without a search no bot has a network, and less code is compiled."""
    # The caller owns the states: a record does not keep the array alive that it points into.
    state, seen = states[0], states[1]
    limits = limits_for(rules)
    for index in range(seeds.size):
        seed = seeds[index]
        deal(rules, state, seed)
        if agree:
            begin_as_agreed(rules, state, seen, seed, limits, workspace)
        if search is not None:
            search.left[:] = 0
        decisions = 0
        while state.phase == codes.PLAYING:
            decisions += 1
            seat = int(state.seat)
            plan = plans[seat]
            held_low, held_high = state.hands[seat, LOW], state.hands[seat, HIGH]
            generator[0] = start_of_stream(bot_seed(seed, seat), state.turns)
            if plan.policy < LINEAR:
                play_turns(rules, state, plan.policy, 1, generator)
            else:
                hide(rules, state, seen)
                if search is not None and plan.policy >= VALUED:
                    _hear(rules, state, plans, heard)
                turn = choose_turn(rules, seen, limits, plan, heard, workspace, search, generator)
                buffer = workspace.buffer
                if search is not None and plan.policy >= VALUED:
                    buffer = search.desk.buffer
                lay_or_lose(rules, state, buffer, turn, generator)
            if search is not None:
                note_turn(rules, state, seat, held_low, held_high, search.left)
        write_result(state, decisions, results, index)
