"""What seats keep: the turn a seat has played says something about the cards it still holds.

Nobody holds a jump back, and few hold a card one step ahead of a pile; what is far from every pile
is kept. A sampled deal gives the cards a seat kept at the end of its last turn by such odds, and
those it drew afterwards by chance alone.
"""

from typing import Final

import numpy as np

from tenback.bots.signals import cards_behind
from tenback.kernels.bits import (
    EMPTY,
    HIGH,
    LOW,
    count_cards,
    has_card,
    highest_card,
    lowest_card,
    single,
)
from tenback.kernels.compiling import jit
from tenback.kernels.deals import gather_unseen, next_below
from tenback.kernels.legal import jump_card
from tenback.kernels.packed import MAX_PLAYERS, PILES, Numbers, PackedRules, PackedState, Words
from tenback.kernels.piles import is_ascending, is_rivals_pile
from tenback.kernels.steps import deck_of, draw
from tenback.rules import View

__all__ = [
    "DISTANCES",
    "deal_likely",
    "distance_class",
    "follow_signals",
    "left_by",
    "new_left",
    "note_turn",
]

_KEPT: Final = PILES  #: the column behind the tops
_FAR = 30
#: Classes of a card: a jump (0), 1 to 30 or more steps ahead of the nearest pile, fits none (31).
DISTANCES: Final = _FAR + 2
_SURE = 1024
#: The odds that a card of a class was kept rather than lies in the deck, in 1024ths of the largest:
#: in a team, and in a duel. Measured by ``benchmarks/fit_keeping.py``; the games of a team are
#: alike.
_ODDS: Final = np.array(
    (
        (
            *(39, 330, 441, 528, 614, 685, 756, 811, 842, 882, 590, 992, 1008, 1024),
            *(1008,) * 16,
            *(890, 748),
        ),
        (
            *(8, 550, 611, 672, 695, 726, 749, 749, 764, 779, 306),
            *(1024,) * 19,
            *(879, 497),
        ),
    ),
    np.int64,
)
_MOST_TRIES = 40
#: How often a sampled deal is brought in line with the signals: a card that one seat gets may be
#: the one that another seat's signal, or its own for another pile, was about.
_MOST_PASSES: Final = 4


def new_left() -> Numbers:
    """Make the array for what last turns left, by seat: the tops, and how many cards were kept."""
    return np.zeros((MAX_PLAYERS, PILES + 1), np.int64)


def left_by(view: View) -> Numbers:
    """Return what the last turns left; a seat that has had no turn has kept nothing."""
    left = new_left()
    for closed in view.last_turns:
        left[closed.seat, :PILES] = closed.tops
        left[closed.seat, _KEPT] = view.hand_counts[closed.seat] - closed.drawn
    return left


@jit
def note_turn(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    held_low: np.uint64,
    held_high: np.uint64,
    left: Numbers,
) -> None:
    """Write what the turn left that a seat has just played; ``held`` is its hand before."""
    gone = state.gone[deck_of(rules, seat)]
    left[seat, _KEPT] = count_cards(held_low & ~gone[LOW], held_high & ~gone[HIGH])
    for pile in range(PILES):
        left[seat, pile] = state.tops[pile]


@jit
def distance_class(rules: PackedRules, seat: int, tops: Numbers, card: int) -> int:
    """Return how far ahead of the nearest of a seat's own piles a card lies."""
    nearest = _FAR + 1
    for pile in range(PILES):
        if is_rivals_pile(rules, pile, seat):
            continue
        ascending, top = is_ascending(rules, pile), int(tops[pile])
        if card == jump_card(ascending, top):
            return 0
        steps = card - top if ascending else top - card
        if steps > 0:
            nearest = min(nearest, steps, _FAR)
    return nearest


