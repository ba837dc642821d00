"""A duel with all cards known: alpha-beta search with iterative deepening; a ply is a turn.

A win or loss that the search reaches is proved, whatever the depth. If it reaches neither, the
outlook at that depth decides, and nothing is proved.
"""

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tenback.analysis.arrays import Records
from tenback.analysis.keys import holds, key_at, key_of, put, slot_of
from tenback.analysis.sorting import sort_by
from tenback.kernels import codes
from tenback.kernels.bits import HIGH, LOW, Cards, above, below, count_cards, has_card, single
from tenback.kernels.compiling import jit
from tenback.kernels.enumeration import enumerate_turns, play_turn
from tenback.kernels.legal import jump_card
from tenback.kernels.packed import Numbers, PackedRules, PackedState, Words, new_states
from tenback.kernels.piles import first_own_pile
from tenback.kernels.turn_buffer import ENTRY, EXACT, OVERFLOWED, TurnBuffer, TurnEntry

__all__ = [
    "BEST",
    "ROOT",
    "VALUE",
    "WIN",
    "DuelSearch",
    "begin_depth",
    "look_ahead",
    "new_duel_search",
]

#: The value of a proved win; unproved values are well between ``-WIN`` and ``WIN``.
WIN = 1_000_000

#: The ply of the position itself.
ROOT = 0
#: Columns of ``DuelSearch.spans``: which turns a ply has, the next one to try, the best so far.
FIRST, END, NEXT, BEST = range(4)
#: Columns of ``DuelSearch.bounds``; the last is alpha as the ply was asked with.
ALPHA, BETA, VALUE, ASKED_ALPHA = range(4)
#: Columns of ``DuelSearch.table``: a value, and depth and kind of bound.
KEPT_VALUE, KEPT_BOUND = range(2)
#: Entries of ``DuelSearch.marks``. ``DROPPED``: memory ran out, so nothing is proved.
PLY, NODES, DEPTH, DROPPED = range(4)

_ARENA = 1 << 19
_TABLE = 1 << 20
#: Kinds of bounds, in the last bits of ``KEPT_BOUND``.
_EXACT, _AT_LEAST, _AT_MOST = range(3)
_KIND_BITS = 2
_KIND = (1 << _KIND_BITS) - 1

# The outlook, in hundredths: a card that fits one or none of the own piles, a jump, any card left.
_FITS_ONE, _FITS_NONE, _JUMP, _CARD = -150, -700, 120, -60


class DuelSearch(NamedTuple):
    """The memory of a search: one position for each turn of the line that is being tried."""

    states: Records[PackedState]
    turns: Records[TurnEntry]
    spans: Numbers  #: by ply; see ``FIRST``
    bounds: Numbers  #: by ply; see ``ALPHA``
    keys: Words  #: by ply
    table_keys: Words
    table: Numbers  #: by slot; see ``KEPT_VALUE``
    marks: Numbers  #: see ``PLY``
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
    search.states[ROOT] = root
    return search


@jit
def _own_cards(state: PackedState, seat: int) -> Cards:
    low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
    for index in range(state.drawn[seat], state.deck_end[seat]):
        card_low, card_high = single(state.decks[seat, index])
        low |= card_low
        high |= card_high
    return low, high


@jit
def _side(rules: PackedRules, state: PackedState, seat: int) -> int:
    """Evaluate one side: its piles against the cards it still has to lay."""
    low, high = _own_cards(state, seat)
    own = first_own_pile(rules, seat)
    up, down = state.tops[own], state.tops[own + 1]
    up_low, up_high = above(up)
    down_low, down_high = below(down)
    total = count_cards(low, high)
    both = count_cards(low & up_low & down_low, high & up_high & down_high)
    neither = count_cards(low & ~(up_low | down_low), high & ~(up_high | down_high))
    value = _CARD * total + _FITS_NONE * neither + _FITS_ONE * (total - both - neither)
    if has_card(low, high, jump_card(True, up)):
        value += _JUMP
    if has_card(low, high, jump_card(False, down)):
        value += _JUMP
    return value


@jit
def _outlook(rules: PackedRules, state: PackedState) -> int:
    """Evaluate a position for its mover."""
    return _side(rules, state, state.seat) - _side(rules, state, 1 - state.seat)


