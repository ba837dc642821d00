"""A second network, which has a say in which of the first one's best turns is played.

It has learned how the turns of one position differ rather than what positions are worth. Of all the
turns it would choose no better than the first network; among the few that the first one likes best,
the mean of both chooses better than either.
"""

from typing import Final, NamedTuple

import numpy as np

from tenback.bots.search.best_turn import NO_TURN, Desk, best_valued_turn, new_desk, value_turns
from tenback.bots.search.candidates import Candidates, new_candidates
from tenback.bots.search.shortlist import shortlist
from tenback.bots.value.network import WON
from tenback.bots.value.tables import Tables
from tenback.bots.value.valuing import value_listed
from tenback.kernels.compiling import jit
from tenback.kernels.packed import Numbers, PackedRules, PackedState
from tenback.kernels.turn_buffer import TurnLimits

__all__ = ["ASKED", "SecondOpinion", "best_agreed_turn", "new_second_opinion"]

#: How many of the first network's best turns the second one is asked about.
ASKED: Final = 4


class SecondOpinion(NamedTuple):
    """The second network, with the turns that it is asked about."""

    asked: int  #: about how many; 0 where there is no second network
    desk: Desk
    turns: Candidates  #: entries of the first network's buffer, with its values


def new_second_opinion(first: Tables, second: Tables | None = None) -> SecondOpinion:
    """Make what is needed to ask a second network; without one nobody is asked."""
    return SecondOpinion(
        asked=0 if second is None else ASKED,
        desk=new_desk(second or first, capacity=ASKED),
        turns=new_candidates(ASKED, np.float32),
    )


@jit
def best_agreed_turn(
    rules: PackedRules,
    seen: PackedState,
    limits: TurnLimits,
    signals: Numbers,
    desk: Desk,
    second: SecondOpinion,
) -> int:
    """Return the entry of the turn that both networks together value most, or NO_TURN."""
    if second.asked == 0:
        return best_valued_turn(rules, seen, limits, signals, desk)
    count = value_turns(rules, seen, limits, signals, desk)
    chosen, values = second.turns.chosen, second.turns.values
    size = shortlist(rules, signals, desk, count, second.asked, second.turns)
    if size == 0:
        return NO_TURN
    if size == 1 or values[0] == WON:
        return chosen[0]
    other = second.desk
    for index in range(size):
        other.buffer.entries[index] = desk.buffer.entries[chosen[index]]
        other.buffer.turns[index] = index
    value_listed(
        rules,
        seen,
        seen.seat,
        other.buffer,
        size,
        signals,
        other.tables,
        other.cache,
        other.values,
    )
    best = 0
    for index in range(1, size):
        if values[index] + other.values[index] > values[best] + other.values[best]:
            best = index
    return chosen[best]