@jit
def deal_likely(rules: PackedRules, state: PackedState, left: Numbers, generator: Words) -> None:
    """Deal the cards that a packed view does not know, minding what other seats have kept."""
    odds = _ODDS[1 if rules.has_rivals else 0]
    for deck in range(rules.decks):
        unseen = gather_unseen(rules, state, deck, generator)
        cards = state.decks[deck]
        for seat in range(rules.players):
            hidden = state.hidden[seat]
            if hidden == 0 or deck_of(rules, seat) != deck:
                continue
            kept = min(left[seat, _KEPT], hidden)
            for _ in range(kept):
                first = state.drawn[deck]
                pick = first
                for _ in range(_MOST_TRIES):
                    pick = first + next_below(generator, unseen - first)
                    chance = odds[distance_class(rules, seat, left[seat], cards[pick])]
                    if next_below(generator, _SURE) < chance:
                        break
                cards[first], cards[pick] = cards[pick], cards[first]
                draw(state, seat, deck, 1)
            draw(state, seat, deck, hidden - kept)
            state.hidden[seat] = 0


@jit
def follow_signals(
    rules: PackedRules, state: PackedState, own: int, told: Numbers, generator: Words
) -> None:
    """Change a sampled deal until every seat holds what its signals say, where that is possible."""
    for _ in range(_MOST_PASSES):
        if not _follow_once(rules, state, own, told, generator):
            return


@jit
def _follow_once(
    rules: PackedRules, state: PackedState, own: int, told: Numbers, generator: Words
) -> bool:
    """Bring every seat what its signals say and it does not hold; return whether any was short."""
    is_changed = False
    for seat in range(rules.players):
        if seat == own:
            continue
        for pile in range(PILES):
            if told[seat, pile] == 0:
                continue
            low, high = cards_behind(is_ascending(rules, pile), state.tops[pile], told[seat, pile])
            hand = state.hands[seat]
            if (hand[LOW] & low) | (hand[HIGH] & high) != EMPTY or hand[LOW] | hand[HIGH] == EMPTY:
                continue
            _bring_one(rules, state, own, seat, low, high, generator)
            is_changed = True
    return is_changed


@jit
def _bring_one(
    rules: PackedRules,
    state: PackedState,
    own: int,
    seat: int,
    low: np.uint64,
    high: np.uint64,
    generator: Words,
) -> None:
    """Swap a random card of a set, from wherever it is hidden, into a hand."""
    seen_low = state.gone[0, LOW] | state.hands[own, LOW]
    seen_high = state.gone[0, HIGH] | state.hands[own, HIGH]
    low, high = low & ~seen_low, high & ~seen_high
    count = 0
    wanted = -1
    for card in range(lowest_card(low, high), highest_card(low, high) + 1):
        if has_card(low, high, card) and rules.lowest <= card <= rules.highest:
            count += 1
            if next_below(generator, count) == 0:
                wanted = card
    if wanted < 0:
        return
    hand = state.hands[seat]
    skip = next_below(generator, count_cards(hand[LOW], hand[HIGH]))
    given = -1
    for card in range(rules.lowest, rules.highest + 1):
        if has_card(hand[LOW], hand[HIGH], card):
            if skip == 0:
                given = card
                break
            skip -= 1
    wanted_low, wanted_high = single(wanted)
    given_low, given_high = single(given)
    hand[LOW] = (hand[LOW] & ~given_low) | wanted_low
    hand[HIGH] = (hand[HIGH] & ~given_high) | wanted_high
    for other in range(rules.players):
        if other not in (own, seat) and has_card(
            state.hands[other, LOW], state.hands[other, HIGH], wanted
        ):
            state.hands[other, LOW] = (state.hands[other, LOW] & ~wanted_low) | given_low
            state.hands[other, HIGH] = (state.hands[other, HIGH] & ~wanted_high) | given_high
            return
    for index in range(state.drawn[0], state.deck_end[0]):
        if state.decks[0, index] == wanted:
            state.decks[0, index] = given
