"""The signals of bots: soft words about piles, given and understood the same way by everyone.

``KEEP_OFF`` says that the seat holds the jump of a pile or a card at most three steps ahead;
``SMALL_STEPS`` that it holds one four to eight steps ahead. Neither names a number (G-23): each
stands for several cards.
"""

from typing import Final

import numpy as np

from tenback.kernels import codes
from tenback.kernels.bits import EMPTY, HIGH, LOW, Cards, above, below, single
from tenback.kernels.compiling import jit
from tenback.kernels.facts import shows
from tenback.kernels.legal import jump_card
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState
from tenback.kernels.piles import is_ascending

__all__ = [
    "KEEP_OFF",
    "NO_SIGNAL",
    "SMALL_STEPS",
    "cards_behind",
    "hear_signals",
    "may_talk",
    "signal_of_hand",
]

NO_SIGNAL: Final = 0
SMALL_STEPS: Final = 1
KEEP_OFF: Final = 2
_NEAR = 3
_CLOSE = 8


@jit
def cards_behind(ascending: bool, top: int, signal: int) -> Cards:
    """Return the cards one of which is held by whoever gives the signal."""
    first, last = (0, _NEAR) if signal == KEEP_OFF else (_NEAR, _CLOSE)
    if ascending:
        low, high = above(min(127, top + first))
        to_low, to_high = below(min(127, top + last + 1))
    else:
        low, high = below(max(0, top - first))
        to_low, to_high = above(max(0, top - last - 1))
    low, high = low & to_low, high & to_high
    if signal == KEEP_OFF:
        jump_low, jump_high = single(jump_card(ascending, top))
        low, high = low | jump_low, high | jump_high
    return low, high


@jit
def signal_of_hand(
    rules: PackedRules, tops: Numbers, pile: int, low: np.uint64, high: np.uint64
) -> int:
    """Return what a hand has to tell about a pile."""
    ascending, top = is_ascending(rules, pile), tops[pile]
    for signal in (KEEP_OFF, SMALL_STEPS):
        behind_low, behind_high = cards_behind(ascending, top, signal)
        if (low & behind_low) | (high & behind_high) != EMPTY:
            return signal
    return NO_SIGNAL


@jit
def may_talk(rules: PackedRules, tops: Numbers) -> bool:
    """Whether signals may be given and read: in team games, unless SILENCE lies open (X-18)."""
    if rules.has_rivals or rules.players == 1:
        return False
    return not shows(rules, tops, codes.SILENCE_CARD)


@jit
def hear_signals(rules: PackedRules, state: PackedState, seat: int, heard: Numbers) -> None:
    """Write the other seats' strongest signal about each pile; the state must hold all cards."""
    talking = may_talk(rules, state.tops)
    for pile in range(PILES):
        heard[pile] = NO_SIGNAL
        if not talking:
            continue
        for other in range(rules.players):
            if other != seat:
                low, high = state.hands[other, LOW], state.hands[other, HIGH]
                heard[pile] = max(heard[pile], signal_of_hand(rules, state.tops, pile, low, high))
