"""What a position looks like after a turn, as a few numbers: the ground of `planner` and `tuned`.

Everything here is known to the mover: the piles, the own hand, what has been laid, how many cards
are where. Distances are counted along a pile: 1 is the base, whatever its direction.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, Cards, above, below, count_cards, has_card
from tenback.kernels.compiling import jit
from tenback.kernels.facts import shows
from tenback.kernels.judging import is_ascending
from tenback.kernels.legal import jump_card
from tenback.kernels.packed import Numbers, PackedRules, PackedState
from tenback.kernels.steps import cards_left, deck_count, deck_of
from tenback.kernels.turn_buffer import TurnEntry

__all__ = ["FEATURES", "FEATURE_COUNT", "Floats", "measure"]

Floats = NDArray[np.float64]

#: The numbers, in order. In a duel "other" are the opponent's piles; in a team game they are 0.
FEATURES: Final = (
    "room",  # steps left on all piles
    "future_room",  # cards not laid that fit, summed over the piles
    "best_up",  # cards not laid that fit on the better ascending pile
    "best_down",
    "dead_unseen",  # unseen cards that fit on no pile
    "jumps_held",  # piles whose jump is in the own hand
    "jumps_unseen",  # piles whose jump is still to come
    "near_held",  # held cards one to three steps away from a pile
    "close_held",  # held cards four to eight steps away
    "dead_held",  # held cards that fit on no pile
    "pairs_held",  # pairs of held cards ten apart
    "hand_cost",  # sum over held cards of the distance to the nearest pile
    "extra_cards",  # cards laid beyond the minimum
    "hand_after",  # cards in hand after drawing
    "cards_to_go",  # own cards (a duel) or the team's cards not laid
    "no_jump",  # NO_JUMP lies open
    "one_pile",  # ONE_PILE lies open
    "draw_one",  # DRAW_ONE lies open
    "other_room",  # the opponent's unseen room
    "other_best",  # the opponent's better pile
)
FEATURE_COUNT: Final = len(FEATURES)

_FAR = 99


@jit
def _beyond(ascending: bool, top: int) -> Cards:
    """Return the cards that go on in the pile's direction."""
    return above(top) if ascending else below(top)


@jit
def _distance(rules: PackedRules, tops: Numbers, seat: int, card: int) -> int:
    """How far the nearest of the mover's piles is below a card; a jump is 0, no pile is _FAR."""
    nearest = _FAR
    for pile in range(4):
        if rules.has_rivals and rules.owners[pile] != seat:
            continue
        top = tops[pile]
        ahead = card - top if is_ascending(rules, pile) else top - card
        if ahead == -10:
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
        all_low & upper_low & ~(state.gone[deck, 0] | low),
        all_high & upper_high & ~(state.gone[deck, 1] | high),
    )


@jit
def measure(
    rules: PackedRules, state: PackedState, seat: int, turn: TurnEntry, numbers: Floats
) -> None:
    """Fill in the numbers of the position that a turn of a seat leads to, as the seat sees it."""
    deck = deck_of(rules, seat)
    duel = rules.has_rivals
    tops = turn.tops
    held_low = state.hands[seat, 0] & ~turn.used[0]
    held_high = state.hands[seat, 1] & ~turn.used[1]
    # What this turn lays is in the hand of the packed state: neither unseen nor held afterwards.
    un_low, un_high = _unseen(rules, state, deck, state.hands[seat, 0], state.hands[seat, 1])
    for index in range(FEATURE_COUNT):
        numbers[index] = 0.0
    covered_low, covered_high = EMPTY, EMPTY
    for pile in range(4):
        ascending, top = is_ascending(rules, pile), tops[pile]
        fit_low, fit_high = _beyond(ascending, top)
        if duel and rules.owners[pile] != seat:
            other_low, other_high = _unseen(rules, state, 1 - seat, EMPTY, EMPTY)
            fits = count_cards(fit_low & other_low, fit_high & other_high)
            numbers[18] += fits
            numbers[19] = max(numbers[19], fits)
            continue
        fits = count_cards(fit_low & (un_low | held_low), fit_high & (un_high | held_high))
        covered_low |= fit_low
        covered_high |= fit_high
        numbers[0] += rules.highest + 1 - top if ascending else top - (rules.lowest - 1)
        numbers[1] += fits
        best = 2 if ascending else 3
        numbers[best] = max(numbers[best], fits)
        jumper = jump_card(ascending, top)
        if has_card(held_low, held_high, jumper):
            numbers[5] += 1
        elif has_card(un_low, un_high, jumper):
            numbers[6] += 1
    numbers[4] = count_cards(un_low & ~covered_low, un_high & ~covered_high)
    _measure_hand(rules, tops, seat, held_low, held_high, numbers)
    held = count_cards(held_low, held_high)
    left = deck_count(state, deck)
    numbers[12] = max(0, turn.count - state.minimum)
    numbers[13] = held + min(turn.draws, left)
    numbers[14] = cards_left(rules, state, seat) - (turn.count - state.laid)
    if rules.has_commands:
        numbers[15] = 1.0 if shows(rules, tops, codes.NO_JUMP_CARD) else 0.0
        numbers[16] = 1.0 if shows(rules, tops, codes.ONE_PILE_CARD) else 0.0
        numbers[17] = 1.0 if shows(rules, tops, codes.DRAW_ONE_CARD) else 0.0


@jit
def _measure_hand(
    rules: PackedRules,
    tops: Numbers,
    seat: int,
    low: np.uint64,
    high: np.uint64,
    numbers: Floats,
) -> None:
    for card in range(rules.lowest, rules.highest + 1):
        if not has_card(low, high, card):
            continue
        distance = _distance(rules, tops, seat, card)
        if distance == _FAR:
            numbers[9] += 1
            numbers[11] += 30.0  # a card that fits nowhere is worse than a wide step
            continue
        numbers[11] += min(distance, 30)
        if 1 <= distance <= 3:
            numbers[7] += 1
        elif 4 <= distance <= 8:
            numbers[8] += 1
        if has_card(low, high, card + 10):
            numbers[10] += 1
