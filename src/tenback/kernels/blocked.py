"""The exact test for a turn that cannot start (G-19, A-1, A-3, B-15, D-18)."""

from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, HIGH, LOW, count_cards, lowest_card, without_card
from tenback.kernels.compiling import jit
from tenback.kernels.facts import binding_commands
from tenback.kernels.legal import standing_cards
from tenback.kernels.packed import PILES, PackedRules, PackedState
from tenback.kernels.trying import take_back, try_card

__all__ = ["is_blocked"]


@jit
def is_blocked(rules: PackedRules, state: PackedState) -> bool:
    """Whether the mover, with nothing laid yet, cannot reach the minimum in any order.

    A STOP that can be laid saves the turn. The state is changed while searching and put back.
    """
    low, high = state.hands[state.seat, LOW], state.hands[state.seat, HIGH]
    stops = rules.command_cards[codes.STOP_CARD]
    waivable = (low & stops[LOW]) | (high & stops[HIGH]) != EMPTY
    if count_cards(low, high) < state.minimum and not waivable:
        return True
    return not _reaches(rules, state, state.minimum)


@jit
def _reaches(rules: PackedRules, state: PackedState, missing: int) -> bool:
    """Whether so many more cards, or a STOP, can be laid by value and standing commands."""
    seat, facts = state.seat, state.facts
    low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
    stops = rules.command_cards[codes.STOP_CARD]
    binding = binding_commands(rules, state.tops, facts)
    for pile in range(PILES):
        fit_low, fit_high = standing_cards(rules, seat, state.tops, facts, binding, low, high, pile)
        if fit_low | fit_high == EMPTY:
            continue
        if missing <= 1 or (fit_low & stops[LOW]) | (fit_high & stops[HIGH]) != EMPTY:
            return True
        while fit_low | fit_high != EMPTY:
            card = lowest_card(fit_low, fit_high)
            fit_low, fit_high = without_card(fit_low, fit_high, card)
            before = try_card(rules, state, card, pile)
            found = _reaches(rules, state, missing - 1)
            take_back(state, pile, before)
            if found:
                return True
    return False
