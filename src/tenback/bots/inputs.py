"""What the value network is told: the position after a turn, as rows that are added up.

The rows say what the seat that played the turn knows. Piles are seen from their base (a descending
one mirrored) and brought into one order, so that equal positions look equal. For each pile there is
a row for its top, one for each unseen card and one for each held card by its distance from the top;
then rows for counts, commands and signals.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tenback.kernels import codes
from tenback.kernels._bits import (
    EMPTY,
    Cards,
    above,
    below,
    count_cards,
    highest_card,
    lowest_card,
    shift_down,
    shift_up,
    single,
)
from tenback.kernels._jit import jit
from tenback.kernels.judging import is_ascending
from tenback.kernels.legal import jump_card
from tenback.kernels.packed import Numbers, PackedRules, PackedState
from tenback.kernels.steps import deck_count, deck_of, hand_count
from tenback.kernels.turn_buffer import TurnEntry

__all__ = [
    "COMMAND_ROWS",
    "MOST_ROWS",
    "OTHER_DECK_ROWS",
    "ROWS",
    "SIGNAL_ROWS",
    "TOPS",
    "Reals",
    "collect_rows",
    "list_counts",
    "list_pile",
    "list_reaches",
    "list_used",
    "order_piles",
]

Reals = NDArray[np.float32]

_BEHIND = 20
_AHEAD = 40
_PLANE = _BEHIND + _AHEAD + 2
TOPS = 104
#: Cards out of the window count an eighth each, on one row before and one behind.
_FAR: Final = np.float32(0.125)
_ONE: Final = np.float32(1.0)
_HALF: Final = np.float32(0.5)

_NEAREST_PLACES = 42
_UNSEEN = TOPS
_HELD = TOPS + _PLANE
_SLOT = TOPS + 2 * _PLANE

_DECK = 4 * _SLOT
_OTHER_DECK = _DECK + 100
_HAND = _OTHER_DECK + 60
_OTHERS = _HAND + 10
_SEATS = _OTHERS + 33
_DEAD = _SEATS + 6
_DEAD_HELD = _DEAD + 32
_PAIRS = _DEAD_HELD + 10
_TOP_COMMANDS = _PAIRS + 8
_HELD_COMMANDS = _TOP_COMMANDS + 32
_UNSEEN_COMMANDS = _HELD_COMMANDS + 32
_SIGNALS = _UNSEEN_COMMANDS + 40
_REACH_UNSEEN = _SIGNALS + 32
_REACH_HELD = _REACH_UNSEEN + 12
_JUMPS = _REACH_HELD + 12
_NEAREST = _JUMPS + 4
ROWS: Final = _NEAREST + 4 * _NEAREST_PLACES
#: How many cards are at most so far from some pile is counted for each of these.
_REACHES: Final = (1, 2, 3, 4, 6, 8, 11, 15, 20, 30, 45, 98)
#: The rows that only some games use: [first, end) for commands, the other deck and signals.
COMMAND_ROWS: Final = (_TOP_COMMANDS, _SIGNALS)
OTHER_DECK_ROWS: Final = (_OTHER_DECK, _HAND)
SIGNAL_ROWS: Final = (_SIGNALS, _REACH_UNSEEN)
#: More rows than any position adds up.
MOST_ROWS: Final = 512


@jit
def _place_in_plane(distance: int) -> int:
    """Give the row of a card by its distance from the top of a pile."""
    if distance < 0:
        return max(0, distance + _BEHIND + 1)
    return min(distance + _BEHIND, _PLANE - 1)


@jit
def _weight(place: int) -> np.float32:
    return _FAR if place == 0 or place == _PLANE - 1 else _ONE


@jit
def unseen_of(rules: PackedRules, state: PackedState, deck: int, seat: int) -> Cards:
    """Give the cards of a deck that a seat sees neither laid nor in its own hand."""
    low, high = state.gone[deck, 0], state.gone[deck, 1]
    if deck_of(rules, seat) == deck:
        low, high = low | state.hands[seat, 0], high | state.hands[seat, 1]
    from_low, from_high = above(rules.lowest - 1)
    to_low, to_high = below(rules.highest + 1)
    return from_low & to_low & ~low, from_high & to_high & ~high


@jit
def order_piles(rules: PackedRules, seat: int, tops: Numbers, slots: Numbers) -> None:
    """Write the pile of each slot, and behind them how far from its base each has come."""
    edge = rules.deck_size + 3
    if rules.has_rivals:
        own, other = first_pile(rules, seat), first_pile(rules, 1 - seat)
        up, down = tops[own], edge - tops[own + 1]
        turned = 1 if down > up else 0
        slots[0] = own + turned
        slots[1] = own + 1 - turned
        slots[2] = other + turned
        slots[3] = other + 1 - turned
    else:
        first = 0 if tops[0] >= tops[1] else 1
        third = 2 if tops[2] <= tops[3] else 3
        up_far, up_near = tops[first], tops[1 - first]
        down_far, down_near = edge - tops[third], edge - tops[5 - third]
        if down_far > up_far or (down_far == up_far and down_near > up_near):
            slots[0], slots[1], slots[2], slots[3] = third, 5 - third, first, 1 - first
        else:
            slots[0], slots[1], slots[2], slots[3] = first, 1 - first, third, 5 - third
    for slot in range(4):
        pile = int(slots[slot])
        top = tops[pile]
        slots[4 + slot] = top if is_ascending(rules, pile) else edge - top


@jit
def _list_cards(
    base: int,
    ascending: bool,
    top: int,
    low: np.uint64,
    high: np.uint64,
    indices: Numbers,
    weights: Reals,
    size: int,
) -> int:
    """Append the rows of a set of cards by their distance from a top; how many there are now."""
    while low | high != EMPTY:
        card = lowest_card(low, high)
        bit_low, bit_high = single(card)
        low, high = low & ~bit_low, high & ~bit_high
        place = _place_in_plane(card - top if ascending else top - card)
        indices[size] = base + place
        weights[size] = _weight(place)
        size += 1
    return size


@jit
def list_pile(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    slot: int,
    pile: int,
    come: int,
    top: int,
    held_low: np.uint64,
    held_high: np.uint64,
    indices: Numbers,
    weights: Reals,
    size: int,
) -> int:
    """Append the rows of a pile: its top, the unseen and the held cards; how many there are now."""
    base = slot * _SLOT
    indices[size] = base + come
    weights[size] = _ONE
    size += 1
    ascending = is_ascending(rules, pile)
    deck = deck_of(rules, rules.owners[pile]) if rules.has_rivals else 0
    low, high = unseen_of(rules, state, deck, seat)
    size = _list_cards(base + _UNSEEN, ascending, top, low, high, indices, weights, size)
    return _list_cards(base + _HELD, ascending, top, held_low, held_high, indices, weights, size)


@jit
def _signal_row(
    rules: PackedRules, state: PackedState, slot: int, pile: int, top: int, signal: int
) -> int:
    """Give the row of a signal: what it says, and what the turn did to the pile."""
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
def list_counts(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    turn: TurnEntry,
    signals: Numbers,
    slots: Numbers,
    out: Numbers,
) -> int:
    """Write the rows of counts, commands and signals after a turn; how many."""
    deck = deck_of(rules, seat)
    held_low = state.hands[seat, 0] & ~turn.used[0]
    held_high = state.hands[seat, 1] & ~turn.used[1]
    un_low, un_high = unseen_of(rules, state, deck, seat)
    held = count_cards(held_low, held_high)
    drawn = min(turn.draws, deck_count(state, deck))
    others, seats = 0, 0
    for other in range(rules.players):
        if other != seat:
            count = hand_count(state, other)
            others += count
            seats += 1 if count > 0 else 0
    fit_low, fit_high = EMPTY, EMPTY
    for slot in range(2 if rules.has_rivals else 4):
        pile = int(slots[slot])
        top = turn.tops[pile]
        low, high = above(top) if is_ascending(rules, pile) else below(top)
        fit_low, fit_high = fit_low | low, fit_high | high
    pair_low, pair_high = shift_up(held_low, held_high)
    out[0] = _DECK + deck_count(state, deck) - drawn
    out[1] = _HAND + held + drawn
    out[2] = _OTHERS + min(others, 32)
    out[3] = _SEATS + seats
    out[4] = _DEAD + min(31, count_cards(un_low & ~fit_low, un_high & ~fit_high))
    out[5] = _DEAD_HELD + count_cards(held_low & ~fit_low, held_high & ~fit_high)
    out[6] = _PAIRS + count_cards(held_low & pair_low, held_high & pair_high)
    size = 7
    if rules.has_rivals:
        out[size] = _OTHER_DECK + deck_count(state, 1 - deck)
        size += 1
    elif rules.has_commands:
        for kind in range(1, 8):
            low, high = rules.command_cards[kind, 0], rules.command_cards[kind, 1]
            out[size] = (
                _HELD_COMMANDS + kind * 4 + min(3, count_cards(held_low & low, held_high & high))
            )
            out[size + 1] = (
                _UNSEEN_COMMANDS + kind * 5 + min(4, count_cards(un_low & low, un_high & high))
            )
            size += 2
        for slot in range(4):
            out[size] = _TOP_COMMANDS + slot * 8 + rules.commands[turn.tops[slots[slot]]]
            size += 1
    for slot in range(4):
        pile = int(slots[slot])
        if signals[pile] > 0:
            out[size] = _signal_row(rules, state, slot, pile, turn.tops[pile], signals[pile])
            size += 1
    return size


@jit
def _within(ascending: bool, top: int, steps: int) -> Cards:
    """Give the cards that lie at most so many steps ahead of a top."""
    if ascending:
        low, high = above(top)
        to_low, to_high = below(min(127, top + steps + 1))
    else:
        low, high = below(top)
        to_low, to_high = above(max(0, top - steps - 1))
    return low & to_low, high & to_high


@jit
def list_reaches(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    turn: TurnEntry,
    slots: Numbers,
    indices: Numbers,
    weights: Reals,
    size: int,
) -> int:
    """Append how near the cards are to any of the mover's piles; how many rows there are now."""
    held_low = state.hands[seat, 0] & ~turn.used[0]
    held_high = state.hands[seat, 1] & ~turn.used[1]
    un_low, un_high = unseen_of(rules, state, deck_of(rules, seat), seat)
    piles = 2 if rules.has_rivals else 4
    for reach in range(len(_REACHES)):
        near_low, near_high = EMPTY, EMPTY
        for slot in range(piles):
            pile = int(slots[slot])
            low, high = _within(is_ascending(rules, pile), turn.tops[pile], _REACHES[reach])
            near_low, near_high = near_low | low, near_high | high
        indices[size] = _REACH_UNSEEN + reach
        weights[size] = _FAR * np.float32(count_cards(un_low & near_low, un_high & near_high))
        indices[size + 1] = _REACH_HELD + reach
        weights[size + 1] = _HALF * np.float32(
            count_cards(held_low & near_low, held_high & near_high)
        )
        size += 2
    jump_low, jump_high = EMPTY, EMPTY
    for slot in range(piles):
        pile = int(slots[slot])
        ascending, top = is_ascending(rules, pile), turn.tops[pile]
        low, high = single(jump_card(ascending, top))
        jump_low, jump_high = jump_low | low, jump_high | high
        ahead_low, ahead_high = above(top) if ascending else below(top)
        ahead_low, ahead_high = ahead_low & held_low, ahead_high & held_high
        nearest = 0
        if ahead_low | ahead_high != EMPTY:
            if ascending:
                nearest = lowest_card(ahead_low, ahead_high) - top
            else:
                nearest = top - highest_card(ahead_low, ahead_high)
        indices[size] = _NEAREST + slot * _NEAREST_PLACES + min(nearest, _NEAREST_PLACES - 1)
        weights[size] = _ONE
        size += 1
    pair_low, pair_high = shift_up(un_low | held_low, un_high | held_high)
    mixed_low, mixed_high = shift_up(held_low, held_high)
    below_low, below_high = shift_down(held_low, held_high)
    indices[size] = _JUMPS
    weights[size] = np.float32(count_cards(held_low & jump_low, held_high & jump_high))
    indices[size + 1] = _JUMPS + 1
    weights[size + 1] = np.float32(count_cards(un_low & jump_low, un_high & jump_high))
    indices[size + 2] = _JUMPS + 2
    weights[size + 2] = _FAR * np.float32(
        count_cards((un_low | held_low) & pair_low, (un_high | held_high) & pair_high)
    )
    indices[size + 3] = _JUMPS + 3
    weights[size + 3] = _HALF * np.float32(
        count_cards(un_low & (mixed_low | below_low), un_high & (mixed_high | below_high))
    )
    return size + 4


