"""Sampled games in compiled code: what a turn, a draw or a seat's view is worth, sample by sample.

A sample deals the cards that a seat cannot see and lets `expert` play some turns. It is worth the
network's chance at the last of them, calibrated, or 1 or 0 where the game ended. Sample ``n`` of a
stream is the same deal whatever is tried on it, so differences are paired.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tenback.analysis.outlook import is_lost_for_sure
from tenback.bots.search.best_turn import NO_TURN, best_valued_turn
from tenback.bots.search.deep import Search
from tenback.bots.search.hidden_hands import deal_likely, follow_signals
from tenback.bots.search.turns import play_turns
from tenback.bots.search.workspace import DEALT, PLAYED, Heard
from tenback.bots.signals import hear_signals
from tenback.bots.value.network import probability
from tenback.kernels import codes, is_blocked
from tenback.kernels.bits import HIGH, LOW, above, below, has_card, single
from tenback.kernels.compiling import jit
from tenback.kernels.deals import start_of_stream
from tenback.kernels.enumeration import play_turn
from tenback.kernels.packed import Numbers, PackedRules, PackedState, Words
from tenback.kernels.steps import are_rivals, deck_count, deck_of
from tenback.kernels.turn_buffer import TurnLimits

__all__ = [
    "PHASES",
    "Known",
    "Lookahead",
    "Tried",
    "is_lost",
    "phase_of",
    "sample",
]

Floats = NDArray[np.float64]

#: Phases of a game by the cards left to draw: none, 1 to 5, to 15, to 30, to 50, more.
PHASES: Final = 6
#: How often a deal is drawn again in which the mover, who is known to have a turn, has none.
_MOST_REDEALS: Final = 20


class Lookahead(NamedTuple):
    """How far a sample goes, and how the network's value at its end is corrected."""

    turns: int
    spread: int
    slopes: Floats  #: by phase: what a logit is multiplied by
    offsets: Floats  #: by phase: what is then added
    shift: float  #: what is added for the seat that the samples are of


class Known(NamedTuple):
    """What samples are made from: what a seat knows, and a stream of deals that fit it."""

    seen: PackedState
    seat: int
    heard: Heard
    stream: int


class Tried(NamedTuple):
    """What is tried on samples, and what comes of it.

    ``entries`` are turns of the mover in ``search.desk.buffer``; without any, the seat is one that
    waits, and its view itself is valued in the first row. ``drawn`` are cards that the mover has
    really drawn after the turn: they are dealt to it in every sample, the others stay as they are.
    """

    entries: Numbers
    drawn: Numbers
    values: Floats  #: by turn and sample
    generator: Words  #: one word, written over


@jit
def phase_of(deck: int) -> int:
    """Return the phase of a game with so many cards left to draw."""
    if deck == 0:
        return 0
    if deck <= 15:
        return 1 if deck <= 5 else 2
    if deck <= 30:
        return 3
    return 4 if deck <= 50 else 5


@jit
def is_lost(rules: PackedRules, state: PackedState) -> bool:
    """Whether a team has a card left that can never fit, whoever holds it."""
    if rules.has_rivals:
        return False
    low, high = above(rules.lowest - 1)
    to_low, to_high = below(rules.highest + 1)
    low, high = low & to_low & ~state.gone[0, LOW], high & to_high & ~state.gone[0, HIGH]
    return is_lost_for_sure(state.tops, low, high)


@jit
def _go_on(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    limits: TurnLimits,
    ahead: Lookahead,
    talks: bool,
    search: Search,
    generator: Words,
) -> float:
    """Let `expert` play some turns; return the seat's chance to win by the value of the last."""
    desk = search.ahead
    chance = 0.0
    for _ in range(ahead.turns):
        if state.phase != codes.PLAYING:
            break
        if talks:
            hear_signals(rules, state, state.seat, search.heard)
        turn = best_valued_turn(rules, state, limits, search.heard, desk, ahead.spread)
        if turn == NO_TURN:
            play_turns(rules, state, codes.GREEDY, 1, generator)
            continue
        phase = phase_of(deck_count(state, deck_of(rules, state.seat)))
        logit = ahead.slopes[phase] * desk.best[0] + ahead.offsets[phase]
        if are_rivals(rules, seat, state.seat):
            logit = -logit
        chance = probability(logit + ahead.shift)
        play_turn(rules, state, desk.buffer.entries[turn])
    if state.phase == codes.OVER:
        return 1.0 if (state.winners >> seat) & 1 else 0.0
    return 0.0 if is_lost(rules, state) else chance


@jit
def _begin_sample(
    rules: PackedRules, known: Known, number: int, search: Search, generator: Words
) -> None:
    """Deal the cards that a seat cannot see into ``search.work[DEALT]``."""
    generator[0] = start_of_stream(known.stream, number)
    work = search.work
    for _ in range(_MOST_REDEALS):
        work[DEALT] = known.seen
        deal_likely(rules, work[DEALT], search.left, generator)
        if known.heard.signals.any():
            follow_signals(rules, work[DEALT], known.seat, known.heard.told, generator)
        if known.seat == known.seen.seat or not is_blocked(rules, work[DEALT]):
            return


@jit
def _bring(rules: PackedRules, state: PackedState, seat: int, drawn: Numbers) -> None:
    """Swap the cards that a seat has really drawn to the front of a sampled deck."""
    deck = deck_of(rules, seat)
    for index in range(drawn.size):
        at, card = state.drawn[deck] + index, drawn[index]
        there = state.decks[deck, at]
        found = there == card
        for other in range(at + 1, state.deck_end[deck]):
            if state.decks[deck, other] == card:
                state.decks[deck, other] = there
                found = True
        for holder in range(rules.players):
            if found or deck_of(rules, holder) != deck or holder == seat:
                continue
            hand = state.hands[holder]
            if has_card(hand[LOW], hand[HIGH], card):
                low, high = single(card)
                with_low, with_high = single(there)
                hand[LOW] = (hand[LOW] & ~low) | with_low
                hand[HIGH] = (hand[HIGH] & ~high) | with_high
                found = True
        state.decks[deck, at] = card


@jit
def sample(
    rules: PackedRules,
    limits: TurnLimits,
    known: Known,
    ahead: Lookahead,
    first: int,
    end: int,
    search: Search,
    tried: Tried,
) -> None:
    """Try turns, or a waiting seat's view, on the samples ``first`` to ``end``."""
    generator = tried.generator
    talks = bool(known.heard.signals.any())
    search.heard[:] = 0
    for number in range(first, end):
        _begin_sample(rules, known, number, search, generator)
        _bring(rules, search.work[DEALT], known.seat, tried.drawn)
        kept = generator[0]
        for index in range(max(1, tried.entries.size)):
            search.work[PLAYED] = search.work[DEALT]
            state = search.work[PLAYED]
            generator[0] = kept
            if tried.entries.size > 0:
                play_turn(rules, state, search.desk.buffer.entries[tried.entries[index]])
            tried.values[index, number] = _go_on(
                rules, state, known.seat, limits, ahead, talks, search, generator
            )