@jit
def begin_depth(rules: PackedRules, search: DuelSearch, buffer: TurnBuffer, depth: int) -> None:
    """Begin a search to a depth; proofs of shallower searches are kept."""
    search.marks[DEPTH] = depth
    _open(rules, search, buffer, ROOT, -WIN, WIN)


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
    put(search.keys, ply, key_of(rules, state))
    start = search.spans[ply - 1, END] if ply > 0 else 0
    count = enumerate_turns(rules, state, EXACT, buffer)
    if buffer.marks[OVERFLOWED] != 0 or start + count > search.turns.size:
        marks[DROPPED] = 1
        count = min(count, search.turns.size - start)
    values, order = search.values, search.order
    for index in range(count):
        search.states[ply + 1] = search.states[ply]
        play_turn(rules, there, buffer.entries[buffer.turns[index]])
        values[index] = (
            -_value_over(there, mover)
            if there.phase == codes.OVER
            else (_outlook(rules, there) if there.seat != mover else -_outlook(rules, there))
        )
    sort_by(values, order, count)
    for index in range(count):
        place: int = order[index]
        search.turns[start + index] = buffer.entries[buffer.turns[place]]
    search.spans[ply, FIRST], search.spans[ply, END] = start, start + count
    search.spans[ply, NEXT], search.spans[ply, BEST] = start, -1
    search.bounds[ply, ALPHA], search.bounds[ply, BETA] = alpha, beta
    # A mover without a turn that obeys every rule has lost.
    search.bounds[ply, VALUE], search.bounds[ply, ASKED_ALPHA] = -WIN, alpha


@jit
def _value_over(state: PackedState, mover: int) -> int:
    return WIN if state.winners >> mover & 1 else -WIN


@jit
def _weigh_in(search: DuelSearch, ply: int, value: int) -> None:
    """Update the bounds with the value of the turn tried last."""
    if value > search.bounds[ply, VALUE] or search.spans[ply, BEST] < 0:
        search.bounds[ply, VALUE] = value
        search.spans[ply, BEST] = search.spans[ply, NEXT] - 1
    search.bounds[ply, ALPHA] = max(search.bounds[ply, ALPHA], value)


@jit
def look_ahead(rules: PackedRules, search: DuelSearch, buffer: TurnBuffer, budget: int) -> bool:
    """Search up to ``budget`` positions; return whether the depth is done.

    Then ``search.bounds[ROOT, VALUE]`` is the value, and ``search.spans[ROOT, BEST]`` says
    which of ``search.turns`` is the best turn.
    """
    marks = search.marks
    while budget > 0:
        ply = marks[PLY]
        spans, bounds = search.spans[ply], search.bounds[ply]
        if spans[NEXT] == spans[END] or bounds[ALPHA] >= bounds[BETA]:
            _keep(search, ply)
            if ply == ROOT:
                return True
            marks[PLY] = ply - 1
            same = search.states[ply - 1].seat == search.states[ply].seat
            _weigh_in(search, ply - 1, bounds[VALUE] if same else -bounds[VALUE])
            continue
        turn = search.turns[spans[NEXT]]
        spans[NEXT] += 1
        search.states[ply + 1] = search.states[ply]
        there, mover = search.states[ply + 1], search.states[ply].seat
        play_turn(rules, there, turn)
        if there.phase == codes.OVER:
            _weigh_in(search, ply, _value_over(there, mover))
            continue
        same = there.seat == mover
        alpha, beta = (bounds[ALPHA], bounds[BETA]) if same else (-bounds[BETA], -bounds[ALPHA])
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
    slot = slot_of(key, _TABLE)
    if holds(search.table_keys, slot, key):
        value, bound = search.table[slot, KEPT_VALUE], search.table[slot, KEPT_BOUND]
        kept, kind = bound >> _KIND_BITS, bound & _KIND
        if abs(value) == WIN or kept >= depth:
            if kind == _EXACT:
                return True, value
            if (kind == _AT_LEAST and value >= beta) or (kind == _AT_MOST and value <= alpha):
                return True, value
    return (True, _outlook(rules, state)) if depth <= 0 else (False, 0)


@jit
def _keep(search: DuelSearch, ply: int) -> None:
    """Store the value of a position; a proof is never replaced by an estimate."""
    if search.marks[DROPPED] != 0:
        return
    key = key_at(search.keys, ply)
    slot = slot_of(key, _TABLE)
    value, depth = search.bounds[ply, VALUE], search.marks[DEPTH] - ply
    is_here = holds(search.table_keys, slot, key)
    if is_here and abs(search.table[slot, KEPT_VALUE]) == WIN and abs(value) != WIN:
        return
    if abs(value) == WIN:
        kind = _EXACT
    elif value >= search.bounds[ply, BETA]:
        kind = _AT_LEAST
    else:
        kind = _EXACT if value > search.bounds[ply, ASKED_ALPHA] else _AT_MOST
    put(search.table_keys, slot, key)
    search.table[slot, KEPT_VALUE] = value
    search.table[slot, KEPT_BOUND] = depth << _KIND_BITS | kind
