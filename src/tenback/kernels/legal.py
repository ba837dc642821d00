"""All legal cards of a pile at once, as sets; held to ``judging.py`` and ``rules/`` by tests."""

import numpy as np

from tenback.kernels import codes
from tenback.kernels.bits import (
    EMPTY,
    HIGH,
    LOW,
    Cards,
    above,
    below,
    count_cards,
    lowest_card,
    single,
    without_card,
)
from tenback.kernels.compiling import jit
from tenback.kernels.duties import own_card_duty
from tenback.kernels.facts import (
    ALL_PILES,
    JUMP_FORBIDDEN,
    binding_commands,
    has_helped,
    has_three,
    open_skulls,
    touched_piles,
)
from tenback.kernels.judging import EXACT_COUNT
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState, Words
from tenback.kernels.piles import is_ascending, is_rivals_pile
from tenback.rules.placement import JUMP

__all__ = ["legal_cards", "legal_sets", "standing_cards"]


@jit
def jump_card(ascending: bool, top: int) -> int:
    """Return the one number that would jump back here (G-13)."""
    return top - JUMP if ascending else top + JUMP


@jit
def fitting_cards(ascending: bool, top: int) -> Cards:
    """Return every number that fits by value: onwards by any gap, or back by ten."""
    low, high = above(top) if ascending else below(top)
    jump_low, jump_high = single(jump_card(ascending, top))
    return low | jump_low, high | jump_high


@jit
def standing_cards(
    rules: PackedRules,
    seat: int,
    tops: Numbers,
    facts: int,
    binding: int,
    low: np.uint64,
    high: np.uint64,
    pile: int,
) -> Cards:
    """Return the cards of a hand that fit a pile by value and by what binds everyone (B-15).

    ``binding`` is ``binding_commands`` of these tops, the same for all piles.
    """
    ascending, top = is_ascending(rules, pile), tops[pile]
    if is_rivals_pile(rules, pile, seat):
        if has_helped(facts):  # D-11
            return EMPTY, EMPTY
        better_low, better_high = below(top) if ascending else above(top)  # D-12
        return low & better_low, high & better_high
    fit_low, fit_high = fitting_cards(ascending, top)
    low, high = low & fit_low, high & fit_high
    if not rules.has_commands:
        return low, high
    others = ~(1 << pile)
    if binding & ALL_PILES & others:
        return EMPTY, EMPTY
    if binding & JUMP_FORBIDDEN:
        jump_low, jump_high = single(jump_card(ascending, top))
        low, high = low & ~jump_low, high & ~jump_high
    if rules.one_pile == codes.ONE_PILE_RETROACTIVE and touched_piles(facts) & others:  # B-11
        low = low & ~rules.command_cards[codes.ONE_PILE_CARD, LOW]
        high = high & ~rules.command_cards[codes.ONE_PILE_CARD, HIGH]
    return low, high


@jit
def _obedient_cards(
    rules: PackedRules, laid: int, facts: int, low: np.uint64, high: np.uint64, pile: int
) -> Cards:
    """Keep of a set what this turn's flash commands allow on a pile (Extreme)."""
    cards = rules.command_cards
    third = laid + 1 == EXACT_COUNT
    three = has_three(facts)
    leaves_skull = open_skulls(facts) & ~(1 << pile) != 0
    if three and third:  # whatever is laid ends the turn: B-4, B-8
        if leaves_skull:
            return EMPTY, EMPTY
        return low & ~cards[codes.SKULL_CARD, LOW], high & ~cards[codes.SKULL_CARD, HIGH]
    if three or leaves_skull:  # X-12, B-1
        low = low & ~cards[codes.STOP_CARD, LOW]
        high = high & ~cards[codes.STOP_CARD, HIGH]
    if laid >= EXACT_COUNT or (third and leaves_skull):  # B-8, B-4
        low = low & ~cards[codes.THREE_CARD, LOW]
        high = high & ~cards[codes.THREE_CARD, HIGH]
    return low, high


@jit
def legal_cards(
    rules: PackedRules,
    seat: int,
    tops: Numbers,
    laid: int,
    facts: int,
    binding: int,
    low: np.uint64,
    high: np.uint64,
    pile: int,
) -> Cards:
    """Return the cards of a hand that every rule allows on a pile in an open turn."""
    low, high = standing_cards(rules, seat, tops, facts, binding, low, high, pile)
    if rules.duties:
        low, high = _dutiful_cards(rules, tops, laid, facts, low, high, pile)
    if rules.has_commands:
        return _obedient_cards(rules, laid, facts, low, high, pile)
    return low, high


@jit
def _dutiful_cards(
    rules: PackedRules,
    tops: Numbers,
    laid: int,
    facts: int,
    low: np.uint64,
    high: np.uint64,
    pile: int,
) -> Cards:
    """Keep of a set what the game's own duties allow on a pile."""
    left_low, left_high = low, high
    while left_low | left_high != EMPTY:
        card = lowest_card(left_low, left_high)
        left_low, left_high = without_card(left_low, left_high, card)
        if own_card_duty(rules.duties, tops, touched_piles(facts), laid, card, pile):
            low, high = without_card(low, high, card)
    return low, high


@jit
def legal_sets(rules: PackedRules, state: PackedState, out: Words) -> int:
    """Write the legal cards of each pile to ``out[pile]`` (4 x 2 words); return how many in all."""
    low, high = state.hands[state.seat, LOW], state.hands[state.seat, HIGH]
    binding = binding_commands(rules, state.tops, state.facts)
    total = 0
    for pile in range(PILES):
        out[pile, LOW], out[pile, HIGH] = EMPTY, EMPTY
        if state.phase == codes.PLAYING:
            out[pile, LOW], out[pile, HIGH] = legal_cards(
                rules, state.seat, state.tops, state.laid, state.facts, binding, low, high, pile
            )
        total += count_cards(out[pile, LOW], out[pile, HIGH])
    return total
