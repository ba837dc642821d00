"""The game step by step on a packed state: begin a turn, lay a card, end the turn.

What ``tenback.rules.State`` does with new values is done here in place.
"""

import numpy as np

from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, HIGH, LOW, count_bits, count_cards, single
from tenback.kernels.blocked import is_blocked
from tenback.kernels.compiling import jit
from tenback.kernels.facts import (
    binding_commands,
    facts_after,
    has_helped,
    has_stopped,
    has_three,
    open_skulls,
    shows,
)
from tenback.kernels.judging import EXACT_COUNT, judge_end, judge_place, unmet_duty
from tenback.kernels.legal import legal_cards
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState

__all__ = ["begin_turn", "end", "fail", "place", "start"]

TWO = 2


@jit
def deck_of(rules: PackedRules, seat: int) -> int:
    """Return the deck a seat draws from; rivals have their own."""
    return rules.deck_of[seat]


@jit
def deck_count(state: PackedState, deck: int) -> int:
    """How many cards a deck still has."""
    return state.deck_end[deck] - state.drawn[deck]


@jit
def hand_count(state: PackedState, seat: int) -> int:
    """How many cards a seat holds, the hidden ones included."""
    return count_cards(state.hands[seat, LOW], state.hands[seat, HIGH]) + state.hidden[seat]


@jit
def are_rivals(rules: PackedRules, one: int, other: int) -> bool:
    """Whether two seats do not win and lose together."""
    return (rules.sides[one] >> other) & 1 == 0


@jit
def cards_left(rules: PackedRules, state: PackedState, loser: int) -> int:
    """Count the cards not laid (G-20) of the loser and of those who lose with it."""
    left = deck_count(state, deck_of(rules, loser))
    for seat in range(rules.players):
        if not are_rivals(rules, loser, seat):
            left += hand_count(state, seat)
    return left


@jit
def fail(rules: PackedRules, state: PackedState, termination: int, seat: int) -> None:
    """End the game by a seat's failure; a missed command costs what was missing (B-18)."""
    left = cards_left(rules, state, seat)
    facts = state.facts
    skulls = count_bits(np.uint64(open_skulls(facts)))
    missing = EXACT_COUNT - state.laid if has_three(facts) else 0
    state.phase = codes.OVER
    state.termination = termination
    state.score = max(left, skulls, missing)
    state.winners = ((1 << rules.players) - 1) & ~rules.sides[seat]  # D-18
    state.outcome_seat = seat


@jit
def clear(rules: PackedRules, state: PackedState) -> None:
    """End the game by laying the last card (G-21, D-17)."""
    state.phase = codes.OVER
    state.termination = codes.CLEARED
    state.score = 0
    for seat in range(rules.players):
        if are_rivals(rules, state.seat, seat):
            state.score = max(state.score, cards_left(rules, state, seat))
    state.winners = rules.sides[state.seat]
    state.outcome_seat = state.seat


@jit
def start(rules: PackedRules, state: PackedState, seat: int) -> None:
    """Let a seat begin the first turn (A-8)."""
    state.phase = codes.PLAYING
    state.seat = seat
    begin_turn(rules, state)


@jit
def begin_turn(rules: PackedRules, state: PackedState) -> None:
    """Fix the minimum (A-7) and test whether the mover is blocked (G-19, D-18, C-9)."""
    seat = state.seat
    has_deck = deck_count(state, deck_of(rules, seat)) > 0
    minimum = rules.minimum if has_deck else rules.late_minimum
    state.minimum = min(minimum, hand_count(state, seat)) if rules.clamps else minimum  # B-14
    state.laid = 0
    state.facts = 0
    if is_blocked(rules, state):
        fail(rules, state, codes.BLOCKED, seat)


@jit
def _lay(rules: PackedRules, state: PackedState, card: int, pile: int) -> None:
    seat = state.seat
    deck = deck_of(rules, seat)
    low, high = single(card)
    state.hands[seat, LOW] &= ~low
    state.hands[seat, HIGH] &= ~high
    state.gone[deck, LOW] |= low
    state.gone[deck, HIGH] |= high
    state.tops[pile] = card
    state.laid += 1
    state.facts = facts_after(rules, seat, state.facts, card, pile)


@jit
def is_cleared(rules: PackedRules, state: PackedState) -> bool:
    """Whether the cards that had to be laid have been laid (G-21, D-17)."""
    if state.hands[state.seat, LOW] | state.hands[state.seat, HIGH] != EMPTY:
        return False
    # Only the seat's side has to have laid its cards (C-7); while there is a deck, nobody has.
    if deck_count(state, deck_of(rules, state.seat)) > 0:
        return False
    return cards_left(rules, state, state.seat) == 0


