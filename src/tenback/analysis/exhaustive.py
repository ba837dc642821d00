"""Depth-first search of every line of a team game: finds a win, or proves that there is none.

The most promising turn is tried first, and positions found lost are not searched again. Like the
beam search it works in slices.
"""

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tenback.analysis.arrays import Records
from tenback.analysis.keys import is_remembered, key_at, key_of, new_table, put, remember
from tenback.analysis.outlook import Weights, is_lost_for_sure, outlook
from tenback.analysis.paths import LineStep
from tenback.analysis.sorting import sort_by
from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, HIGH, LOW, Cards, single
from tenback.kernels.compiling import jit
from tenback.kernels.enumeration import enumerate_turns, play_turn
from tenback.kernels.packed import Numbers, PackedRules, PackedState, Words, new_states
from tenback.kernels.steps import cards_left
from tenback.kernels.turn_buffer import ENTRY, EXACT, OVERFLOWED, TurnBuffer, TurnEntry

__all__ = ["Exhaustive", "best_steps", "explore", "is_proof", "new_exhaustive"]

#: Entries of ``Exhaustive.marks``. ``DROPPED``: memory ran out, so nothing is proved.
DEPTH, NODES, BEST_SCORE, BEST_DEPTH, WON_DEPTH, DROPPED = range(6)

_ARENA = 1 << 18
_TABLE = 1 << 20
_NO_SCORE = 1 << 20


class Exhaustive(NamedTuple):
    """The memory of a search: one position for each turn of the line that is being tried."""

    states: Records[PackedState]
    turns: Records[TurnEntry]  #: the turns yet to try, of all those positions
    ends: Numbers
    nexts: Numbers
    keys: Words
    table: Words  #: positions that are lost
    best: Records[TurnEntry]  #: the turns of the line that left the fewest cards
    marks: Numbers
    values: NDArray[np.float64]  #: of the turns that are being listed
    order: Numbers


def new_exhaustive(root: PackedState, total: int) -> Exhaustive:
    """Return the memory for a search from a position with ``total`` cards to lay."""
    depth = total + 3
    marks = np.zeros(6, np.int64)
    marks[DEPTH], marks[BEST_SCORE], marks[WON_DEPTH] = -1, _NO_SCORE, -1
    search = Exhaustive(
        states=cast("Records[PackedState]", new_states(depth)),
        turns=cast("Records[TurnEntry]", np.zeros(_ARENA, ENTRY)),
        ends=np.zeros(depth, np.int64),
        nexts=np.zeros(depth, np.int64),
        keys=np.zeros((depth, 2), np.uint64),
        table=new_table(_TABLE),
        best=cast("Records[TurnEntry]", np.zeros(depth, ENTRY)),
        marks=marks,
        values=np.zeros(_ARENA),
        order=np.zeros(_ARENA, np.int64),
    )
    search.states[0] = root
    return search


@jit
def _cards_to_come(rules: PackedRules, state: PackedState) -> Cards:
    low, high = EMPTY, EMPTY
    for index in range(state.drawn[0], state.deck_end[0]):
        card_low, card_high = single(state.decks[0, index])
        low |= card_low
        high |= card_high
    for seat in range(rules.players):
        low |= state.hands[seat, LOW]
        high |= state.hands[seat, HIGH]
    return low, high


@jit
def explore(
    rules: PackedRules, search: Exhaustive, buffer: TurnBuffer, weights: Weights, budget: int
) -> bool:
    """Search up to ``budget`` positions; return whether a win was found or every line tried."""
    marks, states = search.marks, search.states
    if marks[NODES] == 0:
        _open(rules, search, buffer, weights, 0)
    while budget > 0:
        depth: int = marks[DEPTH]
        if depth < 0:
            return True
        if search.nexts[depth] == search.ends[depth]:
            remember(search.table, key_at(search.keys, depth))
            marks[DEPTH] -= 1
            continue
        turn = search.turns[search.nexts[depth]]
        search.nexts[depth] += 1
        states[depth + 1] = states[depth]
        there = states[depth + 1]
        play_turn(rules, there, turn)
        if there.phase == codes.OVER:
            if there.winners != 0:
                _keep_line(search, depth + 1)
                marks[WON_DEPTH] = depth + 1
                return True
            if there.score < marks[BEST_SCORE]:
                _keep_line(search, depth + 1)
                marks[BEST_SCORE], marks[BEST_DEPTH] = there.score, depth + 1
            continue
        low, high = _cards_to_come(rules, there)
        if is_lost_for_sure(there.tops, low, high) or is_remembered(
            search.table, key_of(rules, there)
        ):
            continue
        budget -= 1
        _open(rules, search, buffer, weights, depth + 1)
    return False


@jit
def _open(
    rules: PackedRules, search: Exhaustive, buffer: TurnBuffer, weights: Weights, depth: int
) -> None:
    """List the turns of a position, the most promising first."""
    marks = search.marks
    marks[DEPTH] = depth
    marks[NODES] += 1
    state = search.states[depth]
    put(search.keys, depth, key_of(rules, state))
    low, high = _cards_to_come(rules, state)
    count = enumerate_turns(rules, state, EXACT, buffer)
    start = search.ends[depth - 1] if depth > 0 else 0
    if buffer.marks[OVERFLOWED] != 0:
        marks[DROPPED] = 1
    if start + count > search.turns.size:
        marks[DROPPED] = 1
        count = search.turns.size - start
    values, order = search.values, search.order
    for index in range(count):
        turn = buffer.entries[buffer.turns[index]]
        values[index] = -outlook(turn.tops, low & ~turn.used[LOW], high & ~turn.used[HIGH], weights)
    sort_by(values, order, count)
    for index in range(count):
        place: int = order[index]
        search.turns[start + index] = buffer.entries[buffer.turns[place]]
    search.nexts[depth] = start
    search.ends[depth] = start + count
    left = cards_left(rules, state, 0)
    if count == 0 and left < marks[BEST_SCORE]:
        _keep_line(search, depth)
        marks[BEST_SCORE], marks[BEST_DEPTH] = left, depth


@jit
def _keep_line(search: Exhaustive, length: int) -> None:
    for depth in range(length):
        search.best[depth] = search.turns[search.nexts[depth] - 1]


def is_proof(search: Exhaustive) -> bool:
    """Whether a search that ended without a win has tried every line."""
    return bool(search.marks[DEPTH] < 0 and search.marks[NODES] > 0 and not search.marks[DROPPED])


def best_steps(search: Exhaustive, length: int) -> list[LineStep]:
    """Return the turns of the best line."""
    return [LineStep.of_entry(search.best[depth]) for depth in range(length)]
