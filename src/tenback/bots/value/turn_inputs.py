"""What the value network is told of a turn, beside the piles: what it leaves in hand and in reach.

The rows follow those of ``inputs.py``.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tenback.bots.value.inputs import (
    DEAD,
    FAR,
    HELD,
    HELD_COMMANDS,
    KINDS,
    MOST_HELD,
    NEAR_PLACES,
    ONE,
    SLOT,
    InputRows,
    list_base,
    list_pile,
    near_place,
    order_piles,
    place_in_plane,
    unseen_of,
    used_rows,
    weight_of,
)
from tenback.kernels import codes
from tenback.kernels.bits import (
    EMPTY,
    HIGH,
    LOW,
    Cards,
    above,
    below,
    count_cards,
    highest_card,
    lowest_card,
    shift_down,
    shift_up,
    single,
    without_card,
)
from tenback.kernels.compiling import jit
from tenback.kernels.legal import jump_card
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState
from tenback.kernels.piles import is_ascending
from tenback.kernels.steps import deck_count, deck_of
from tenback.kernels.turn_buffer import TurnEntry

__all__ = [
    "ROWS",
    "SIGNAL_ROWS",
    "collect_rows",
    "list_turn",
    "list_used",
    "rows_of_game",
]

_HALF: Final = np.float32(0.5)
_NEAREST_PLACES = 42
#: For each of these distances the cards at most so far from some pile are counted.
_REACHES: Final = (1, 2, 3, 4, 6, 8, 11, 15, 20, 30, 45, 98)

_DEAD_HELD = DEAD + 32
_PAIRS = _DEAD_HELD + MOST_HELD
_HELD_KINDS = _PAIRS + 8
_COVERS = _HELD_KINDS + KINDS * 3
_SIGNALS = _COVERS + NEAR_PLACES
_REACH_UNSEEN = _SIGNALS + 32
_REACH_HELD = _REACH_UNSEEN + len(_REACHES)
_JUMPS = _REACH_HELD + len(_REACHES)
_NEAREST = _JUMPS + 4
ROWS: Final = _NEAREST + 4 * _NEAREST_PLACES
SIGNAL_ROWS: Final = (_SIGNALS, _REACH_UNSEEN)


def rows_of_game(rules: PackedRules) -> NDArray[np.bool_]:
    """Return which rows the positions of a game ever add up."""
    used = used_rows(rules, ROWS)
    if not rules.has_commands:
        used[_HELD_KINDS:_SIGNALS] = False
    if rules.has_rivals or rules.players == 1:
        used[slice(*SIGNAL_ROWS)] = False
    return used


@jit
def _signal_row(
    rules: PackedRules, state: PackedState, slot: int, pile: int, top: int, signal: int
) -> int:
    """Return the row of a signal: what it says, and what the turn did to the pile."""
    before = state.tops[pile]
    step = top - before if is_ascending(rules, pile) else before - top
    if step == 0:
        done = 0
    elif step < 0:
        done = 1
    else:
        done = 2 if step <= 3 else 3
    return _SIGNALS + slot * 8 + (signal - 1) * 4 + done


@jit
def _nearest_cover(skull: int, low: np.uint64, high: np.uint64) -> int:
    """Return the place of the held card that covers a skull best, on a pile of either direction."""
    for card in (skull - 10, skull + 10):
        bit_low, bit_high = single(card)
        if (low & bit_low) | (high & bit_high) != EMPTY:
            return near_place(-10)
    over_low, over_high = above(skull)
    under_low, under_high = below(skull)
    over = lowest_card(low & over_low, high & over_high) - skull
    under = skull - highest_card(low & under_low, high & under_high)
    nearest = min(over if over < 128 - skull else 128, under if under <= skull else 128)
    return near_place(nearest if nearest < 128 else 0)


@jit
def _list_held_commands(rules: PackedRules, held: Cards, inputs: InputRows, size: int) -> int:
    """Append how many commands of each kind are held, and what covers held skulls."""
    indices, weights = inputs
    held_low, held_high = held
    for kind in range(1, KINDS + 1):
        low = held_low & rules.command_cards[kind, LOW]
        high = held_high & rules.command_cards[kind, HIGH]
        if low | high == EMPTY:
            continue
        indices[size] = _HELD_KINDS + (kind - 1) * 3 + min(3, count_cards(low, high)) - 1
        weights[size] = ONE
        size += 1
        while kind == codes.SKULL_CARD and low | high != EMPTY:
            skull = lowest_card(low, high)
            low, high = without_card(low, high, skull)
            indices[size] = _COVERS + _nearest_cover(skull, held_low, held_high)
            weights[size] = ONE
            size += 1
    return size


@jit
def _within(ascending: bool, top: int, steps: int) -> Cards:
    """Return the cards that lie at most so many steps ahead of a top."""
    if ascending:
        low, high = above(top)
        to_low, to_high = below(min(127, top + steps + 1))
    else:
        low, high = below(top)
        to_low, to_high = above(max(0, top - steps - 1))
    return low & to_low, high & to_high


@jit
def list_turn(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    turn: TurnEntry,
    signals: Numbers,
    slots: Numbers,
    inputs: InputRows,
    size: int,
) -> int:
    """Append what a turn leaves: dead cards, pairs, commands, signals, what is in reach."""
    indices, weights = inputs
    held_low = state.hands[seat, LOW] & ~turn.used[LOW]
    held_high = state.hands[seat, HIGH] & ~turn.used[HIGH]
    un_low, un_high = unseen_of(rules, state, deck_of(rules, seat), seat)
    piles = int(rules.own_piles)
    fit_low, fit_high = EMPTY, EMPTY
    jump_low, jump_high = EMPTY, EMPTY
    for slot in range(piles):
        pile = int(slots[slot])
        ascending, top = is_ascending(rules, pile), turn.tops[pile]
        ahead_low, ahead_high = above(top) if ascending else below(top)
        fit_low, fit_high = fit_low | ahead_low, fit_high | ahead_high
        low, high = single(jump_card(ascending, top))
        jump_low, jump_high = jump_low | low, jump_high | high
        ahead_low, ahead_high = ahead_low & held_low, ahead_high & held_high
        nearest = 0
        if ahead_low | ahead_high != EMPTY:
            if ascending:
                nearest = lowest_card(ahead_low, ahead_high) - top
            else:
                nearest = top - highest_card(ahead_low, ahead_high)
        indices[size] = _NEAREST + slot * _NEAREST_PLACES + min(nearest, _NEAREST_PLACES - 1)
        weights[size] = ONE
        size += 1
    pair_low, pair_high = shift_up(held_low, held_high)
    indices[size] = DEAD + min(31, count_cards(un_low & ~fit_low, un_high & ~fit_high))
    indices[size + 1] = _DEAD_HELD + count_cards(held_low & ~fit_low, held_high & ~fit_high)
    indices[size + 2] = _PAIRS + count_cards(held_low & pair_low, held_high & pair_high)
    for index in range(size, size + 3):
        weights[index] = ONE
    size += 3
    if rules.has_commands:
        size = _list_held_commands(rules, (held_low, held_high), inputs, size)
    for slot in range(PILES):
        pile = int(slots[slot])
        if signals[pile] > 0:
            indices[size] = _signal_row(rules, state, slot, pile, turn.tops[pile], signals[pile])
            weights[size] = ONE
            size += 1
    below_low, below_high = shift_down(held_low, held_high)
    left_low, left_high = un_low | held_low, un_high | held_high
    all_low, all_high = shift_up(left_low, left_high)
    indices[size] = _JUMPS
    weights[size] = np.float32(count_cards(held_low & jump_low, held_high & jump_high))
    indices[size + 1] = _JUMPS + 1
    weights[size + 1] = np.float32(count_cards(un_low & jump_low, un_high & jump_high))
    indices[size + 2] = _JUMPS + 2
    weights[size + 2] = FAR * np.float32(count_cards(left_low & all_low, left_high & all_high))
    indices[size + 3] = _JUMPS + 3
    weights[size + 3] = _HALF * np.float32(
        count_cards(un_low & (pair_low | below_low), un_high & (pair_high | below_high))
    )
    held, unseen = (held_low, held_high), (un_low, un_high)
    return _list_reaches(rules, turn, slots, held, unseen, inputs, size + 4)


@jit
def _list_reaches(
    rules: PackedRules,
    turn: TurnEntry,
    slots: Numbers,
    held: Cards,
    unseen: Cards,
    inputs: InputRows,
    size: int,
) -> int:
    """Append how near the cards are to any of the mover's piles; return the new size."""
    indices, weights = inputs
    held_low, held_high = held
    un_low, un_high = unseen
    for reach in range(len(_REACHES)):
        near_low, near_high = EMPTY, EMPTY
        for slot in range(int(rules.own_piles)):
            pile = int(slots[slot])
            low, high = _within(is_ascending(rules, pile), turn.tops[pile], _REACHES[reach])
            near_low, near_high = near_low | low, near_high | high
        near_unseen = count_cards(un_low & near_low, un_high & near_high)
        if near_unseen > 0:
            indices[size] = _REACH_UNSEEN + reach
            weights[size] = FAR * np.float32(near_unseen)
            size += 1
        near_held = count_cards(held_low & near_low, held_high & near_high)
        if near_held > 0:
            indices[size] = _REACH_HELD + reach
            weights[size] = _HALF * np.float32(near_held)
            size += 1
    return size