@jit
def list_used(
    rules: PackedRules,
    turn: TurnEntry,
    slots: Numbers,
    indices: Numbers,
    weights: Reals,
    size: int,
) -> int:
    """Append, negatively, the rows of the cards that a turn takes out of the hand."""
    low, high = turn.used[0], turn.used[1]
    while low | high != EMPTY:
        card = lowest_card(low, high)
        bit_low, bit_high = single(card)
        low, high = low & ~bit_low, high & ~bit_high
        for slot in range(4):
            # The card now on top was held before, at no distance: that is the first row behind.
            pile = int(slots[slot])
            top = turn.tops[pile]
            place = _place_in_plane(card - top if is_ascending(rules, pile) else top - card)
            indices[size] = slot * _SLOT + _HELD + place
            weights[size] = -_weight(place)
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
    rows: Numbers,
    weights: Reals,
) -> int:
    """Write the rows that the position after a turn adds up, with their weights; how many."""
    order_piles(rules, seat, turn.tops, slots)
    size = list_counts(rules, state, seat, turn, signals, slots, rows)
    for index in range(size):
        weights[index] = _ONE
    size = list_reaches(rules, state, seat, turn, slots, rows, weights, size)
    held_low = state.hands[seat, 0] & ~turn.used[0]
    held_high = state.hands[seat, 1] & ~turn.used[1]
    for slot in range(4):
        pile = int(slots[slot])
        size = list_pile(
            rules,
            state,
            seat,
            slot,
            pile,
            slots[4 + slot],
            turn.tops[pile],
            held_low,
            held_high,
            rows,
            weights,
            size,
        )
    return size
