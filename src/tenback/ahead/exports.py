"""The functions that are compiled ahead: the one description that everything is made from.

A function is exported for arguments of its own annotated types. What a type does not say (how many
dimensions an array has, what a record holds) is read from a specimen: a value such as callers pass.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

from tenback.analysis import beam, duel, exhaustive, outlook
from tenback.analysis.reviewing import sampling
from tenback.bots import batches as games
from tenback.bots.search import (
    beginning,
    best_turn,
    candidates,
    choosing,
    deep,
    hidden_hands,
    plans,
    sampled,
    turns,
    workspace,
)
from tenback.bots.signals import may_talk, signal_of_hand
from tenback.bots.value import linear, network, tables
from tenback.bots.value.blocks import BLOCK
from tenback.kernels import (
    batches,
    blocked,
    deals,
    enumeration,
    facts,
    judging,
    legal,
    packed,
    playouts,
    policies,
    steps,
    telling,
    turn_buffer,
)

__all__ = ["EXPORTS", "Export"]


@dataclass(frozen=True)
class Export:
    """A function, with specimens of arguments whose type alone does not say enough."""

    function: Callable[..., Any]
    specimens: dict[str, Any] = field(default_factory=dict[str, Any])
    #: Behind the function's name, where it is exported for several kinds of arguments.
    suffix: str = ""

    @property
    def name(self) -> str:
        """The name by which Python finds the function."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @property
    def symbol(self) -> str:
        """The name of the function in the library: a word that C and JavaScript can spell."""
        module = self.function.__module__.rpartition(".")[2]
        return f"{module}_{self.function.__qualname__.lstrip('_')}{self.suffix}"

    def arguments(self) -> dict[str, Any]:
        """Return a specimen of every argument."""
        hints = get_type_hints(cast("Any", self.function).py_func)
        del hints["return"]
        known = _specimens()
        return {
            name: self.specimens[name] if name in self.specimens else known[hint]
            for name, hint in hints.items()
        }


#: A small network.
_NETWORK = network.new_network(BLOCK, seed=0)


def _tables() -> tables.Tables:
    # Made without what is exported: that may not have been built yet.
    rows = np.zeros((1, BLOCK), np.int16)
    return tables.Tables._make([rows, *_NETWORK[2:], np.zeros(1, np.int64)])


def _desk() -> best_turn.Desk:
    return best_turn.new_desk(_tables(), capacity=16)


def _specimens() -> dict[Any, Any]:
    """Return a value of every type that exported functions take."""
    return {
        int: 0,
        bool: False,
        float: 0.0,
        np.uint64: np.uint64(0),
        packed.Numbers: np.zeros(1, np.int64),
        packed.Words: np.zeros(1, np.uint64),
        linear.Floats: np.zeros(1),
        NDArray[Any]: packed.new_states(1),
        packed.PackedRules: packed.new_rules(),
        packed.PackedState: packed.new_state(),
        turn_buffer.TurnEntry: np.zeros(1, turn_buffer.ENTRY)[0],
        turn_buffer.TurnLimits: turn_buffer.EXACT,
        turn_buffer.TurnBuffer: turn_buffer.new_turn_buffer(16),
        network.Network: _NETWORK,
        tables.Tables: _tables(),
        best_turn.Desk: _desk(),
        candidates.Candidates: candidates.new_candidates(1, np.float32),
        deep.Search: deep.new_search(_desk()),
        deep.Search | None: deep.new_search(_desk()),
        plans.Depth: plans.Depth(1, 1),
        plans.SeatPlan: plans.seat_plan(plans.SEARCHED),
        tuple[plans.SeatPlan, ...]: (plans.seat_plan(plans.SEARCHED),) * packed.MAX_PLAYERS,
        workspace.Heard: workspace.new_heard(),
        beam.Beam: beam.new_beam(packed.new_state(), width=1, longest_turn=1),
        duel.DuelSearch: duel.new_duel_search(packed.new_state(), total=0),
        exhaustive.Exhaustive: exhaustive.new_exhaustive(packed.new_state(), total=0),
        sampling.Lookahead: sampling.Lookahead(1, 1, np.zeros(1), np.zeros(1), 0.0),
        sampling.Known: sampling.Known(packed.new_state(), 0, workspace.new_heard(), 0),
        sampling.Tried: sampling.Tried(
            np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros((1, 1)), np.zeros(1, np.uint64)
        ),
        workspace.Workspace: workspace.new_workspace(),
    }


# The loops over games are called by one function each, and private to its module.
_PLAY_BATCH = batches._play_batch  # pyright: ignore[reportPrivateUsage]
_PLAY_GAMES = games._play_games  # pyright: ignore[reportPrivateUsage]
_FLAT_WORDS = np.zeros((1, 2), np.uint64)
_FLAT_NUMBERS = np.zeros((1, 1), np.int64)

EXPORTS: Final = (
    # The game itself: what a referee needs.
    Export(deals.deal),
    Export(deals.deal_out),
    Export(deals.fill_unseen),
    Export(deals.start_of_stream),
    Export(deals.next_below),
    Export(steps.start),
    Export(steps.begin_turn),
    Export(steps.place),
    Export(steps.end),
    Export(steps.fail),
    Export(blocked.is_blocked),
    Export(judging.judge_place),
    Export(judging.judge_end),
    Export(legal.legal_sets, {"out": _FLAT_WORDS}),
    Export(facts.facts_after),
    # What it tells about a game besides.
    Export(telling.is_silenced),
    Export(telling.judge_signal),
    Export(telling.describe_move),
    Export(telling.possible_jump),
    Export(telling.shown_command),
    Export(telling.open_duties),
    Export(telling.would_doom),
    Export(telling.rate),
    # Whole turns, and games played out.
    Export(enumeration.enumerate_turns),
    Export(enumeration.play_turn),
    Export(policies.greedy_choice),
    Export(policies.random_choice),
    Export(playouts.play_out),
    Export(playouts.play_out_seats),
    Export(_PLAY_BATCH, {"results": _FLAT_NUMBERS}),
    # Bots.
    Export(turns.limits_for),
    Export(turns.hide),
    Export(hidden_hands.note_turn, {"left": _FLAT_NUMBERS}),
    Export(beginning.eagerness_of),
    Export(beginning.gladdest),
    Export(may_talk),
    Export(signal_of_hand),
    Export(linear.linear_value),
    Export(tables.fill_tables, {"room": np.zeros((1, 1))}),
    Export(best_turn.value_turns),
    Export(best_turn.best_valued_turn),
    Export(best_turn.lay_or_lose),
    Export(sampled.list_candidates),
    Export(sampled.add_samples),
    Export(deep.list_candidates),
    Export(deep.add_samples),
    Export(choosing.choose_turn),
    Export(choosing.choose_turn, {"search": None}, suffix="_without_search"),
    Export(candidates.keep_better_half),
    Export(
        candidates.keep_better_half,
        {"candidates": candidates.new_candidates(1, np.float64)},
        suffix="_64",
    ),
    Export(_PLAY_GAMES, {"results": _FLAT_NUMBERS}),
    Export(_PLAY_GAMES, {"results": _FLAT_NUMBERS, "search": None}, suffix="_without_search"),
    # The solver and the review.
    Export(outlook.is_lost_for_sure),
    Export(beam.advance),
    Export(exhaustive.explore),
    Export(duel.begin_depth),
    Export(duel.look_ahead),
    Export(sampling.is_lost),
    Export(sampling.sample),
)
