"""A plain game played by `greedy` to the end, as fast as it goes.

The same policy as ``policies.greedy_choice`` and the same game as ``steps``, restated for games
with nothing but placement and the minimum (``is_plain``): the four tops in one word of 16 bits
each, no generic dispatch, no branch that a processor cannot predict. A turn's blocked test is made
only when the policy got stuck in it: a turn in which the minimum was laid was not blocked.
"""

import numpy as np

from tenback.kernels import codes
from tenback.kernels.bits import (
    EMPTY,
    FULL,
    HIGH,
    LOW,
    ONE,
    Cards,
    bit_of,
    count_cards,
    leading_zeros,
    signed,
    trailing_zeros,
)
from tenback.kernels.blocked import is_blocked
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PILES, PackedRules, PackedState
from tenback.kernels.piles import FIRST_DOWN, FIRST_UP, SECOND_DOWN, SECOND_UP
from tenback.kernels.steps import cards_left, clear, fail
from tenback.rules.placement import JUMP

__all__ = ["finish_plain_greedily"]

_PILE_BITS = 16
_TOP = np.uint64(255)
# A rank is `gap * PILES + pile`: the smallest is the policy's choice. Gaps are below 100.
_NO_RANK = 1000
_FAR = 1000
_JUMP_RANK = -PILES * JUMP


@jit
def _top(tops: np.uint64, pile: int) -> int:
    return signed((tops >> np.uint64(_PILE_BITS * pile)) & _TOP)


@jit
def _bit(low: np.uint64, high: np.uint64, card: int) -> np.uint64:
    # A negative number looks into the upper word, beyond the last card, where no bit is set.
    word = low if np.uint64(card) < np.uint64(64) else high
    return (word >> np.uint64(card & 63)) & ONE


@jit
def _ascending_rank(low: np.uint64, high: np.uint64, top: int, pile: int) -> int:
    higher = (FULL << np.uint64(top & 63)) << ONE
    in_low = low & higher if top < 64 else EMPTY
    in_high = high if top < 64 else high & higher
    far = 64 + trailing_zeros(in_high) if in_high != EMPTY else _FAR
    card = trailing_zeros(in_low) if in_low != EMPTY else far
    gap = -JUMP if _bit(low, high, top - JUMP) != EMPTY else card - top
    return gap * PILES + pile


@jit
def _descending_rank(low: np.uint64, high: np.uint64, top: int, pile: int) -> int:
    lower = ~(FULL << np.uint64(top & 63))
    in_high = EMPTY if top < 64 else high & lower
    in_low = low & lower if top < 64 else low
    far = 63 - leading_zeros(in_low) if in_low != EMPTY else -_FAR
    card = 127 - leading_zeros(in_high) if in_high != EMPTY else far
    gap = -JUMP if _bit(low, high, top + JUMP) != EMPTY else top - card
    return gap * PILES + pile


@jit
def _best_rank(low: np.uint64, high: np.uint64, tops: np.uint64) -> int:
    """Return the rank of the placement with the smallest gap; ties go to the lowest pile."""
    up = min(
        _ascending_rank(low, high, _top(tops, FIRST_UP), FIRST_UP),
        _ascending_rank(low, high, _top(tops, SECOND_UP), SECOND_UP),
    )
    down = min(
        _descending_rank(low, high, _top(tops, FIRST_DOWN), FIRST_DOWN),
        _descending_rank(low, high, _top(tops, SECOND_DOWN), SECOND_DOWN),
    )
    return min(up, down)


@jit
def _jump_rank(low: np.uint64, high: np.uint64, tops: np.uint64) -> int:
    """Return the rank of the jump on the lowest pile; without a jump 0 or more."""
    jumps = (
        _bit(low, high, _top(tops, FIRST_UP) - JUMP)
        | _bit(low, high, _top(tops, SECOND_UP) - JUMP) << np.uint64(1)
        | _bit(low, high, _top(tops, FIRST_DOWN) + JUMP) << np.uint64(2)
        | _bit(low, high, _top(tops, SECOND_DOWN) + JUMP) << np.uint64(3)
    )
    return _JUMP_RANK + trailing_zeros(jumps)


