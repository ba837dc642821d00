"""What a turn leaves in hand and in reach, as counts: the network is told them as rows.

Training weighs rows by these counts, play looks them up in tables; both count here.
"""

from typing import Final

import numpy as np

from tenback.kernels.bits import (
    EMPTY,
    HIGH,
    LOW,
    Cards,
    above,
    below,
    count_cards,
    highest_card,
    lowest_card,
    shift_down,
    shift_up,
    single,
)
from tenback.kernels.compiling import jit
from tenback.kernels.legal import jump_card
from tenback.kernels.packed import PILES, Numbers, PackedRules, PackedState
from tenback.kernels.piles import is_ascending
from tenback.kernels.turn_buffer import TurnEntry

__all__ = [
    "COUNTS",
    "DEAD_HELD",
    "DEAD_UNSEEN",
    "JUMPS_HELD",
    "JUMPS_UNSEEN",
    "NEAREST",
    "PAIRS_HELD",
    "PAIRS_LEFT",
    "PAIRS_TO_COME",
    "REACHES",
    "REACH_HELD",
    "REACH_UNSEEN",
    "survey_turn",
]

#: For each of these distances the cards at most so far from some pile are counted.
REACHES: Final = (1, 2, 3, 4, 6, 8, 11, 15, 20, 30, 45, 98)
#: The last of them: every card ahead.
_ANY: Final = len(REACHES) - 1
_WORD: Final = np.uint64(64)

# Where the counts of a turn stand in an array.
NEAREST: Final = 0  #: by slot: the steps to the nearest held card ahead, 0 if there is none
DEAD_UNSEEN: Final = NEAREST + PILES  #: unseen cards that fit on no pile
DEAD_HELD: Final = DEAD_UNSEEN + 1  #: held ones
PAIRS_HELD: Final = DEAD_HELD + 1  #: pairs of held cards ten apart
PAIRS_LEFT: Final = PAIRS_HELD + 1  #: the same of all cards held or unseen
PAIRS_TO_COME: Final = PAIRS_LEFT + 1  #: unseen cards ten away from a held one
JUMPS_HELD: Final = PAIRS_TO_COME + 1  #: held cards that jump on some pile
JUMPS_UNSEEN: Final = JUMPS_HELD + 1  #: unseen ones
REACH_UNSEEN: Final = JUMPS_UNSEEN + 1  #: by reach: unseen cards within it
REACH_HELD: Final = REACH_UNSEEN + len(REACHES)  #: held ones
COUNTS: Final = REACH_HELD + len(REACHES)


@jit
def survey_turn(
    rules: PackedRules,
    state: PackedState,
    seat: int,
    turn: TurnEntry,
    slots: Numbers,
    unseen: Cards,
    counts: Numbers,
) -> None:
    """Count what a turn leaves; ``slots`` are the piles in their order."""
    held = state.hands[seat, LOW] & ~turn.used[LOW], state.hands[seat, HIGH] & ~turn.used[HIGH]
    held_low, held_high = held
    un_low, un_high = unseen
    fit_low, fit_high = EMPTY, EMPTY
    jump_low, jump_high = EMPTY, EMPTY
    up_low, up_high = EMPTY, EMPTY
    down_low, down_high = EMPTY, EMPTY
    for slot in range(int(rules.own_piles)):
        pile = int(slots[slot])
        ascending, top = is_ascending(rules, pile), turn.tops[pile]
        ahead_low, ahead_high = above(top) if ascending else below(top)
        fit_low, fit_high = fit_low | ahead_low, fit_high | ahead_high
        low, high = single(jump_card(ascending, top))
        jump_low, jump_high = jump_low | low, jump_high | high
        if ascending:
            low, high = single(top + 1)
            up_low, up_high = up_low | low, up_high | high
        else:
            low, high = single(top - 1)
            down_low, down_high = down_low | low, down_high | high
        ahead_low, ahead_high = ahead_low & held_low, ahead_high & held_high
        nearest = 0
        if ahead_low | ahead_high != EMPTY:
            if ascending:
                nearest = lowest_card(ahead_low, ahead_high) - top
            else:
                nearest = top - highest_card(ahead_low, ahead_high)
        counts[NEAREST + slot] = nearest
    counts[DEAD_UNSEEN] = count_cards(un_low & ~fit_low, un_high & ~fit_high)
    counts[DEAD_HELD] = count_cards(held_low & ~fit_low, held_high & ~fit_high)
    over_low, over_high = shift_up(held_low, held_high)
    under_low, under_high = shift_down(held_low, held_high)
    counts[PAIRS_HELD] = count_cards(held_low & over_low, held_high & over_high)
    counts[PAIRS_TO_COME] = count_cards(
        un_low & (over_low | under_low), un_high & (over_high | under_high)
    )
    left_low, left_high = un_low | held_low, un_high | held_high
    over_low, over_high = shift_up(left_low, left_high)
    counts[PAIRS_LEFT] = count_cards(left_low & over_low, left_high & over_high)
    counts[JUMPS_HELD] = count_cards(held_low & jump_low, held_high & jump_high)
    counts[JUMPS_UNSEEN] = count_cards(un_low & jump_low, un_high & jump_high)
    _survey_reaches((up_low, up_high), (down_low, down_high), held, unseen, counts)
    counts[REACH_UNSEEN + _ANY] = count_cards(un_low & fit_low, un_high & fit_high)
    counts[REACH_HELD + _ANY] = count_cards(held_low & fit_low, held_high & fit_high)


@jit
def _survey_reaches(up: Cards, down: Cards, held: Cards, unseen: Cards, counts: Numbers) -> None:
    """Count how near the cards are to any of the mover's piles, given the cards one step ahead.

    What is within a reach lies at most as many steps on from what is within the one before as that
    one is wide; so one shift each way finds all of it.
    """
    up_low, up_high = up
    down_low, down_high = down
    for reach in range(_ANY):
        if reach > 0:
            more = np.uint64(REACHES[reach] - REACHES[reach - 1])
            rest = _WORD - more
            up_high |= (up_high << more) | (up_low >> rest)
            up_low |= up_low << more
            down_low |= (down_low >> more) | (down_high << rest)
            down_high |= down_high >> more
        low, high = up_low | down_low, up_high | down_high
        counts[REACH_UNSEEN + reach] = count_cards(unseen[LOW] & low, unseen[HIGH] & high)
        counts[REACH_HELD + reach] = count_cards(held[LOW] & low, held[HIGH] & high)
