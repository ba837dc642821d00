"""The turns worth a look: those that do not give away much more room than the cheapest one.

The advance of a turn is how many steps it costs on the mover's piles, a jump counting -10. A turn
that costs far more than the cheapest is hardly ever right, and most turns are of that kind. In team
games they are not even built: the search for turns stops where its budget ends.
"""

import numpy as np

from tenback.kernels import codes
from tenback.kernels.bits import (
    EMPTY,
    FULL,
    HIGH,
    LOW,
    NO_CARD,
    ONE,
    has_card,
    highest_card,
    lowest_card,
    single,
    without_card,
)
from tenback.kernels.choices import card_of, choice_of, pile_of
from tenback.kernels.compiling import jit
from tenback.kernels.enumeration import enumerate_turns, most_saved
from tenback.kernels.facts import has_helped
from tenback.kernels.legal import jump_card
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState
from tenback.kernels.piles import FIRST_DOWN, first_own_pile, team_advance
from tenback.kernels.turn_buffer import OVERFLOWED, TurnBuffer, TurnEntry, TurnLimits
from tenback.rules.placement import JUMP, gap

__all__ = ["list_turns"]

_MANY = 1 << 30


@jit
def list_turns(
    rules: PackedRules, state: PackedState, limits: TurnLimits, spread: int, buffer: TurnBuffer
) -> int:
    """Find the turns that advance at most ``spread`` more than the cheapest; return how many.

    They are the entries ``buffer.turns[:count]``, as after ``enumerate_turns``.
    """
    if state.phase != codes.PLAYING:
        return 0
    if rules.is_plain:
        whole = _list_plain(rules, state, limits, spread, buffer)
    elif rules.has_commands:
        whole = _list_with_commands(rules, state, limits, spread, buffer)
    else:
        whole = enumerate_turns(rules, state, limits, buffer)
    return _keep_near(rules, state, spread, buffer, whole)


@jit
def _advance(rules: PackedRules, seat: int, tops: Numbers) -> int:
    """Add up how far the mover's piles have come, but for a constant."""
    if rules.has_rivals:
        own = first_own_pile(rules, seat)
        return tops[own] - tops[own + 1]
    return team_advance(tops)


@jit
def _keep_near(
    rules: PackedRules, state: PackedState, spread: int, buffer: TurnBuffer, whole: int
) -> int:
    """Drop the turns that cost too much; in a duel those with and without help apart."""
    best = best_helping = _MANY
    for index in range(whole):
        entry = buffer.entries[buffer.turns[index]]
        advance = _advance(rules, state.seat, entry.tops)
        if has_helped(entry.facts):
            best_helping = min(best_helping, advance)
        else:
            best = min(best, advance)
    kept = 0
    for index in range(whole):
        entry = buffer.entries[buffer.turns[index]]
        advance = _advance(rules, state.seat, entry.tops)
        if advance <= (best_helping if has_helped(entry.facts) else best) + spread:
            buffer.turns[kept] = buffer.turns[index]
            kept += 1
    return kept


@jit
def _nearest_step(low: np.uint64, high: np.uint64, tops: Numbers) -> tuple[int, int]:
    """Return the smallest gap of any card on any pile, and the choice of it."""
    best, choice = _MANY, -1
    for pile in range(PILES):
        top = tops[pile]
        if pile < FIRST_DOWN:
            jumper, card = jump_card(True, top), _next_above(low, high, top)
            step = card - top
        else:
            jumper, card = jump_card(False, top), _next_below(low, high, top)
            step = top - card if card >= 0 else _MANY
        if has_card(low, high, jumper):
            step, card = -JUMP, jumper
        if step < best and card < NO_CARD:
            best, choice = step, choice_of(card, pile)
    return best, choice


@jit
def _next_above(low: np.uint64, high: np.uint64, card: int) -> int:
    """Return the lowest card above another one, NO_CARD if there is none."""
    higher = (FULL << np.uint64(card & 63)) << ONE
    if card < 64:
        return lowest_card(low & higher, high)
    return lowest_card(EMPTY, high & higher)


@jit
def _next_below(low: np.uint64, high: np.uint64, card: int) -> int:
    """Return the highest card below another one, -1 if there is none."""
    lower = ~(FULL << np.uint64(card & 63))
    if card < 64:
        return highest_card(low & lower, EMPTY)
    return highest_card(low, high & lower)