@jit
def _lay(
    low: np.uint64, high: np.uint64, tops: np.uint64, rank: int
) -> tuple[np.uint64, np.uint64, np.uint64]:
    pile, gap = rank & 3, rank >> 2
    top = _top(tops, pile)
    card = top + gap if pile < FIRST_DOWN else top - gap
    shift = np.uint64(_PILE_BITS * pile)
    tops = (tops & ~(_TOP << shift)) | (np.uint64(card) << shift)
    bit = bit_of(card)
    return (
        low & ~(bit if card < 64 else EMPTY),
        high & ~(EMPTY if card < 64 else bit),
        tops,
    )


@jit
def _drawn(state: PackedState, first: int, count: int) -> Cards:
    low, high = EMPTY, EMPTY
    for index in range(first, first + count):
        card = state.decks[0, index]
        bit = bit_of(card)
        low |= bit if card < 64 else EMPTY
        high |= EMPTY if card < 64 else bit
    return low, high


@jit
def _pack_tops(state: PackedState) -> np.uint64:
    tops = EMPTY
    for pile in range(PILES):
        tops |= np.uint64(state.tops[pile]) << np.uint64(_PILE_BITS * pile)
    return tops


@jit
def _unpack_tops(state: PackedState, tops: np.uint64) -> None:
    for pile in range(PILES):
        state.tops[pile] = _top(tops, pile)


@jit
def _is_anyone_holding(rules: PackedRules, state: PackedState) -> bool:
    held = EMPTY
    for seat in range(rules.players):
        held |= state.hands[seat, LOW] | state.hands[seat, HIGH]
    return held != EMPTY


@jit
def _store_turn(
    state: PackedState, low: np.uint64, high: np.uint64, tops: np.uint64, laid: int
) -> None:
    state.hands[state.seat, LOW] = low
    state.hands[state.seat, HIGH] = high
    state.laid = laid
    _unpack_tops(state, tops)


@jit
def finish_plain_greedily(rules: PackedRules, state: PackedState) -> None:
    """Play a plain game on from its open turn to its end."""
    if state.phase != codes.PLAYING:
        return
    hands = state.hands
    players, seat, turns = rules.players, state.seat, state.turns
    position, deck_end = state.drawn[0], state.deck_end[0]
    gone_low, gone_high = state.gone[0, LOW], state.gone[0, HIGH]
    tops = _pack_tops(state)
    need, laid = state.minimum, state.laid
    is_first_turn = True
    while True:
        low, high = hands[seat, LOW], hands[seat, HIGH]
        low_before, high_before, tops_before = low, high, tops
        is_stuck = False
        while laid < need:
            rank = _best_rank(low, high, tops)
            if rank >= _NO_RANK:
                is_stuck = True
                break
            low, high, tops = _lay(low, high, tops, rank)
            laid += 1
        if is_stuck:
            break
        rank = _jump_rank(low, high, tops)
        while rank < 0:
            low, high, tops = _lay(low, high, tops, rank)
            laid += 1
            rank = _jump_rank(low, high, tops)
        if position == deck_end and low | high == EMPTY:
            hands[seat, LOW] = low
            hands[seat, HIGH] = high
            if not _is_anyone_holding(rules, state):
                break
        gone_low |= low_before & ~low
        gone_high |= high_before & ~high
        count = min(laid, deck_end - position)
        drawn_low, drawn_high = _drawn(state, position, count)
        position += count
        hands[seat, LOW] = low | drawn_low
        hands[seat, HIGH] = high | drawn_high
        turns += 1
        seat = seat + 1 if seat + 1 < players else 0
        while hands[seat, LOW] | hands[seat, HIGH] == EMPTY:  # G-18
            seat = seat + 1 if seat + 1 < players else 0
        laid = 0
        need = rules.minimum if position < deck_end else rules.late_minimum  # G-17
        if rules.clamps:  # B-14
            need = min(need, count_cards(hands[seat, LOW], hands[seat, HIGH]))
        is_first_turn = False
    state.seat, state.turns, state.minimum = seat, turns, need
    state.drawn[0] = position
    _store_turn(state, low_before, high_before, tops_before, 0)
    if is_stuck and not is_first_turn and is_blocked(rules, state):
        low, high = low_before, high_before
    else:
        _store_turn(state, low, high, tops, laid)
    state.gone[0, LOW] = gone_low | low_before & ~low
    state.gone[0, HIGH] = gone_high | high_before & ~high
    if cards_left(rules, state, seat) == 0:
        clear(rules, state)
    else:
        fail(rules, state, codes.BLOCKED, seat)
