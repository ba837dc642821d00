"""The policies of play-outs: what `greedy` and `random` do next in an open turn."""

import numpy as np

from tenback.kernels import codes
from tenback.kernels.bits import (
    EMPTY,
    HIGH,
    LOW,
    Cards,
    count_cards,
    has_card,
    highest_card,
    lowest_card,
    without_card,
)
from tenback.kernels.choices import END, STUCK, choice_of
from tenback.kernels.compiling import jit
from tenback.kernels.deals import next_below
from tenback.kernels.facts import binding_commands
from tenback.kernels.judging import unmet_duty
from tenback.kernels.legal import jump_card, legal_cards
from tenback.kernels.packed import PILES, PackedRules, PackedState, Words
from tenback.kernels.piles import first_own_pile, is_ascending, is_rivals_pile
from tenback.rules.placement import JUMP, gap

__all__ = ["greedy_choice", "random_choice"]

_NO_GAP = 1000


@jit
def _legal_on(rules: PackedRules, state: PackedState, binding: int, pile: int) -> Cards:
    seat = state.seat
    low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
    return legal_cards(rules, seat, state.tops, state.laid, state.facts, binding, low, high, pile)


@jit
def greedy_choice(rules: PackedRules, state: PackedState) -> int:
    """Return the legal placement with the smallest gap; once the turn may end, only a jump.

    A jump counts -10. On an opponent's pile the gap is the amount by which the card improves it.
    Ties go to the first pile in the mover's order (a duellist's own come first), then to the
    lowest card.
    """
    unmet = unmet_duty(rules, state.tops, state.laid, state.minimum, state.facts)
    may_end = unmet == codes.ALLOWED
    first = first_own_pile(rules, state.seat)
    binding = binding_commands(rules, state.tops, state.facts)
    best, choice = _NO_GAP, END if may_end else STUCK
    for order in range(PILES):
        pile = (first + order) & 3
        low, high = _legal_on(rules, state, binding, pile)
        if low | high == EMPTY:
            continue
        ascending, top = is_ascending(rules, pile), state.tops[pile]
        jumper = jump_card(ascending, top)
        if is_rivals_pile(rules, pile, state.seat):
            if may_end:
                continue
            card = highest_card(low, high) if ascending else lowest_card(low, high)
            distance = -gap(ascending, top, card)
        elif has_card(low, high, jumper):
            card, distance = jumper, -JUMP
        elif may_end:
            continue
        else:
            card = lowest_card(low, high) if ascending else highest_card(low, high)
            distance = gap(ascending, top, card)
        if distance < best:
            best, choice = distance, choice_of(card, pile)
    return choice


@jit
def random_choice(rules: PackedRules, state: PackedState, generator: Words) -> int:
    """Return a random legal placement until the turn may end.

    The choice is the n-th in the order of ``rules/``: by pile, then by card.
    """
    if unmet_duty(rules, state.tops, state.laid, state.minimum, state.facts) == codes.ALLOWED:
        return END
    binding = binding_commands(rules, state.tops, state.facts)
    total = 0
    for pile in range(PILES):
        low, high = _legal_on(rules, state, binding, pile)
        total += count_cards(low, high)
    if total == 0:
        return STUCK
    left = next_below(generator, total)
    for pile in range(PILES):
        low, high = _legal_on(rules, state, binding, pile)
        count = count_cards(low, high)
        if left < count:
            return choice_of(_nth_card(low, high, left), pile)
        left -= count
    return STUCK


@jit
def _nth_card(low: np.uint64, high: np.uint64, index: int) -> int:
    for _ in range(index):
        low, high = without_card(low, high, lowest_card(low, high))
    return lowest_card(low, high)
