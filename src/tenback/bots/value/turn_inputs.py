"""What the value network is told of a turn, beside the piles: what it leaves in hand and in reach.

The rows follow those of ``inputs.py``.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tenback.bots.value import survey
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
from tenback.bots.value.survey import REACHES, survey_turn
from tenback.bots.value.together import TOGETHER_SLOT, list_together
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
    single,
    without_card,
)
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState
from tenback.kernels.piles import is_ascending
from tenback.kernels.steps import deck_count, deck_of
from tenback.kernels.turn_buffer import TurnEntry

__all__ = [
    "HALF",
    "JUMP_ROWS",
    "REACH_HELD_ROWS",
    "REACH_UNSEEN_ROWS",
    "ROWS",
    "SIGNAL_ROWS",
    "TOGETHER_ROWS",
    "collect_rows",
    "list_single",
    "list_turn",
    "list_used",
    "rows_of_game",
]

HALF: Final = np.float32(0.5)
_NEAREST_PLACES = 42

_DEAD_HELD = DEAD + 32
_PAIRS = _DEAD_HELD + MOST_HELD
_MOST_PAIRS = 8
_HELD_KINDS = _PAIRS + _MOST_PAIRS
_COVERS = _HELD_KINDS + KINDS * 3
_SIGNALS = _COVERS + NEAR_PLACES
# These rows count by a weight: an eighth for each unseen card in reach, half for each held one; one
# for each jump held and unseen, an eighth for each pair left, half for each one to come.
REACH_UNSEEN_ROWS: Final = _SIGNALS + 32
REACH_HELD_ROWS: Final = REACH_UNSEEN_ROWS + len(REACHES)
JUMP_ROWS: Final = REACH_HELD_ROWS + len(REACHES)
_NEAREST = JUMP_ROWS + 4
TOGETHER_ROWS: Final = _NEAREST + 4 * _NEAREST_PLACES
ROWS: Final = TOGETHER_ROWS + 4 * TOGETHER_SLOT
SIGNAL_ROWS: Final = (_SIGNALS, REACH_UNSEEN_ROWS)


def rows_of_game(rules: PackedRules) -> NDArray[np.bool_]:
    """Return which rows the positions of a game ever add up."""
    used = used_rows(rules, ROWS)
    if not rules.has_commands:
        used[_HELD_KINDS:_SIGNALS] = False
    if rules.has_rivals or rules.players == 1:
        used[slice(*SIGNAL_ROWS)] = False
    used[TOGETHER_ROWS + int(rules.own_piles) * TOGETHER_SLOT :] = False
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
def _list_held_commands(rules: PackedRules, held: Cards, indices: Numbers, size: int) -> int:
    """Append how many commands of each kind are held, and what covers held skulls."""
    held_low, held_high = held
    for kind in range(1, KINDS + 1):
        low = held_low & rules.command_cards[kind, LOW]
        high = held_high & rules.command_cards[kind, HIGH]
        if low | high == EMPTY:
            continue
        indices[size] = _HELD_KINDS + (kind - 1) * 3 + min(3, count_cards(low, high)) - 1
        size += 1
        while kind == codes.SKULL_CARD and low | high != EMPTY:
            skull = lowest_card(low, high)
            low, high = without_card(low, high, skull)
            indices[size] = _COVERS + _nearest_cover(skull, held_low, held_high)
            size += 1
    return size


@jit
def list_turn(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    turn: TurnEntry,
    signals: Numbers,
    slots: Numbers,
    counts: Numbers,
    inputs: InputRows,
) -> int:
    """List the rows of a turn that are not those of its piles; return how many."""
    indices, weights = inputs
    own = deck_of(rules, seat)
    held = state.hands[seat, LOW] & ~turn.used[LOW], state.hands[seat, HIGH] & ~turn.used[HIGH]
    drawn = min(turn.draws, deck_count(state, own))
    size = list_base(rules, state, seat, count_cards(held[LOW], held[HIGH]), drawn, indices)
    unseen = unseen_of(rules, state, own, seat)
    survey_turn(rules, state, seat, turn, slots, unseen, counts)
    size = list_single(rules, state, seat, turn, signals, slots, counts, indices, size)
    size = list_together(rules, turn.tops, slots, held, unseen, TOGETHER_ROWS, indices, size)
    for index in range(size):
        weights[index] = ONE
    indices[size] = JUMP_ROWS
    weights[size] = np.float32(counts[survey.JUMPS_HELD])
    indices[size + 1] = JUMP_ROWS + 1
    weights[size + 1] = np.float32(counts[survey.JUMPS_UNSEEN])
    indices[size + 2] = JUMP_ROWS + 2
    weights[size + 2] = FAR * np.float32(counts[survey.PAIRS_LEFT])
    indices[size + 3] = JUMP_ROWS + 3
    weights[size + 3] = HALF * np.float32(counts[survey.PAIRS_TO_COME])
    size += 4
    for reach in range(len(REACHES)):
        near_unseen = counts[survey.REACH_UNSEEN + reach]
        if near_unseen > 0:
            indices[size] = REACH_UNSEEN_ROWS + reach
            weights[size] = FAR * np.float32(near_unseen)
            size += 1
        near_held = counts[survey.REACH_HELD + reach]
        if near_held > 0:
            indices[size] = REACH_HELD_ROWS + reach
            weights[size] = HALF * np.float32(near_held)
            size += 1
    return size


@jit
def list_single(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    turn: TurnEntry,
    signals: Numbers,
    slots: Numbers,
    counts: Numbers,
    indices: Numbers,
    size: int,
) -> int:
    """Append the rows of a surveyed turn that count once; return the new size."""
    for slot in range(int(rules.own_piles)):
        nearest = min(counts[survey.NEAREST + slot], _NEAREST_PLACES - 1)
        indices[size] = _NEAREST + slot * _NEAREST_PLACES + nearest
        size += 1
    indices[size] = DEAD + min(31, counts[survey.DEAD_UNSEEN])
    indices[size + 1] = _DEAD_HELD + min(MOST_HELD - 1, counts[survey.DEAD_HELD])
    indices[size + 2] = _PAIRS + min(_MOST_PAIRS - 1, counts[survey.PAIRS_HELD])
    size += 3
    if rules.has_commands:
        held_low = state.hands[seat, LOW] & ~turn.used[LOW]
        held_high = state.hands[seat, HIGH] & ~turn.used[HIGH]
        size = _list_held_commands(rules, (held_low, held_high), indices, size)
    for slot in range(PILES):
        pile = int(slots[slot])
        if signals[pile] > 0:
            indices[size] = _signal_row(rules, state, slot, pile, turn.tops[pile], signals[pile])
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
    counts: Numbers,
    inputs: InputRows,
) -> int:
    """Write the rows that the position after a turn adds up, with weights; return how many."""
    order_piles(rules, seat, turn.tops, slots)
    size = list_turn(rules, state, seat, turn, signals, slots, counts, inputs)
    held = state.hands[seat, LOW] & ~turn.used[LOW], state.hands[seat, HIGH] & ~turn.used[HIGH]
    for slot in range(PILES):
        size = list_pile(rules, state, seat, slots, slot, held, inputs, size)
    return size
