"""Who begins: the team agrees once the hands are seen, and each seat says how gladly it would.

A seat whose first turn takes few steps gives away little room by beginning, and a seat that cannot
begin well draws better cards while others do. A seat says no more of that than one of three words:
how gladly people say they would start tells no number (G-6, G-23, A-8).
"""

from typing import Final

from tenback.bots.search.near_turns import list_turns
from tenback.bots.search.turns import hide
from tenback.bots.search.workspace import Workspace
from tenback.kernels.compiling import jit
from tenback.kernels.deals import deal_out, lot
from tenback.kernels.packed import Numbers, PackedRules, PackedState
from tenback.kernels.piles import team_advance
from tenback.kernels.steps import start
from tenback.kernels.turn_buffer import TurnBuffer, TurnLimits

__all__ = ["GLADLY", "IF_NEED_BE", "RATHER_NOT", "begin_as_agreed", "eagerness_of", "gladdest"]

RATHER_NOT, IF_NEED_BE, GLADLY = range(3)

#: The most steps for every card that must be laid, of a seat that begins gladly or if need be.
_STEPS_GLADLY: Final = 5
_STEPS_IF_NEED_BE: Final = 9


@jit
def eagerness_of(
    rules: PackedRules, seen: PackedState, limits: TurnLimits, buffer: TurnBuffer
) -> int:
    """Say how gladly a seat begins, from its packed view of the game as if it did."""
    if list_turns(rules, seen, limits, 0, buffer) == 0:
        return RATHER_NOT
    cheapest = buffer.entries[buffer.turns[0]]
    steps = team_advance(cheapest.tops) - team_advance(seen.tops)
    if steps <= _STEPS_GLADLY * seen.minimum:
        return GLADLY
    return IF_NEED_BE if steps <= _STEPS_IF_NEED_BE * seen.minimum else RATHER_NOT


@jit
def gladdest(said: Numbers, players: int, drawn: int) -> int:
    """Return the seat that begins most gladly; among equals the lot decides, here a seat drawn."""
    most, equals = RATHER_NOT, 0
    for seat in range(players):
        if said[seat] > most:
            most, equals = int(said[seat]), 0
        equals += 1 if said[seat] == most else 0
    if said[drawn] == most:
        return drawn
    skipped = drawn % equals
    for seat in range(players):
        if said[seat] == most:
            if skipped == 0:
                return seat
            skipped -= 1
    return drawn


@jit
def begin_as_agreed(
    rules: PackedRules,
    state: PackedState,
    seen: PackedState,
    seed: int,
    limits: TurnLimits,
    workspace: Workspace,
) -> None:
    """Begin a dealt game of a team anew, with the seat that the bots agree on."""
    said = workspace.said
    for seat in range(rules.players):
        deal_out(rules, state)
        start(rules, state, seat)
        hide(rules, state, seen)
        said[seat] = eagerness_of(rules, seen, limits, workspace.buffer)
    deal_out(rules, state)
    start(rules, state, gladdest(said, int(rules.players), lot(rules, seed)))
