"""Whole turns in compiled code: what the ladder bots above `greedy` share.

A policy here gets a packed *view*: a state in which hidden cards are only counted. The compiled
loop over games makes one for every decision, so that it cannot know more than the bot that sits at
a table.
"""

import numpy as np

from tenback.kernels import codes
from tenback.kernels._bits import EMPTY, count_cards
from tenback.kernels._jit import jit
from tenback.kernels.packed import PackedRules, PackedState
from tenback.kernels.policies import END, greedy_choice
from tenback.kernels.steps import close, place_legal
from tenback.kernels.turn_buffer import TurnBuffer, TurnLimits

__all__ = ["apply_turn", "hide", "limits_for", "play_stuck_turn"]


def limits_for(rules: PackedRules) -> TurnLimits:
    """Choose what bots leave out: turns with more wide steps than the minimum asks for."""
    return TurnLimits(max_cards=8, wide_gap=4, max_wide=int(rules.minimum))


@jit
def hide(rules: PackedRules, state: PackedState, seen: PackedState) -> None:
    """Write into ``seen`` what the mover of a state knows: the packed view of that seat."""
    seat = state.seat
    for other in range(rules.players):
        if other == seat:
            seen.hands[other, 0] = state.hands[other, 0]
            seen.hands[other, 1] = state.hands[other, 1]
            seen.hidden[other] = 0
        else:
            seen.hands[other, 0] = EMPTY
            seen.hands[other, 1] = EMPTY
            seen.hidden[other] = count_cards(state.hands[other, 0], state.hands[other, 1])
    for deck in range(rules.decks):
        seen.gone[deck, 0] = state.gone[deck, 0]
        seen.gone[deck, 1] = state.gone[deck, 1]
        seen.drawn[deck] = 0
        seen.deck_end[deck] = state.deck_end[deck] - state.drawn[deck]
        for index in range(100):
            seen.decks[deck, index] = 0
    for pile in range(4):
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
def apply_turn(rules: PackedRules, state: PackedState, buffer: TurnBuffer, index: int) -> None:
    """Play a whole turn of the buffer; the entries hold the last placement first."""
    turns = state.turns
    choices = np.empty(16, np.int64)
    count = 0
    while index > 0:
        choices[count] = buffer.entries[index].choice
        index = buffer.entries[index].parent
        count += 1
    while count > 0:
        count -= 1
        place_legal(rules, state, choices[count] >> 2, choices[count] & 3)
    if state.phase == codes.PLAYING and state.turns == turns:
        close(rules, state)


@jit
def play_stuck_turn(rules: PackedRules, state: PackedState) -> None:
    """Lay what can be laid where no turn obeys every rule: the game is lost then (B-15)."""
    turns = state.turns
    while state.phase == codes.PLAYING and state.turns == turns:
        choice = greedy_choice(rules, state)
        if choice == END:
            close(rules, state)
        else:
            place_legal(rules, state, choice >> 2, choice & 3)