@jit
def has_legal_placement(rules: PackedRules, state: PackedState) -> bool:
    """Whether the open turn can go on."""
    seat = state.seat
    low, high = state.hands[seat, LOW], state.hands[seat, HIGH]
    binding = binding_commands(rules, state.tops, state.facts)
    for pile in range(PILES):
        fit_low, fit_high = legal_cards(
            rules, seat, state.tops, state.laid, state.facts, binding, low, high, pile
        )
        if fit_low | fit_high != EMPTY:
            return True
    return False


@jit
def place_legal(rules: PackedRules, state: PackedState, card: int, pile: int) -> None:
    """Lay a card that is known to be legal; the turn, or the game, may be over with it."""
    if lay_legal(rules, state, card, pile) and not has_legal_placement(rules, state):
        fail_stuck(rules, state)


@jit
def fail_stuck(rules: PackedRules, state: PackedState) -> None:
    """Lose in a turn that can neither go on nor end (A-2, B-15)."""
    unmet = unmet_duty(rules, state.tops, state.laid, state.minimum, state.facts)
    fail(rules, state, rules.causes[unmet], state.seat)


@jit
def lay_legal(rules: PackedRules, state: PackedState, card: int, pile: int) -> bool:
    """Lay a legal card; return whether the turn is open and owes something, so may be stuck."""
    _lay(rules, state, card, pile)
    unmet = unmet_duty(rules, state.tops, state.laid, state.minimum, state.facts)
    if is_cleared(rules, state):
        if unmet not in (codes.ALLOWED, codes.MINIMUM):  # B-22
            fail(rules, state, rules.causes[unmet], state.seat)
        else:
            clear(rules, state)
        return False
    if closes(state.laid, state.facts):
        close(rules, state)
        return False
    return unmet != codes.ALLOWED


@jit
def closes(laid: int, facts: int) -> bool:
    """Whether the card laid last ends the turn by itself (X-8, B-8)."""
    return has_stopped(facts) or (laid == EXACT_COUNT and has_three(facts))


@jit
def place(rules: PackedRules, state: PackedState, card: int, pile: int) -> int:
    """Lay a card if the rules accept it; return the number of a refusal code, 0 if they did."""
    code = judge_place(rules, state, card, pile)
    if code == codes.ALLOWED:
        place_legal(rules, state, card, pile)
        return code
    breach = rules.breaches[code]
    if not rules.breach_loses or breach == 0:
        return code
    _lay(rules, state, card, pile)
    fail(rules, state, breach, state.seat)
    return codes.ALLOWED


@jit
def end(rules: PackedRules, state: PackedState) -> int:
    """End the turn if the rules accept it; return the number of a refusal code, 0 if they did."""
    code = judge_end(rules, state)
    if code == codes.ALLOWED:
        close(rules, state)
        return code
    breach = rules.breaches[code]
    if not rules.breach_loses or breach == 0:
        return code
    fail(rules, state, breach, state.seat)
    return codes.ALLOWED


@jit
def draw_count(rules: PackedRules, tops: Numbers, laid: int, facts: int, held: int) -> int:
    """How many cards an ended turn draws, if the deck has them; ``held`` is what the hand has."""
    if rules.draws == codes.DRAWS_AS_LAID:
        return laid  # G-16
    if rules.draws == codes.DRAWS_TWO_OR_REFILL and not has_helped(facts):
        return TWO  # D-14
    if shows(rules, tops, codes.DRAW_ONE_CARD):
        return 1  # X-21, B-13
    return max(0, rules.hand_size - held)  # X-22, D-15


@jit
def draw(state: PackedState, seat: int, deck: int, count: int) -> None:
    """Move cards from a deck to a hand; a short deck gives what it has (A-7, C-5)."""
    for _ in range(min(count, deck_count(state, deck))):
        low, high = single(state.decks[deck, state.drawn[deck]])
        state.hands[seat, LOW] |= low
        state.hands[seat, HIGH] |= high
        state.drawn[deck] += 1


@jit
def close(rules: PackedRules, state: PackedState) -> None:
    """End a turn that may end: draw, and let the next player with cards begin (G-18, A-6)."""
    seat = state.seat
    count = draw_count(rules, state.tops, state.laid, state.facts, hand_count(state, seat))
    draw(state, seat, deck_of(rules, seat), count)
    state.turns += 1
    for _ in range(rules.players):
        seat = seat + 1 if seat + 1 < rules.players else 0
        if hand_count(state, seat) > 0:
            break
    state.seat = seat
    begin_turn(rules, state)
