"""Deals from a seed, as ``tenback.records.deals`` defines them; tests hold the two together."""

import numpy as np

from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, HIGH, LOW, has_card, signed
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PILES, PackedRules, PackedState, Words
from tenback.kernels.steps import deck_of, draw, start

__all__ = [
    "CHOICE_STREAM",
    "deal",
    "deal_out",
    "fill_unseen",
    "gather_unseen",
    "lot",
    "next_below",
    "start_of_stream",
]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST_MIX = np.uint64(0xBF58476D1CE4E5B9)
_SECOND_MIX = np.uint64(0x94D049BB133111EB)
_STREAM_STEP = np.uint64(0xD1B54A32D192ED03)
_HALF = np.uint64(32)
_LOT_STREAM = 101
#: The stream from which the policy `random` draws its choices in a batch.
CHOICE_STREAM = 102


@jit
def _mixed(state: np.uint64) -> np.uint64:
    bits = (state ^ (state >> np.uint64(30))) * _FIRST_MIX
    bits = (bits ^ (bits >> np.uint64(27))) * _SECOND_MIX
    return bits ^ (bits >> np.uint64(31))


@jit
def start_of_stream(seed: int, stream: int) -> np.uint64:
    """Return the generator's state for one of the independent streams of a seed."""
    return _mixed(np.uint64(seed) + np.uint64(stream) * _STREAM_STEP + _GOLDEN)


@jit
def _below(bits: np.uint64, bound: int) -> int:
    return signed(((bits >> _HALF) * np.uint64(bound)) >> _HALF)


@jit
def next_below(generator: Words, bound: int) -> int:
    """Draw a number 0..bound-1; the generator is one word, advanced in place."""
    generator[0] += _GOLDEN
    return _below(_mixed(generator[0]), bound)


@jit
def lot(rules: PackedRules, seed: int) -> int:
    """Draw who starts; a fixed starter stays (A-8, D-5)."""
    if rules.starter >= 0:
        return rules.starter
    return _below(_mixed(start_of_stream(seed, _LOT_STREAM) + _GOLDEN), rules.players)


@jit
def _shuffle_deck(rules: PackedRules, state: PackedState, deck: int, seed: int) -> None:
    cards = state.decks[deck]
    size = rules.deck_size
    for index in range(size):
        cards[index] = index + rules.lowest
    generator = start_of_stream(seed, deck)
    for last in range(size - 1, 0, -1):
        generator += _GOLDEN
        other = _below(_mixed(generator), last + 1)
        cards[last], cards[other] = cards[other], cards[last]


@jit
def deal_out(rules: PackedRules, state: PackedState) -> None:
    """Deal a hand to each seat from the whole decks that lie in a state; nobody has begun."""
    for deck in range(rules.decks):
        state.drawn[deck] = 0
        state.deck_end[deck] = rules.deck_size
        state.gone[deck, LOW] = EMPTY
        state.gone[deck, HIGH] = EMPTY
    for seat in range(rules.players):
        state.hands[seat, LOW] = EMPTY
        state.hands[seat, HIGH] = EMPTY
        state.hidden[seat] = 0
        draw(state, seat, deck_of(rules, seat), rules.hand_size)
    for pile in range(PILES):
        state.tops[pile] = rules.bases[pile]
    state.phase = codes.STARTING
    state.seat = 0
    state.minimum = 0
    state.laid = 0
    state.facts = 0
    state.turns = 0
    state.termination = 0
    state.score = 0
    state.winners = 0
    state.outcome_seat = 0


@jit
def deal(rules: PackedRules, state: PackedState, seed: int) -> None:
    """Shuffle, deal and start a game from a seed, in a state that may have been used before."""
    for deck in range(rules.decks):
        _shuffle_deck(rules, state, deck, seed)
    deal_out(rules, state)
    start(rules, state, lot(rules, seed))


@jit
def gather_unseen(rules: PackedRules, state: PackedState, deck: int, generator: Words) -> int:
    """Make a shuffled deck of the cards that a packed view does not know; return its size."""
    seen_low, seen_high = state.gone[deck, LOW], state.gone[deck, HIGH]
    for seat in range(rules.players):
        if deck_of(rules, seat) == deck:
            seen_low |= state.hands[seat, LOW]
            seen_high |= state.hands[seat, HIGH]
    cards = state.decks[deck]
    unseen = 0
    for card in range(rules.lowest, rules.highest + 1):
        if not has_card(seen_low, seen_high, card):
            other = next_below(generator, unseen + 1)
            cards[unseen] = cards[other]
            cards[other] = card
            unseen += 1
    state.drawn[deck] = 0
    state.deck_end[deck] = unseen
    return unseen


@jit
def fill_unseen(rules: PackedRules, state: PackedState, generator: Words) -> None:
    """Deal the cards that a packed view does not know, at random, to hidden hands and decks."""
    for deck in range(rules.decks):
        gather_unseen(rules, state, deck, generator)
        for seat in range(rules.players):
            if deck_of(rules, seat) == deck:
                draw(state, seat, deck, state.hidden[seat])
                state.hidden[seat] = 0
