"""A position after a turn as a few numbers, which `planner` and `tuned` weigh.

Everything here is known to the mover: the piles, the own hand, what has been laid, how many cards
are where. Distances are counted along a pile: 1 is the base, whatever its direction.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.kernels import codes
from tenback.kernels.bits import (
    EMPTY,
    HIGH,
    LOW,
    Cards,
    above,
    below,
    count_cards,
    has_card,
    lowest_card,
    without_card,
)
from tenback.kernels.compiling import jit
from tenback.kernels.facts import shows
from tenback.kernels.legal import jump_card
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState
from tenback.kernels.piles import deck_of_pile, is_ascending, is_rivals_pile
from tenback.kernels.steps import cards_left, deck_count, deck_of
from tenback.kernels.turn_buffer import TurnEntry
from tenback.rules.placement import JUMP

__all__ = ["FEATURES", "FEATURE_COUNT", "Floats", "measure"]

Floats = NDArray[np.float64]


class Features(NamedTuple):
    """A number for each feature of a position.

    In a duel "other" are the opponent's piles; in a team game those numbers are 0.
    """

    room: int  #: steps left on all piles
    future_room: int  #: cards not laid that fit, summed over the piles
    best_up: int  #: cards not laid that fit on the better ascending pile
    best_down: int
    dead_unseen: int  #: unseen cards that fit on no pile
    jumps_held: int  #: piles whose jump is in the own hand
    jumps_unseen: int  #: piles whose jump is still to come
    near_held: int  #: held cards one to three steps away from a pile
    close_held: int  #: held cards four to eight steps away
    dead_held: int  #: held cards that fit on no pile
    pairs_held: int  #: pairs of held cards ten apart
    hand_cost: int  #: sum over held cards of the distance to the nearest pile
    extra_cards: int  #: cards laid beyond the minimum
    hand_after: int  #: cards in hand after drawing
    cards_to_go: int  #: own cards (a duel) or the team's cards not laid
    no_jump: int  #: NO_JUMP lies open
    one_pile: int  #: ONE_PILE lies open
    draw_one: int  #: DRAW_ONE lies open
    other_room: int  #: the opponent's unseen room
    other_best: int  #: the opponent's better pile


FEATURES: Final = Features._fields
FEATURE_COUNT: Final = len(FEATURES)
#: Where each number stands in an array of them.
AT: Final = Features(*range(FEATURE_COUNT))

_FAR = 99
_MOST_COST = 30


@jit
def _beyond(ascending: bool, top: int) -> Cards:
    """Return the cards that go on in the pile's direction."""
    return above(top) if ascending else below(top)


@jit
def _distance(rules: PackedRules, tops: Numbers, seat: int, card: int) -> int:
    """Return the steps from the mover's nearest pile to a card; 0 for a jump, _FAR if none fits."""
    nearest = _FAR
    for pile in range(PILES):
        if is_rivals_pile(rules, pile, seat):
            continue
        top = tops[pile]
        ahead = card - top if is_ascending(rules, pile) else top - card
        if ahead == -JUMP:
            ahead = 0
        if 0 <= ahead < nearest:
            nearest = ahead
    return nearest


@jit
def _unseen(
    rules: PackedRules, state: PackedState, deck: int, low: np.uint64, high: np.uint64
) -> Cards:
    """Return the cards of a deck that are neither laid nor in the given hand."""
    all_low, all_high = above(rules.lowest - 1)
    upper_low, upper_high = below(rules.highest + 1)
    return (
        all_low & upper_low & ~(state.gone[deck, LOW] | low),
        all_high & upper_high & ~(state.gone[deck, HIGH] | high),
    )


@jit
def measure(
    rules: PackedRules, state: PackedState, seat: int, turn: TurnEntry, numbers: Floats
) -> None:
    """Fill in the numbers of the position that a turn of a seat leads to, as the seat sees it."""
    deck = deck_of(rules, seat)
    tops = turn.tops
    held_low = state.hands[seat, LOW] & ~turn.used[LOW]
    held_high = state.hands[seat, HIGH] & ~turn.used[HIGH]
    # What this turn lays is in the hand of the packed state: neither unseen nor held afterwards.
    un_low, un_high = _unseen(rules, state, deck, state.hands[seat, LOW], state.hands[seat, HIGH])
    for index in range(FEATURE_COUNT):
        numbers[index] = 0.0
    covered_low, covered_high = EMPTY, EMPTY
    for pile in range(PILES):
        ascending, top = is_ascending(rules, pile), tops[pile]
        fit_low, fit_high = _beyond(ascending, top)
        if is_rivals_pile(rules, pile, seat):
            other_low, other_high = _unseen(rules, state, deck_of_pile(rules, pile), EMPTY, EMPTY)
            fits = count_cards(fit_low & other_low, fit_high & other_high)
            numbers[AT.other_room] += fits
            numbers[AT.other_best] = max(numbers[AT.other_best], fits)
            continue
        fits = count_cards(fit_low & (un_low | held_low), fit_high & (un_high | held_high))
        covered_low |= fit_low
        covered_high |= fit_high
        numbers[AT.room] += rules.highest + 1 - top if ascending else top - (rules.lowest - 1)
        numbers[AT.future_room] += fits
        best = AT.best_up if ascending else AT.best_down
        numbers[best] = max(numbers[best], fits)
        jumper = jump_card(ascending, top)
        if has_card(held_low, held_high, jumper):
            numbers[AT.jumps_held] += 1
        elif has_card(un_low, un_high, jumper):
            numbers[AT.jumps_unseen] += 1
    numbers[AT.dead_unseen] = count_cards(un_low & ~covered_low, un_high & ~covered_high)
    _measure_hand(rules, tops, seat, held_low, held_high, numbers)
    held = count_cards(held_low, held_high)
    left = deck_count(state, deck)
    numbers[AT.extra_cards] = max(0, turn.count - state.minimum)
    numbers[AT.hand_after] = held + min(turn.draws, left)
    numbers[AT.cards_to_go] = cards_left(rules, state, seat) - (turn.count - state.laid)
    numbers[AT.no_jump] = 1.0 if shows(rules, tops, codes.NO_JUMP_CARD) else 0.0
    numbers[AT.one_pile] = 1.0 if shows(rules, tops, codes.ONE_PILE_CARD) else 0.0
    numbers[AT.draw_one] = 1.0 if shows(rules, tops, codes.DRAW_ONE_CARD) else 0.0


@jit
def _measure_hand(
    rules: PackedRules,
    tops: Numbers,
    seat: int,
    low: np.uint64,
    high: np.uint64,
    numbers: Floats,
) -> None:
    left_low, left_high = low, high
    while left_low | left_high != EMPTY:
        card = lowest_card(left_low, left_high)
        left_low, left_high = without_card(left_low, left_high, card)
        distance = _distance(rules, tops, seat, card)
        if distance == _FAR:
            numbers[AT.dead_held] += 1
            # A card that fits nowhere is worse than a wide step.
            numbers[AT.hand_cost] += _MOST_COST
            continue
        numbers[AT.hand_cost] += min(distance, _MOST_COST)
        if 1 <= distance <= 3:
            numbers[AT.near_held] += 1
        elif 4 <= distance <= 8:
            numbers[AT.close_held] += 1
        if has_card(low, high, card + JUMP):
            numbers[AT.pairs_held] += 1
