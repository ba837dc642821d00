"""A duel with all cards known: alpha-beta search with iterative deepening; a ply is a turn.

A win or loss that the search reaches is proved, whatever the depth. If it reaches neither, the
outlook at that depth decides, and nothing is proved.
"""

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tenback.analysis.arrays import Records
from tenback.analysis.keys import key_of
from tenback.analysis.sorting import sort_by
from tenback.kernels import codes
from tenback.kernels.bits import Cards, above, below, count_cards, has_card, single
from tenback.kernels.compiling import jit
from tenback.kernels.enumeration import enumerate_turns, play_turn
from tenback.kernels.packed import Numbers, PackedRules, PackedState, Words, new_states
from tenback.kernels.turn_buffer import ENTRY, EXACT, TurnBuffer, TurnEntry

__all__ = ["WIN", "DuelSearch", "begin_depth", "look_ahead", "new_duel_search"]

#: The value of a proved win; unproved values are well between ``-WIN`` and ``WIN``.
WIN = 1_000_000

#: Entries of ``DuelSearch.marks``. ``DROPPED``: memory ran out, so nothing is proved.
PLY, NODES, DEPTH, DROPPED = range(4)

_ARENA = 1 << 19
_TABLE = 1 << 20
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2

# The outlook, in hundredths: cards that fit two, one or none of the own piles, a jump to come.
_FITS_ONE, _FITS_NONE, _JUMP, _CARD = -150, -700, 120, -60


class DuelSearch(NamedTuple):
    """The memory of a search: one position for each turn of the line that is being tried."""

    states: Records[PackedState]
    turns: Records[TurnEntry]
    spans: Numbers  #: by ply: first turn, end, next one to try, the best so far
    bounds: Numbers  #: by ply: alpha, beta, best value, alpha at the start
    keys: Words  #: by ply
    table_keys: Words
    table: Numbers  #: by slot: value, depth * 4 + kind of bound
    marks: Numbers
    values: NDArray[np.float64]  #: of the turns that are being listed
    order: Numbers


def new_duel_search(root: PackedState, total: int) -> DuelSearch:
    """Return the memory for a search from a position with ``total`` cards in play."""
    plies = total + 3
    search = DuelSearch(
        states=cast("Records[PackedState]", new_states(plies)),
        turns=cast("Records[TurnEntry]", np.zeros(_ARENA, ENTRY)),
        spans=np.zeros((plies, 4), np.int64),
        bounds=np.zeros((plies, 4), np.int64),
        keys=np.zeros((plies, 2), np.uint64),
        table_keys=np.zeros((_TABLE, 2), np.uint64),
        table=np.zeros((_TABLE, 2), np.int64),
        marks=np.zeros(4, np.int64),
        values=np.zeros(_ARENA),
        order=np.zeros(_ARENA, np.int64),
    )
    search.states[0] = root
    return search


@jit
def _own_cards(state: PackedState, seat: int) -> Cards:
    low, high = state.hands[seat, 0], state.hands[seat, 1]
    for index in range(state.drawn[seat], state.deck_end[seat]):
        card_low, card_high = single(state.decks[seat, index])
        low |= card_low
        high |= card_high
    return low, high


@jit
def _side(state: PackedState, seat: int) -> int:
    """Evaluate one side: its piles against the cards it still has to lay."""
    low, high = _own_cards(state, seat)
    up, down = state.tops[2 * seat], state.tops[2 * seat + 1]
    up_low, up_high = above(up)
    down_low, down_high = below(down)
    total = count_cards(low, high)
    both = count_cards(low & up_low & down_low, high & up_high & down_high)
    neither = count_cards(low & ~(up_low | down_low), high & ~(up_high | down_high))
    value = _CARD * total + _FITS_NONE * neither + _FITS_ONE * (total - both - neither)
    if has_card(low, high, up - 10):
        value += _JUMP
    if has_card(low, high, down + 10):
        value += _JUMP
    return value


@jit
def _outlook(state: PackedState) -> int:
    """Evaluate a position for its mover."""
    return _side(state, state.seat) - _side(state, 1 - state.seat)


@jit
def begin_depth(rules: PackedRules, search: DuelSearch, buffer: TurnBuffer, depth: int) -> None:
    """Begin a search to a depth; proofs of shallower searches are kept."""
    search.marks[DEPTH] = depth
    _open(rules, search, buffer, 0, -WIN, WIN)


