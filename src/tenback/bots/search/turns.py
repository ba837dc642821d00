"""Whole turns in compiled code: what the ladder bots above `greedy` share.

A policy here gets a packed *view*: a state in which hidden cards are only counted. The compiled
loop over games makes one for every decision, so that it cannot know more than the bot that sits at
a table.
"""

from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, HIGH, LOW, count_cards
from tenback.kernels.compiling import jit
from tenback.kernels.packed import PILES, PackedRules, PackedState, Words
from tenback.kernels.playouts import step
from tenback.kernels.turn_buffer import ANY_ADVANCE, TurnLimits

__all__ = ["hide", "limits_for", "play_turns"]


@jit
def limits_for(rules: PackedRules) -> TurnLimits:
    """Choose what bots leave out: turns with more wide steps than the minimum asks for."""
    return TurnLimits(8, 4, int(rules.minimum), ANY_ADVANCE)


@jit
def hide(rules: PackedRules, state: PackedState, seen: PackedState) -> None:
    """Write into ``seen`` what the mover of a state knows: the packed view of that seat."""
    seat = state.seat
    for other in range(rules.players):
        if other == seat:
            seen.hands[other, LOW] = state.hands[other, LOW]
            seen.hands[other, HIGH] = state.hands[other, HIGH]
            seen.hidden[other] = 0
        else:
            seen.hands[other, LOW] = EMPTY
            seen.hands[other, HIGH] = EMPTY
            seen.hidden[other] = count_cards(state.hands[other, LOW], state.hands[other, HIGH])
    for deck in range(rules.decks):
        seen.gone[deck, LOW] = state.gone[deck, LOW]
        seen.gone[deck, HIGH] = state.gone[deck, HIGH]
        seen.drawn[deck] = 0
        seen.deck_end[deck] = state.deck_end[deck] - state.drawn[deck]
        for index in range(100):
            seen.decks[deck, index] = 0
    for pile in range(PILES):
        seen.tops[pile] = state.tops[pile]
    seen.phase = state.phase
    seen.seat = seat
    seen.minimum = state.minimum
    seen.laid = state.laid
    seen.facts = state.facts
    seen.turns = state.turns
    seen.termination = 0
    seen.score = 0
    seen.winners = 0
    seen.outcome_seat = 0


@jit
def play_turns(
    rules: PackedRules, state: PackedState, policy: int, turns: int, generator: Words
) -> None:
    """Let a policy of the kernels play so many turns, or until the game is over."""
    last = state.turns + turns
    while state.phase == codes.PLAYING and state.turns < last:
        step(rules, state, policy, generator)