@jit
def _next_card(low: np.uint64, high: np.uint64, ascending: bool, card: int) -> int:
    """Return the next card in a pile's direction; -1 or NO_CARD if there is none."""
    return _next_above(low, high, card) if ascending else _next_below(low, high, card)


@jit
def _nearest_cost(state: PackedState, spare: TurnEntry) -> int:
    """Return what a turn costs that takes the nearest card until the minimum is laid."""
    seat = state.seat
    low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
    for pile in range(PILES):
        spare.tops[pile] = state.tops[pile]
    cost = 0
    for _ in range(state.laid, state.minimum):
        step, choice = _nearest_step(low, high, spare.tops)
        if choice < 0:
            return _MANY
        cost += step
        card = card_of(choice)
        low, high = without_card(low, high, card)
        spare.tops[pile_of(choice)] = card
    return cost


@jit
def _list_plain(
    rules: PackedRules, state: PackedState, limits: TurnLimits, spread: int, buffer: TurnBuffer
) -> int:
    """Build turns pile by pile, each with one order of its cards; return how many are whole."""
    entries = buffer.entries
    last = entries.size - 1
    base = _advance(rules, 0, state.tops)
    hand_low, hand_high = state.hands[state.seat, LOW], state.hands[state.seat, HIGH]
    budget = base + _nearest_cost(state, entries[last]) + spread
    buffer.marks[OVERFLOWED] = 0
    start = entries[0]
    start.used[LOW] = EMPTY
    start.used[HIGH] = EMPTY
    for pile in range(PILES):
        start.tops[pile] = state.tops[pile]
    start.count = state.laid
    start.facts = 0
    start.wides = 0
    start.parent = 0
    whole = 0
    if state.laid > 0 and state.laid >= state.minimum:
        start.draws = state.laid
        buffer.turns[0] = 0
        whole = 1
    size = 1
    for pile in range(PILES):
        ascending = pile < FIRST_DOWN
        parent = -1
        while parent + 1 < size:
            parent += 1
            entry = entries[parent]
            if entry.count >= limits.max_cards:
                continue
            low, high = hand_low & ~entry.used[LOW], hand_high & ~entry.used[HIGH]
            top = entry.tops[pile]
            reach = budget - _advance(rules, 0, entry.tops)
            reach += most_saved(low, high, entry.tops, pile)
            if entry.wides >= limits.max_wide:
                reach = min(reach, limits.wide_gap)
            card = jump_card(ascending, top)
            step = -JUMP
            if not has_card(low, high, card):
                card = _next_card(low, high, ascending, top)
                step = gap(ascending, top, card)
            while 0 <= card < NO_CARD and step <= reach:
                if size >= last:
                    buffer.marks[OVERFLOWED] = 1
                    return whole
                bit_low, bit_high = single(card)
                child = entries[size]
                child.used[LOW] = entry.used[LOW] | bit_low
                child.used[HIGH] = entry.used[HIGH] | bit_high
                for other in range(PILES):
                    child.tops[other] = entry.tops[other]
                child.tops[pile] = card
                child.count = entry.count + 1
                child.draws = child.count
                child.facts = 0
                child.wides = entry.wides + (1 if step > limits.wide_gap else 0)
                child.parent = parent
                child.choice = choice_of(card, pile)
                if child.count >= state.minimum:
                    buffer.turns[whole] = size
                    whole += 1
                size += 1
                after = top if step == -JUMP else card
                card = _next_card(low, high, ascending, after)
                step = gap(ascending, top, card)
    return whole


@jit
def _list_with_commands(
    rules: PackedRules, state: PackedState, limits: TurnLimits, spread: int, buffer: TurnBuffer
) -> int:
    """Build turns that obey every command; return how many.

    The first budget is that of the nearest cards, as if they obeyed.
    """
    entries = buffer.entries
    nearest = _nearest_cost(state, entries[entries.size - 1])
    budget = _advance(rules, 0, state.tops) + nearest + spread
    while True:
        within = TurnLimits(limits.max_cards, limits.wide_gap, limits.max_wide, budget)
        whole = enumerate_turns(rules, state, within, buffer)
        best = _MANY
        for index in range(whole):
            best = min(best, _advance(rules, 0, entries[buffer.turns[index]].tops))
        # If the cheapest turn costs more than assumed, so may others; if none is found, all may.
        if budget >= min(best + spread, _MANY):
            return whole
        budget = min(best + spread, _MANY)