@jit
def _open(
    rules: PackedRules, search: DuelSearch, buffer: TurnBuffer, ply: int, alpha: int, beta: int
) -> None:
    """List the turns of a position, the most promising first."""
    marks = search.marks
    marks[PLY] = ply
    marks[NODES] += 1
    state, there = search.states[ply], search.states[ply + 1]
    mover = state.seat
    search.keys[ply, 0], search.keys[ply, 1] = key_of(rules, state)
    start = search.spans[ply - 1, 1] if ply > 0 else 0
    count = enumerate_turns(rules, state, EXACT, buffer)
    if buffer.marks[1] != 0 or start + count > search.turns.size:
        marks[DROPPED] = 1
        count = min(count, search.turns.size - start)
    values, order = search.values, search.order
    for index in range(count):
        search.states[ply + 1] = search.states[ply]
        play_turn(rules, there, buffer.entries[buffer.turns[index]])
        values[index] = (
            -_value_over(there, mover)
            if there.phase == codes.OVER
            else (_outlook(there) if there.seat != mover else -_outlook(there))
        )
    sort_by(values, order, count)
    for index in range(count):
        place: int = order[index]
        search.turns[start + index] = buffer.entries[buffer.turns[place]]
    search.spans[ply, 0], search.spans[ply, 1] = start, start + count
    search.spans[ply, 2], search.spans[ply, 3] = start, -1
    search.bounds[ply, 0], search.bounds[ply, 1] = alpha, beta
    # A mover without a turn that obeys every rule has lost.
    search.bounds[ply, 2], search.bounds[ply, 3] = -WIN, alpha


@jit
def _value_over(state: PackedState, mover: int) -> int:
    return WIN if state.winners >> mover & 1 else -WIN


@jit
def _weigh_in(search: DuelSearch, ply: int, value: int) -> None:
    """Update the bounds with the value of the turn tried last."""
    if value > search.bounds[ply, 2] or search.spans[ply, 3] < 0:
        search.bounds[ply, 2] = value
        search.spans[ply, 3] = search.spans[ply, 2] - 1
    search.bounds[ply, 0] = max(search.bounds[ply, 0], value)


@jit
def look_ahead(rules: PackedRules, search: DuelSearch, buffer: TurnBuffer, budget: int) -> bool:
    """Search up to ``budget`` positions; return whether the depth is done.

    Then ``search.bounds[0, 2]`` is the value, ``search.turns[search.spans[0, 3]]`` the best turn.
    """
    marks = search.marks
    while budget > 0:
        ply = marks[PLY]
        spans, bounds = search.spans[ply], search.bounds[ply]
        if spans[2] == spans[1] or bounds[0] >= bounds[1]:
            _keep(search, ply)
            if ply == 0:
                return True
            marks[PLY] = ply - 1
            same = search.states[ply - 1].seat == search.states[ply].seat
            _weigh_in(search, ply - 1, bounds[2] if same else -bounds[2])
            continue
        turn = search.turns[spans[2]]
        spans[2] += 1
        search.states[ply + 1] = search.states[ply]
        there, mover = search.states[ply + 1], search.states[ply].seat
        play_turn(rules, there, turn)
        if there.phase == codes.OVER:
            _weigh_in(search, ply, _value_over(there, mover))
            continue
        same = there.seat == mover
        alpha, beta = (bounds[0], bounds[1]) if same else (-bounds[1], -bounds[0])
        known, value = _recall(rules, search, there, marks[DEPTH] - ply - 1, alpha, beta)
        if known:
            _weigh_in(search, ply, value if same else -value)
            continue
        budget -= 1
        _open(rules, search, buffer, ply + 1, alpha, beta)
    return False


@jit
def _recall(
    rules: PackedRules, search: DuelSearch, state: PackedState, depth: int, alpha: int, beta: int
) -> tuple[bool, int]:
    """Return the value of a position for its mover, if it is known well enough."""
    key = key_of(rules, state)
    slot = key[0] & np.uint64(_TABLE - 1)
    if search.table_keys[slot, 0] == key[0] and search.table_keys[slot, 1] == key[1]:
        value, kept, kind = (
            search.table[slot, 0],
            search.table[slot, 1] >> 2,
            search.table[slot, 1] & 3,
        )
        if abs(value) == WIN or kept >= depth:
            if kind == _EXACT:
                return True, value
            if (kind == _AT_LEAST and value >= beta) or (kind == _AT_MOST and value <= alpha):
                return True, value
    return (True, _outlook(state)) if depth <= 0 else (False, 0)


@jit
def _keep(search: DuelSearch, ply: int) -> None:
    """Store the value of a position; a proof is never replaced by an estimate."""
    if search.marks[DROPPED] != 0:
        return
    slot = search.keys[ply, 0] & np.uint64(_TABLE - 1)
    value, depth = search.bounds[ply, 2], search.marks[DEPTH] - ply
    is_here = (
        search.table_keys[slot, 0] == search.keys[ply, 0]
        and search.table_keys[slot, 1] == search.keys[ply, 1]
    )
    if is_here and abs(search.table[slot, 0]) == WIN and abs(value) != WIN:
        return
    if abs(value) == WIN:
        kind = _EXACT
    elif value >= search.bounds[ply, 1]:
        kind = _AT_LEAST
    else:
        kind = _EXACT if value > search.bounds[ply, 3] else _AT_MOST
    search.table_keys[slot, 0], search.table_keys[slot, 1] = (
        search.keys[ply, 0],
        search.keys[ply, 1],
    )
    search.table[slot, 0], search.table[slot, 1] = value, depth << 2 | kind
