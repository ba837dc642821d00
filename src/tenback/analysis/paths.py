"""From the cards and tops that a search stores of a turn, back to placements by the rules."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from tenback.kernels.bits import HIGH, LOW
from tenback.kernels.enumeration import enumerate_turns
from tenback.kernels.packed import PackedRules
from tenback.kernels.packing import pack_state
from tenback.kernels.turn_buffer import EXACT, TurnBuffer, placements_of
from tenback.rules import Outcome, Placement, State

__all__ = ["Line", "LineStep", "finish_turn", "line_of_steps", "play_line"]

Line = tuple[tuple[Placement, ...], ...]

_WORD = 2**64 - 1
_MOST_TRIALS = 5_000


class LineStep(NamedTuple):
    """A turn as a search stores it."""

    used: int  #: the set of cards laid, bit n for card n
    tops: tuple[int, ...]

    @classmethod
    def of_entry(cls, entry: Any) -> "LineStep":
        """Read a record with the fields ``used`` and ``tops``."""
        return cls(int(entry.used[LOW]) | int(entry.used[HIGH]) << 64, tuple(entry.tops.tolist()))


def line_of_steps(
    start: State, steps: Iterable[LineStep], rules: PackedRules, buffer: TurnBuffer
) -> tuple[Line, State]:
    """Find an order of the cards for each step, and play it by the rules."""
    line: list[tuple[Placement, ...]] = []
    state = start
    for step in steps:
        line.append(_placements(state, step, rules, buffer))
        state = play_line(state, line[-1:])
    return tuple(line), state


def _placements(
    state: State, step: LineStep, rules: PackedRules, buffer: TurnBuffer
) -> tuple[Placement, ...]:
    packed = pack_state(state)
    # With no other card in hand the enumeration is short.
    packed.hands[state.seat] = np.array([step.used & _WORD, step.used >> 64], np.uint64)
    for index in buffer.turns[: enumerate_turns(rules, packed, EXACT, buffer)].tolist():
        if LineStep.of_entry(buffer.entries[index]) == step:
            return placements_of(buffer, index)
    raise AssertionError(f"no order of laying gives {step}")


def play_line(state: State, line: Iterable[tuple[Placement, ...]]) -> State:
    """Play turns by the rules, and end each one that its last card does not close.

    A turn that may not end stays open: its player has lost, and nothing more can be laid.
    """
    for turn in line:
        turns = state.turns
        for placement in turn:
            state = state.place(placement)
        if state.outcome is None and state.turns == turns and state.can_end():
            state = state.end()
    return state


def finish_turn(state: State) -> tuple[Placement, ...]:
    """Lay as many cards as possible in a turn that cannot be completed, within the rules."""
    best: tuple[Outcome | None, tuple[Placement, ...]] = (None, ())
    trials = 0

    def try_from(state: State, laid: tuple[Placement, ...]) -> None:
        nonlocal best, trials
        for placement in state.legal_placements:
            if trials >= _MOST_TRIALS:
                return
            trials += 1
            after = state.place(placement)
            if after.outcome is None and after.turns == state.turns:
                try_from(after, (*laid, placement))
            elif _is_better(after.outcome, best[0]):
                best = after.outcome, (*laid, placement)

    try_from(state, ())
    return best[1]


def _is_better(found: Outcome | None, known: Outcome | None) -> bool:
    if found is None or known is None:
        return found is not None
    return (found.won, -found.score) > (known.won, -known.score)