@jit
def list_used(
    rules: PackedRules, turn: TurnEntry, slots: Numbers, inputs: InputRows, size: int
) -> int:
    """Append, negatively, the rows of the cards that a turn takes out of the hand."""
    indices, weights = inputs
    low, high = turn.used[LOW], turn.used[HIGH]
    while low | high != EMPTY:
        card = lowest_card(low, high)
        low, high = without_card(low, high, card)
        kind = rules.commands[card]
        for slot in range(PILES):
            # The card now on top was held before, at no distance: that is the first row behind.
            pile = int(slots[slot])
            top = turn.tops[pile]
            distance = card - top if is_ascending(rules, pile) else top - card
            place = place_in_plane(distance)
            indices[size] = slot * SLOT + HELD + place
            weights[size] = -weight_of(place)
            size += 1
            if kind > 0:
                near = (kind - 1) * NEAR_PLACES + near_place(distance)
                indices[size] = slot * SLOT + HELD_COMMANDS + near
                weights[size] = -ONE
                size += 1
    return size


@jit
def collect_rows(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    turn: TurnEntry,
    signals: Numbers,
    slots: Numbers,
    inputs: InputRows,
) -> int:
    """Write the rows that the position after a turn adds up, with weights; return how many."""
    order_piles(rules, seat, turn.tops, slots)
    held_low = state.hands[seat, LOW] & ~turn.used[LOW]
    held_high = state.hands[seat, HIGH] & ~turn.used[HIGH]
    drawn = min(turn.draws, deck_count(state, deck_of(rules, seat)))
    size = list_base(rules, state, seat, count_cards(held_low, held_high), drawn, inputs)
    size = list_turn(rules, state, seat, turn, signals, slots, inputs, size)
    held = (held_low, held_high)
    for slot in range(PILES):
        size = list_pile(rules, state, seat, slots, slot, held, inputs, size)
    return size
